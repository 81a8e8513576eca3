import { useState } from 'react'
import type { ExpectedStay } from '../../../../schema/bookings'
import type { HostDay } from '../../../../schema/calls/api'
import { Button } from '../../look/parts'
import { plural, say } from '../../shared/published'
import { showError } from '../checkins/actions'
import { failureReason, optional, readDay } from '../session/host'
import { StayInvite } from '../stays/invite-dialog'
import { StayRow } from '../stays/stay-row'
import { invitedStates, stayName } from '../stays/stay-words'

const work = (what: () => Promise<unknown>) =>
  void what()
    .catch((error: unknown) => showError(failureReason(error)))
    .then(readDay)
    .catch(optional('the day stays as it was read'))

/** The expected stays that need the host: no check-in, a difference, a doubtful match. */
export const Expected = ({ day: { expected = [], lost } }: { day: HostDay }) => {
  const [inviting, invite] = useState<ExpectedStay>()
  if (!expected.length && !lost) return null
  return (
    <section className="day-part" aria-labelledby="part-expected">
      <header className="bar">
        <h2 id="part-expected">
          {say('today.expectedTitle')} <small>{plural('today.expected', expected.length)}</small>
        </h2>
        <a className="button" href="/admin-arrivals">
          {say('today.allExpected')}
        </a>
      </header>
      {lost && <p className="info warns">{say('today.lost')}</p>}
      {expected.length > 0 && (
        <ul className="rows">
          {expected.map((stay) => (
            <StayRow
              key={stay.id}
              stay={stay}
              work={work}
              first={
                invitedStates.has(stay.state) && (
                  <Button kind="small" onClick={() => invite(stay)}>
                    {say('stayInvite.open')}
                    <span className="unseen"> {stayName(stay)}</span>
                  </Button>
                )
              }
            />
          ))}
        </ul>
      )}
      {inviting && (
        <StayInvite
          stay={inviting}
          close={() => {
            invite(undefined)
            work(async () => {})
          }}
        />
      )}
    </section>
  )
}
