import type { ExpectedStay } from '../../../../schema/bookings'
import type { HostDay } from '../../../../schema/calls/api'
import { plural, say } from '../../shared/published'
import { showReason } from '../checkins/actions'
import { ask, RowsSection } from '../dialogs/dialog'
import { optional, readDay } from '../session/host'
import { StayInvite } from '../stays/invite-dialog'
import { StayRow } from '../stays/stay-row'

const work = (what: () => Promise<unknown>) =>
  void what().catch(showReason).then(readDay).catch(optional('the day stays as it was read'))

const invite = (stay: ExpectedStay) => work(() => ask<void>((answer) => <StayInvite stay={stay} close={answer} />))

/** The expected stays that need the host: no check-in, a difference, a doubtful match. */
export const Expected = ({ day: { expected = [], lost } }: { day: HostDay }) => {
  if (!expected.length && !lost) return null
  return (
    <RowsSection
      id="expected"
      title={say('today.expectedTitle')}
      count={plural('today.expected', expected.length)}
      action={
        <a className="button" href="/admin-arrivals">
          {say('today.allExpected')}
        </a>
      }
    >
      {lost && <p className="info warns">{say('today.lost')}</p>}
      {expected.length > 0 && (
        <ul className="rows">
          {expected.map((stay) => (
            <StayRow key={stay.id} stay={stay} work={work} invite={() => invite(stay)} />
          ))}
        </ul>
      )}
    </RowsSection>
  )
}
