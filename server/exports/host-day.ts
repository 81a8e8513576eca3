import type { CardFault, DayParty, HostDay } from '../../schema/api'
import type { Checkin } from '../../schema/checkin'
import { isCoarse } from '../../src/core/checkin/coarse'
import { policeDeadline } from '../../src/core/checkin/deadline'
import { identifiedOf, toldOf } from '../../src/core/checkin/host-notes'
import { fullName, party } from '../../src/core/checkin/party'
import { type FiledRecord, guestState, isDue, partyState } from '../../src/core/checkin/police-state'
import { addDays } from '../../src/core/text/dates'
import { italianDay } from '../clock'
import type { Store } from '../store/store'
import { knownOf, readFiled } from './filed'

/** How many days back an arrival may lie whose guests are still in the house, or of whom the police have not heard. */
const longest = 31

const partyOf = (checkin: Checkin, faults: CardFault[], filed: readonly FiledRecord[]): DayParty => {
  const known = { ...knownOf(checkin, filed), faulty: new Set(faults.map(({ guest }) => guest)) }
  const guests = party(checkin).map((who) => ({
    who,
    name: fullName(checkin, who),
    state: guestState(checkin, who, known),
  }))
  const deadline = policeDeadline(checkin)
  const last = filed.at(-1)
  const told = toldOf(checkin)
  return {
    id: checkin.id,
    guests,
    state: partyState(guests.map(({ state }) => state)),
    faults,
    room: checkin.roomDescription ?? '',
    reservationCode: checkin.reservationCode ?? '',
    arrivalDate: checkin.arrivalDate ?? '',
    departureDate: checkin.departureDate ?? '',
    arrivalTimeSlot: checkin.arrivalTimeSlot ?? '',
    numberOfNights: checkin.numberOfNights ?? '',
    paymentMethod: checkin.paymentMethod ?? '',
    paymentStatus: checkin.paymentStatus ?? '',
    phone: checkin.phone || `${checkin.phonePrefix ?? ''}${checkin.phoneNumber ?? ''}`,
    email: checkin.email ?? '',
    ...(deadline !== undefined && { deadline: new Date(deadline).toISOString() }),
    ...(last && { file: { name: last.file, at: last.at } }),
    ...(told && { toldAt: told.at }),
    identified: identifiedOf(checkin),
  }
}

/** Whether a day has something to do with a party: they are there, come, leave, or the police still wait to hear of them. */
const concerns = ({ arrivalDate, departureDate, state }: DayParty, day: string) =>
  arrivalDate >= day || departureDate >= day || isDue(state)

/** The host's day at a moment; `faultsOf` says what keeps a check-in out of the police file. */
export const hostDay = async (
  store: Store,
  now: Date,
  faultsOf: (checkin: Checkin) => Promise<CardFault[]>,
): Promise<HostDay> => {
  const day = italianDay(now)
  const days = Array.from({ length: longest + 2 }, (_, back) => addDays(day, 1 - back))
  const lists = await Promise.all(days.map((date) => store.checkins({ date, by: 'arrival' })))
  const filed = await readFiled(store)
  const parties: DayParty[] = []
  for (const checkin of lists.flat().filter((one) => !isCoarse(one)))
    parties.push(partyOf(checkin, await faultsOf(checkin), filed.get(checkin.id) ?? []))
  return { at: now.toISOString(), day, parties: parties.filter((one) => concerns(one, day)) }
}
