import { useMemo } from 'react'
import type { Checkin } from '../../../../schema/checkin'
import { type CheckinStatus, isIn, statuses } from '../../../core/checkin/checkin-states'
import { finder } from '../../../core/checkin/search'
import { useStore } from '../../shared/page-store'
import { today } from '../../shared/published'
import { leaving } from '../checkins/leaving'
import { filedStates, isCodeKnown, noCodes, recordFaults, results, searchTextOf } from '../checkins/results'
import { hostSettings } from '../session/host'
import type { Filters } from './address'
import { checkinState } from './standing'

/** Returns the loaded check-ins, their number by status, and those that pass the filters. */
export const useFound = ({ typed, status, state, room }: Filters) => {
  const now = useStore(results)
  const faults = useStore(recordFaults)
  const codes = useStore(hostSettings)?.reservationCodes ?? noCodes
  const filed = useStore(filedStates)
  const gone = useStore(leaving)
  const day = today()
  const all = useMemo(() => [...(now?.checkins.values() ?? [])].filter(({ id }) => !gone.has(id)), [now, gone])
  const isIncomplete = useMemo(() => {
    const isKnown = isCodeKnown(codes)
    return (checkin: Checkin) => Boolean(faults[checkin.id]) || !isKnown(checkin)
  }, [faults, codes])
  const is = useMemo(
    () => (one: CheckinStatus, checkin: Checkin) =>
      isIn[one](checkin, isIncomplete(checkin), day, filed[checkin.id] !== undefined),
    [isIncomplete, day, filed],
  )
  const counts = useMemo(
    () => Object.fromEntries(statuses.map((one) => [one, all.filter((checkin) => is(one, checkin)).length])),
    [all, is],
  )
  const shown = useMemo(() => {
    const matches = finder(typed)
    return all.filter(
      (checkin) =>
        (!status || is(status, checkin)) &&
        (!room || checkin.roomDescription === room) &&
        (!state || checkinState(checkin, faults[checkin.id], filed[checkin.id]) === state) &&
        (!typed || matches(searchTextOf(checkin))),
    )
  }, [all, typed, status, status && is, room, state, state && faults, state && filed])
  return { now, all, counts, shown }
}
