import type { CardFault, DayParty, FiledGuests, HostDay } from '../../schema/calls/party-states'
import { type Checkin, fieldOf } from '../../schema/checkin'
import type { Who } from '../../schema/guest'
import { stay } from '../../schema/record'
import {
  atDoorOf,
  guestChangeOf,
  identifiedOf,
  isIdentityRemoved,
  isTestGuest,
  isUnconfirmed,
} from '../../src/core/checkin/checkin-states'
import { requestedPayment } from '../../src/core/checkin/money'
import { fullName, party } from '../../src/core/checkin/party'
import { fieldOfVerdict, type LineState } from '../../src/core/offices/sending-events'
import { policeDeadline } from '../../src/core/police/deadline'
import { type Declaration, declarationOf, type FiledRecord, fileStates } from '../../src/core/police/filing-states'
import { guestStates, isAsRefused, isDue, partyState, wiredAtOf } from '../../src/core/police/police-state'
import { collectedOf } from '../../src/core/tax/tax-payments'
import { countsOverStays, nightsByGuest, taxOfStay } from '../../src/core/tax/tax-report'
import { taxSets } from '../../src/core/tax/town-rules'
import { addDays } from '../../src/core/text/dates'
import { withoutEmpty } from '../../src/core/without-empty'
import { withSameGuests } from '../checkin/tax-till'
import { beforeAll, filedIn, filedStatesOf, knownOf, leftOf, policeNotes } from '../exports/filed'
import { filesWaiting, type LinesOf } from '../exports/pending-files'
import { lineWords } from '../offices/police-office'
import { allSettings } from '../settings/all-settings'
import { italianDay } from '../shared/clock'
import { printDigest } from '../shared/digests'
import { eventLoopYield, runSliced } from '../shared/scheduling'
import type { Store } from '../store/store'

/** Days back in which guests can still be in the house or unreported. */
const longest = 31

export type Wire = { account: string | undefined; states: { readonly [who in Who]?: LineState } }

/** Returns the portal's refusals of a check-in, each at its answer. */
export const refusalsOf = (checkin: Checkin, { states }: Wire): CardFault[] => {
  if (!isAsRefused(checkin, { wire: states, told: declarationOf(checkin), digest: printDigest })) return []
  return party(checkin).flatMap((guest): CardFault[] => {
    const { state, verdict } = states[guest] ?? {}
    if (state !== 'refused' || !verdict) return []
    const short = fieldOfVerdict(verdict)
    const field = short && (Object.hasOwn(stay.properties, short) ? short : fieldOf(guest, short))
    return [
      {
        guest,
        ...(field && { field }),
        rule: 'police',
        said: [verdict.name, verdict.detail].filter(Boolean).join(' – ') || lineWords(verdict),
      },
    ]
  })
}

/** Returns the file that waits or was uploaded last, else the last replaced one. */
const fileOf = (filed: readonly FiledRecord[], told: Declaration | undefined): DayParty['file'] => {
  const states = fileStates(filed, told)
  const index = states.findLastIndex((state) => state !== 'replaced')
  const [last, state] = [filed.at(index), states.at(index)]
  return last && { name: last.file, at: last.at, state: state! }
}

/** Days before an arrival in which a stay can begin whose nights count: a limit and a stay have 400 nights at most. */
const longestCount = 800

/**
 * Returns a function that returns the tax of a check-in still to collect, in cents. If the town counts nights over
 * several stays, the guests' other stays are read.
 */
const openTaxes = async (store: Store, checkins: readonly Checkin[], day: string) => {
  const sets = taxSets(await allSettings(store))
  const query = { date: addDays(day, -longest - longestCount), to: addDays(day, 1), by: 'arrival' } as const
  const others = countsOverStays(sets) ? await withSameGuests(store, checkins, query) : []
  const nights = await runSliced(nightsByGuest(others, sets))
  return (checkin: Checkin) => {
    const collected = collectedOf(checkin)
    return collected === undefined ? 0 : (taxOfStay(checkin, sets, nights)?.amount ?? 0) - collected
  }
}

const partyOf = (
  checkin: Checkin,
  lacking: CardFault[],
  filed: readonly FiledRecord[],
  wire: Wire,
  taxOpen: number,
): DayParty => {
  const faults = [...lacking, ...refusalsOf(checkin, wire)]
  const faulty = new Set(lacking.map(({ guest }) => guest))
  const states = guestStates(checkin, { ...knownOf(checkin, filed), faulty, wire: wire.states })
  const guests = party(checkin).map((who) => ({ who, name: fullName(checkin, who), state: states[who]! }))
  const deadline = policeDeadline(checkin, '24:00')
  const told = declarationOf(checkin)
  const file = fileOf(filed, told)
  const payment = requestedPayment(checkin)
  const wiredAt = wiredAtOf(wire.states, told)
  const guestChanged = guestChangeOf(checkin)
  return {
    id: checkin.id,
    ...(guests.length > 1 && checkin.partyKind && { partyKind: checkin.partyKind }),
    guests,
    state: partyState(guests.map(({ state }) => state)),
    faults,
    room: checkin.roomDescription ?? '',
    reservationCode: checkin.reservationCode ?? '',
    arrivalDate: checkin.arrivalDate ?? '',
    departureDate: checkin.departureDate ?? '',
    arrivalTimeSlot: checkin.arrivalTimeSlot ?? '',
    numberOfNights: checkin.numberOfNights ?? '',
    ...withoutEmpty({ payment, taxOpen, isUnconfirmed: isUnconfirmed(checkin) }),
    phone: checkin.phone || `${checkin.phonePrefix ?? ''}${checkin.phoneNumber ?? ''}`,
    email: checkin.email ?? '',
    ...(deadline !== undefined && { deadline: new Date(deadline).toISOString() }),
    ...(wire.account !== undefined && { account: wire.account }),
    ...withoutEmpty({ wiredAt, file, toldAt: told?.at, guestChanged }),
    identified: identifiedOf(checkin),
  }
}

const isSent = (checkin: Checkin, known: FiledGuests) => party(checkin).every((who) => !isDue(known[who] ?? 'toReview'))

const concerns = ({ arrivalDate = '', departureDate = '' }: Checkin, day: string) =>
  arrivalDate >= day || departureDate >= day

type Reading = {
  store: Store
  faultsOf: (checkin: Checkin) => Promise<CardFault[]>
  wireOf: (checkin: Checkin) => Promise<Wire>
  linesOf: LinesOf
}

/** Returns the arrivals of these days, without erased identities and the guide's test guest. */
const arrivalsAround = async (store: Store, day: string) => {
  const found = await store.checkins({ date: addDays(day, -longest), to: addDays(day, 1), by: 'arrival' })
  return found.filter((one) => !isIdentityRemoved(one) && !isTestGuest(one))
}

/** Returns the host's day. Only check-ins that arrived in the last 31 days or arrive tomorrow are read. */
export const hostDay = async ({ store, faultsOf, wireOf, linesOf }: Reading, now: Date): Promise<HostDay> => {
  const day = italianDay(now)
  const checkins = await arrivalsAround(store, day)
  const notes = checkins.length ? await policeNotes(store, beforeAll(checkins)) : []
  const filed = filedIn(notes)
  const taxOpenOf = await openTaxes(store, checkins, day)
  const parties: DayParty[] = []
  const yieldIfDue = eventLoopYield()
  for (const checkin of checkins) {
    const files = filed.get(checkin.id) ?? []
    const wire = await wireOf(checkin)
    const known = filedStatesOf(checkin, files, wire.states)
    const left = known ? leftOf(checkin, known) : 0
    const isSettled = !concerns(checkin, day) && known && isSent(checkin, known) && !left
    if (!isSettled) {
      const read = partyOf(checkin, await faultsOf(checkin), files, wire, taxOpenOf(checkin))
      const atDoor = atDoorOf(checkin, now.getTime())
      parties.push({ ...read, ...withoutEmpty({ left, atDoor }) })
    }
    await yieldIfDue()
  }
  const shown = new Set(parties.map(({ id }) => id))
  const waiting = checkins.filter(({ id, arrivalDate = '' }) => shown.has(id) && arrivalDate <= day)
  return { at: now.toISOString(), day, parties, files: await filesWaiting(store, linesOf, waiting, notes) }
}
