import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import type { Checkin } from '../../../../schema/checkin'
import { displayId } from '../../../core/checkin/display-id'
import { partyState } from '../../../core/police/police-state'
import { useStore } from '../../shared/page-store'
import { say } from '../../shared/published'
import { printing } from '../checkins/actions'
import { guestName, partsOf } from '../checkins/card-fields'
import { filedStates, recordFaults } from '../checkins/results'
import { hostSettings } from '../session/host'
import { GuestStates } from '../standing/guest-states'
import { PartList } from './checkin-card'
import { ExportLogPart } from './export-log'
import { guestStandings } from './use-found'

/** A check-in on paper: the name, each guest's state and identification, every answer. */
const Sheet = ({ checkin }: { checkin: Checkin }) => {
  const faults = useStore(recordFaults)[checkin.id] ?? []
  const filed = useStore(filedStates)[checkin.id]
  const guests = guestStandings(checkin, faults, filed)
  const state = partyState(guests.map((one) => one.state))
  return (
    <div className="paper-sheet">
      <header>
        <h1>{guestName(checkin) || say('consult.nameless')}</h1>
        <p>
          {[
            hostSettings.get()?.companyName,
            say('consult.paper', { id: displayId(checkin) }),
            say(`today.state.${state}`),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </header>
      <GuestStates guests={guests} />
      <div className="columns">
        {partsOf(checkin).map((part) => (
          <PartList key={part.heading} {...{ part, checkin }} />
        ))}
        <ExportLogPart id={checkin.id} />
      </div>
    </div>
  )
}

/** The check-ins being printed, one on each page; hidden on the screen. */
export const Paper = () => {
  const checkins = useStore(printing)
  useEffect(() => {
    if (!checkins.length) return
    const done = () => printing.set([])
    addEventListener('afterprint', done)
    print()
    return () => removeEventListener('afterprint', done)
  }, [checkins])
  if (!checkins.length) return null
  return createPortal(
    <div className="paper">
      {checkins.map((checkin) => (
        <Sheet key={checkin.id} checkin={checkin} />
      ))}
    </div>,
    document.body,
  )
}
