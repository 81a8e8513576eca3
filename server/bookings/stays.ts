import type { Booking, BookingFields, BookingRemark, ExpectedStay, StoredBooking } from '../../schema/bookings'
import type { ExpectedStays } from '../../schema/calls/bookings'
import type { Checkin } from '../../schema/checkin'
import type { ReservationCode } from '../../schema/code'
import type { Settings } from '../../schema/settings'
import { bookingFieldNames } from '../../src/core/bookings/booking-fields'
import { bookingRemarks, bookingState, overlaps, stayParts } from '../../src/core/bookings/booking-state'
import { comparedCheckin, type Match, newMatches } from '../../src/core/bookings/matching'
import { fullName } from '../../src/core/checkin/party'
import { serialQueue } from '../../src/core/tasks'
import { addDays } from '../../src/core/text/dates'
import { withoutEmpty } from '../../src/core/without-empty'
import { allSettings } from '../settings/all-settings'
import { italianDay } from '../shared/clock'
import type { Store } from '../store/store'

/** Days between a stay and the check-ins that are compared with it. */
const near = 14

const checkinsNear = async (store: Store, bookings: readonly StoredBooking[]) => {
  const found = new Map<number, Checkin>()
  if (!bookings.length) return found
  const arrivals = bookings.flatMap((stay) => stayParts(stay).map(({ arrival }) => arrival)).sort()
  const [date, to] = [addDays(arrivals[0]!, -near), addDays(arrivals.at(-1)!, near)]
  for (const checkin of await store.checkins({ date, to, by: 'arrival' })) found.set(checkin.id, checkin)
  // The host may have moved a matched check-in to other dates.
  for (const { id } of bookings.flatMap(({ checkins = [] }) => checkins)) {
    const far = found.has(id) ? undefined : await store.checkin(id)
    if (far) found.set(id, far)
  }
  return found
}

const withoutDeleted = (stay: StoredBooking, checkins: ReadonlyMap<number, unknown>): StoredBooking => {
  const left = stay.checkins?.filter(({ id }) => checkins.has(id))
  return left && left.length < stay.checkins!.length ? { ...stay, checkins: left } : stay
}

/** Adds the check-in sent by the stay's link; the server may have been killed before it stored the match. */
const withItsLink = async (store: Store, stay: StoredBooking, checkins: Map<number, Checkin>) => {
  const { link, checkins: own = [], not = [] } = stay
  if (!link?.by || own.some(({ how }) => how === 'link')) return stay
  const sent = await store.checkinOf(link.by.owner, link.by.attempt)
  if (!sent || not.includes(sent.id)) return stay
  checkins.set(sent.id, sent)
  return { ...stay, checkins: [...own.filter(({ id }) => id !== sent.id), { id: sent.id, how: 'link' as const }] }
}

/** Returns a stay with its new matches. A check-in belongs to one stay: it leaves the cancelled one it had. */
const withMatches = (stay: StoredBooking, sure: readonly Match[]): StoredBooking => {
  const own = stay.checkins ?? []
  const unmoved = own.filter(({ id }) => !sure.some(({ checkin }) => checkin === id))
  const more = sure.filter(({ booking }) => booking === stay.id).map(({ checkin: id, how }) => ({ id, how }))
  return more.length || unmoved.length < own.length ? { ...stay, checkins: [...unmoved, ...more] } : stay
}

/** Stays, their check-ins by id, and check-ins with several possible stays. */
type StayMatches = {
  bookings: StoredBooking[]
  checkins: ReadonlyMap<number, Checkin>
  doubts: { checkin: number; bookings: number[] }[]
  codes: readonly ReservationCode[]
}

/** Stores new unambiguous matches and removes matches with deleted check-ins. Returns the stays after that. */
const updateMatches = async (
  store: Store,
  bookings: readonly StoredBooking[],
  save: (stay: StoredBooking) => Promise<void>,
): Promise<StayMatches> => {
  const checkins = await checkinsNear(store, bookings)
  const present: StoredBooking[] = []
  for (const stay of bookings) present.push(await withItsLink(store, withoutDeleted(stay, checkins), checkins))
  const compared = [...checkins.values()].flatMap((checkin) => comparedCheckin(checkin) ?? [])
  const codes = (await allSettings(store)).reservationCodes
  const { sure, doubts } = newMatches(present, compared, codes)
  const after = present.map((stay) => withMatches(stay, sure))
  for (const [i, stay] of after.entries()) if (stay !== bookings[i]) await save(stay)
  return { bookings: after, checkins, doubts, codes }
}

export const mostStays = 5000

/** Days after its departure in which a stay is listed. */
const shownDays = 14

const partyOf = (checkin: Checkin) => ({
  id: checkin.id,
  name: fullName(checkin, 'main'),
  room: checkin.roomDescription ?? '',
  arrival: checkin.arrivalDate ?? '',
  departure: checkin.departureDate ?? '',
})

/** Returns the fields of a stay that the host can edit. */
export const fieldsOf = (booking: Booking): BookingFields =>
  Object.fromEntries(
    bookingFieldNames.flatMap((field) => (booking[field] === undefined ? [] : [[field, booking[field]]])),
  ) as unknown as BookingFields

/** Returns a stay without personal data, so that its calendar or program does not add it again. */
const bareEntry = (stay: Booking): Booking => {
  const { arrival, departure, source, made, feed, uid, cancelled, program, theirs, updated } = stay
  const named = { ...withoutEmpty({ feed, uid, cancelled }), ...(program && { program, theirs, updated }) }
  return { arrival, departure, source, made, ...named, erased: true }
}

type OverlapRemark = Extract<BookingRemark, { what: 'overlap' }>

const overlapRemark = ({ id, arrival, departure, name, reference, source, program }: StoredBooking): OverlapRemark => ({
  what: 'overlap',
  other: {
    id,
    arrival,
    departure,
    source,
    ...withoutEmpty({ name, reference, program }),
  },
})

/** Returns the overlaps of each stay by its id. The host may have said that two check-ins share a room. */
const overlapRemarks = ({ bookings, checkins, codes }: StayMatches, day: string) => {
  const idsOf = ({ checkins: own = [] }: StoredBooking) => own.map(({ id }) => id)
  const heads = (stay: StoredBooking) => idsOf(stay).map((id) => Number(checkins.get(id)?.roomOf) || id)
  const mayShare = (one: StoredBooking, other: StoredBooking) => heads(one).some((id) => heads(other).includes(id))
  const open = bookings.filter(({ cancelled }) => !cancelled)
  const found = overlaps(open, codes, day, mayShare)
  return ({ id }: StoredBooking) => (found.get(id) ?? []).map(overlapRemark)
}

type Messages = Pick<ExpectedStay, 'sent' | 'planned'>

type Beside = Messages & { overlaps: readonly OverlapRemark[] }

const expectedStay = (
  stay: StoredBooking,
  { checkins, doubts }: StayMatches,
  day: string,
  { overlaps: overlapping, ...messages }: Beside,
): ExpectedStay => {
  const own = (stay.checkins ?? []).map(({ id, how }) => ({ checkin: checkins.get(id)!, how }))
  const records = own.map(({ checkin }) => checkin)
  const doubtful = doubts.filter(({ bookings }) => bookings.includes(stay.id))
  return {
    id: stay.id,
    ...fieldsOf(stay),
    source: stay.source,
    ...withoutEmpty({ phoneEnd: stay.phoneEnd, pinned: stay.pinned, program: stay.program }),
    state: bookingState(stay, records, day),
    remarks: [...bookingRemarks(stay, records), ...overlapping],
    ...messages,
    ...(stay.handed && { handed: stay.handed }),
    parties: own.map(({ checkin, how }) => ({ ...partyOf(checkin), how })),
    doubts: doubtful.map(({ checkin }) => partyOf(checkins.get(checkin)!)),
  }
}

const byArrival = (a: ExpectedStay, b: ExpectedStay) =>
  a.arrival === b.arrival ? a.id - b.id : a.arrival < b.arrival ? -1 : 1

/** Returns a stay after the host said whether `checkin` belongs to stay `id`; the same object if nothing changes. */
const matchedOf = (stay: StoredBooking, id: number, checkin: number, isIts: boolean): StoredBooking => {
  const others = (stay.checkins ?? []).filter((own) => own.id !== checkin)
  // A check-in belongs to one stay.
  if (stay.id !== id) return others.length < (stay.checkins?.length ?? 0) ? { ...stay, checkins: others } : stay
  const not = (stay.not ?? []).filter((other) => other !== checkin)
  return isIts
    ? { ...stay, checkins: [...others, { id: checkin, how: 'host' }], not }
    : { ...stay, checkins: others, not: [...not, checkin] }
}

/** Reads and removes the letters to a stay's guest; `now` in milliseconds. */
export type LettersOfStays = {
  messagesOf: (stay: StoredBooking, settings: Settings, now: number) => Messages
  forgetStay: (id: number) => Promise<void>
}

type Parts = {
  store: Store
  now: () => Date
  letters?: LettersOfStays | undefined
  matched?: ((checkin: number) => void) | undefined
}

/** The expected stays of a house. All writes go through the queue `alone`. Reading stores new unambiguous matches. */
export const stayBook = ({ store, now, letters, matched = () => {} }: Parts) => {
  const { run: alone, idle } = serialQueue()
  const all = () => store.notes('booking')
  const save = async ({ id, ...booking }: StoredBooking) => {
    await store.updateNote('booking', id, booking)
    for (const checkin of booking.checkins ?? []) matched(checkin.id)
  }

  /** Compares all shown stays together: one alone would take the check-ins of others. */
  const shownMatches = async (day: string) => {
    const since = addDays(day, -shownDays)
    const shown = (await all()).filter(({ departure, erased }) => departure >= since && !erased)
    return updateMatches(store, shown, save)
  }

  const expected = async (): Promise<Pick<ExpectedStays, 'day' | 'stays'>> => {
    const day = italianDay(now())
    const found = await shownMatches(day)
    const settings = await allSettings(store)
    const messagesOf = (stay: StoredBooking) => letters?.messagesOf(stay, settings, now().getTime()) ?? { sent: [] }
    const overlapsOf = overlapRemarks(found, day)
    const stays = found.bookings.map((stay) =>
      expectedStay(stay, found, day, { ...messagesOf(stay), overlaps: overlapsOf(stay) }),
    )
    return { day, stays: stays.sort(byArrival) }
  }

  const remove = async (booking: StoredBooking) => {
    if (booking.feed || booking.program) await save({ id: booking.id, ...bareEntry(booking) })
    else await store.removeNote('booking', booking.id)
    await letters?.forgetStay(booking.id)
  }

  return {
    alone,
    idle,
    all,
    expected: () => alone(expected),
    one: async (id: number) => (await all()).find((booking) => booking.id === id && !booking.erased),
    /** Resolves with the shown stays after storing their new matches. */
    updateMatches: () => alone(async () => (await shownMatches(italianDay(now()))).bookings),
    add: (booking: Booking) => store.note('booking', booking),
    save,
    remove,
    match: (id: number, checkin: number, isIts: boolean) =>
      alone(async () => {
        for (const stay of await all()) {
          const after = matchedOf(stay, id, checkin, isIts)
          if (after !== stay) await save(after)
        }
        matched(checkin)
      }),
    erase: (checkin: number) =>
      alone(async () => {
        for (const stay of await all()) if (stay.checkins?.some(({ id }) => id === checkin)) await remove(stay)
      }),
  }
}

export type StayBook = ReturnType<typeof stayBook>
