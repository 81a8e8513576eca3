import { useMemo } from 'react'
import type { CardFault, FiledStates } from '../../../../schema/calls/party-states'
import type { Checkin } from '../../../../schema/checkin'
import type { PoliceState } from '../../../../schema/offices'
import { type CheckinStatus, identifiedOf, isEnabled, isIn, statuses } from '../../../core/checkin/checkin-states'
import { party } from '../../../core/checkin/party'
import { finder } from '../../../core/checkin/search'
import { partyState, standing } from '../../../core/police/police-state'
import { useStore } from '../../shared/page-store'
import { today } from '../../shared/published'
import { guestName } from '../checkins/card-fields'
import {
  filedStates,
  isCodeKnown,
  noCodes,
  pendingRemovals,
  recordFaults,
  results,
  searchTextOf,
} from '../checkins/results'
import { hostSettings } from '../session/host'
import type { GuestStanding } from '../standing/guest-states'
import type { Filters } from './address'

type Filed = FiledStates[number] | undefined

/** Returns each guest's state with the police, from the faults and the files, and the identification. */
export const guestStandings = (checkin: Checkin, faults: readonly CardFault[], filed: Filed): GuestStanding[] => {
  const identified = identifiedOf(checkin)
  return party(checkin).map((who) => ({
    who,
    name: guestName(checkin, who),
    state: standing(
      filed?.[who],
      faults.some(({ guest }) => guest === who),
      isEnabled(checkin),
    ),
    identification: identified[who],
  }))
}

const checkinState = (checkin: Checkin, faults: readonly CardFault[] = [], filed?: Filed): PoliceState =>
  partyState(guestStandings(checkin, faults, filed).map(({ state }) => state))

/** Returns the loaded check-ins, their number by status, and those that pass the filters. */
export const useFound = ({ typed, status, state, room }: Filters) => {
  const now = useStore(results)
  const faults = useStore(recordFaults)
  const codes = useStore(hostSettings)?.reservationCodes ?? noCodes
  const filed = useStore(filedStates)
  const gone = useStore(pendingRemovals)
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
