import type { DayParty } from '../../../../schema/calls/api'
import type { Checkin } from '../../../../schema/checkin'
import { lacksIdentification } from '../../../core/police/host-day'
import { plural } from '../../shared/published'
import { showError } from '../checkins/actions'
import { readCheckins } from '../checkins/stream'
import { reason } from '../session/failure'
import { asHost } from '../session/host'
import { identify } from '../standing/identify'
import { readDay } from './read-day'

/** Identifies all arrivals of a day in the order of the page. */
const identifyAll = async (day: string, waiting: readonly DayParty[]) => {
  try {
    const records = new Map<number, Checkin>()
    await asHost(() =>
      readCheckins({ date: day, searchType: 'arrival' }, (some) => {
        for (const one of some) records.set(one.id, one)
      }),
    )
    if (await identify(waiting.flatMap(({ id }) => records.get(id) ?? []))) await readDay()
  } catch (error) {
    showError(reason(error))
  }
}

/** Starts the identification of a day's arrivals; nothing once all are identified. */
export const IdentifyAll = ({ day, parties }: { day: string; parties: readonly DayParty[] }) => {
  const waiting = parties.filter(lacksIdentification)
  if (!waiting.length) return null
  return (
    <button type="button" className="button" onClick={() => void identifyAll(day, waiting)}>
      {plural('identify.all', waiting.length)}
    </button>
  )
}
