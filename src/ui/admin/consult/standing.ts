import type { CardFault, FiledStates } from '../../../../schema/calls/api'
import type { Checkin } from '../../../../schema/checkin'
import type { PoliceState } from '../../../../schema/office-answers'
import { isEnabled } from '../../../core/checkin/checkin-states'
import { identifiedOf } from '../../../core/checkin/host-notes'
import { party } from '../../../core/checkin/party'
import { partyState, standing } from '../../../core/police/police-state'
import { guestName } from '../checkins/card-fields'
import type { GuestStanding } from '../standing/guest-states'

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

/** Returns a check-in's state with the police. */
export const checkinState = (checkin: Checkin, faults: readonly CardFault[] = [], filed?: Filed): PoliceState =>
  partyState(guestStandings(checkin, faults, filed).map(({ state }) => state))
