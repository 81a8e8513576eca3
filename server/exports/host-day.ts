import type { CardFault, DayParty, HostDay } from '../../schema/api'
import { type Checkin, fieldOf } from '../../schema/checkin'
import type { Who } from '../../schema/guest'
import { stay } from '../../schema/stay'
import { isCoarse } from '../../src/core/checkin/coarse'
import { policeDeadline } from '../../src/core/checkin/deadline'
import { guestChangeOf, identifiedOf, toldOf } from '../../src/core/checkin/host-notes'
import { fullName, party } from '../../src/core/checkin/party'
import { paymentSeen } from '../../src/core/checkin/payment-seen'
import { type FiledRecord, guestState, isAsRefused, isDue, partyState } from '../../src/core/checkin/police-state'
import { isUnconfirmed } from '../../src/core/checkin/states'
import type { LineState } from '../../src/core/offices/sending'
import { fieldOfVerdict } from '../../src/core/offices/verdict-fields'
import { addDays } from '../../src/core/text/dates'
import { italianDay } from '../clock'
import type { Store } from '../store/store'
import { turns } from '../turns'
import { knownOf, readFiled } from './filed'
import { printDigest } from './official-files'

/** How many days back an arrival may lie whose guests are still in the house, or of whom the police have not heard. */
const longest = 31

/** How a check-in stands by wire: the account's name it goes with, and the state of each guest. */
export type Wire = { account: string | undefined; states: { readonly [who in Who]?: LineState } }

/** What the portal refused of a check-in as it stands now, each at the answer its words are about. */
export const refusalsOf = (checkin: Checkin, { states }: Wire): CardFault[] => {
  if (!isAsRefused(checkin, { wire: states, digest: printDigest })) return []
  return party(checkin).flatMap((guest): CardFault[] => {
    const { state, verdict } = states[guest] ?? {}
    if (state !== 'refused' || !verdict) return []
    const short = fieldOfVerdict(verdict)
    const field = Object.hasOwn(stay.properties, short) ? short : fieldOf(guest, short)
    return [{ guest, field, rule: 'police', said: [verdict.name, verdict.detail].filter(Boolean).join(' – ') }]
  })
}

const partyOf = (checkin: Checkin, lacking: CardFault[], filed: readonly FiledRecord[], wire: Wire): DayParty => {
  const faults = [...lacking, ...refusalsOf(checkin, wire)]
  const faulty = new Set(lacking.map(({ guest }) => guest))
  const known = { ...knownOf(checkin, filed), faulty, wire: wire.states }
  const guests = party(checkin).map((who) => ({
    who,
    name: fullName(checkin, who),
    state: guestState(checkin, who, known),
  }))
  const deadline = policeDeadline(checkin)
  const last = filed.at(-1)
  const told = toldOf(checkin)
  const payment = paymentSeen(checkin)
  const wiredAt = wire.states.main?.at
  const guestChanged = guestChangeOf(checkin)
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
    ...(payment && { payment }),
    ...(isUnconfirmed(checkin) && { isUnconfirmed: true }),
    phone: checkin.phone || `${checkin.phonePrefix ?? ''}${checkin.phoneNumber ?? ''}`,
    email: checkin.email ?? '',
    ...(deadline !== undefined && { deadline: new Date(deadline).toISOString() }),
    ...(wire.account !== undefined && { account: wire.account }),
    ...(wiredAt && { wiredAt }),
    ...(last && { file: { name: last.file, at: last.at } }),
    ...(told && { toldAt: told.at }),
    ...(guestChanged && { guestChanged }),
    identified: identifiedOf(checkin),
  }
}

/**
 * Whether a day has something to do with a party: they are there, come, leave, or the police still wait to hear of
 * them.
 */
const concerns = ({ arrivalDate, departureDate, state }: DayParty, day: string) =>
  arrivalDate >= day || departureDate >= day || isDue(state)

/**
 * The host's day at a moment; `faultsOf` says what keeps a check-in out of the police file, `wireOf` how it stands by
 * wire.
 */
export const hostDay = async (
  store: Store,
  now: Date,
  faultsOf: (checkin: Checkin) => Promise<CardFault[]>,
  wireOf: (checkin: Checkin) => Promise<Wire>,
): Promise<HostDay> => {
  const day = italianDay(now)
  const days = Array.from({ length: longest + 2 }, (_, back) => addDays(day, 1 - back))
  const lists = await Promise.all(days.map((date) => store.checkins({ date, by: 'arrival' })))
  const filed = await readFiled(store)
  const parties: DayParty[] = []
  const rest = turns()
  for (const checkin of lists.flat().filter((one) => !isCoarse(one))) {
    parties.push(partyOf(checkin, await faultsOf(checkin), filed.get(checkin.id) ?? [], await wireOf(checkin)))
    await rest()
  }
  return { at: now.toISOString(), day, parties: parties.filter((one) => concerns(one, day)) }
}
