import type { MatchWay, StoredBooking } from '../../../schema/bookings'
import type { Checkin } from '../../../schema/checkin'
import type { ReservationCode } from '../../../schema/code'
import { isIdentityRemoved, isTestGuest } from '../checkin/checkin-states'
import { fullName, party } from '../checkin/party'
import { addDays } from '../text/dates'
import { fold } from '../text/transliteration'
import { stayParts } from './booking-state'

/** A check-in to compare: `words` of its notes can be a reference, `roomOf` is the check-in whose room it shares. */
type ComparedCheckin = {
  id: number
  code: string
  room: string
  arrival: string
  departure: string
  names: string[][]
  phone: string
  words: string[]
  roomOf?: number
}

export type Match = { booking: number; checkin: number; how: MatchWay }

/** Unambiguous matches, and the possible stays of each other check-in. */
export type Matches = { sure: Match[]; doubts: { checkin: number; bookings: number[] }[] }

const digits = (text: string) => text.replace(/\D/g, '')

/** The answer to the question template `reference`; guests type booking numbers in groups. */
const typedReference = (answers: { readonly [field: string]: unknown }) =>
  String(answers.bookingReference ?? '').replace(/[\s.]/g, '')

/** Returns a check-in's compared parts; undefined for the test guest, an erased identity, or without an arrival. */
export const comparedCheckin = (checkin: Checkin): ComparedCheckin | undefined => {
  const { id, arrivalDate: arrival = '', departureDate: departure = '', roomOf } = checkin
  if (isTestGuest(checkin) || isIdentityRemoved(checkin) || !arrival) return undefined
  return {
    id,
    code: checkin.reservationCode ?? '',
    room: fold(checkin.roomDescription ?? '').trim(),
    arrival,
    departure,
    names: party(checkin).map((who) => fold(fullName(checkin, who)).trim().split(' ').filter(Boolean)),
    phone: digits(checkin.phone ?? checkin.phoneNumber ?? ''),
    words: `${checkin.specialRequests ?? ''} ${typedReference(checkin)}`.toUpperCase().match(/[A-Z0-9-]{5,40}/g) ?? [],
    ...(roomOf && { roomOf: Number(roomOf) }),
  }
}

/** Compares a booking's name with the guests'. Platforms shorten surnames to a letter (`Jane D.`). */
const nameFit = (name: string | undefined, names: readonly string[][]): 'same' | 'part' | 'other' | 'unknown' => {
  const words = fold(name ?? '')
    .trim()
    .split(' ')
    .filter(Boolean)
  const whole = words.filter((word) => word.length > 1)
  const guestNames = names.filter((one) => one.length)
  if (!whole.length || !guestNames.length) return 'unknown'
  const isSame = guestNames.some(
    (guest) =>
      words.length > 1 &&
      whole.every((word) => guest.includes(word)) &&
      words.every((word) => guest.some((own) => own.startsWith(word))),
  )
  if (isSame) return 'same'
  return guestNames.some((guest) => whole.some((word) => guest.includes(word))) ? 'part' : 'other'
}

type Fit = 'same' | 'other' | 'unknown'

const roomFit = ({ code, room }: StoredBooking, arrival: ComparedCheckin): Fit => {
  if (code && arrival.code) return code === arrival.code ? 'same' : 'other'
  const folded = fold(room ?? '').trim()
  if (!folded || !arrival.room) return 'unknown'
  return folded === arrival.room ? 'same' : 'other'
}

const hasReference = ({ reference = '' }: StoredBooking, { words }: ComparedCheckin) =>
  reference.length > 4 && words.includes(reference.toUpperCase())

const hasPhone = ({ phone = '', phoneEnd = '' }: StoredBooking, arrival: ComparedCheckin) => {
  const end = phoneEnd || digits(phone).slice(-8)
  return end.length > 3 && arrival.phone.endsWith(end)
}

type Signs = Record<'hasReference' | 'ownCode' | 'sameArrival' | 'sameDeparture' | 'meets' | 'hasPhone', boolean> & {
  room: Fit
  name: ReturnType<typeof nameFit>
}

type IsOwnCode = (booking: StoredBooking) => boolean

/** Returns the signs of a match; undefined for a pair with nothing in common (the fast test comes first). */
const signsOf = (booking: StoredBooking, arrival: ComparedCheckin, isOwnCode: IsOwnCode): Signs | undefined => {
  const leaves = arrival.departure || addDays(arrival.arrival, 1)
  const common = {
    hasReference: hasReference(booking, arrival),
    ownCode: booking.code === arrival.code && isOwnCode(booking),
    sameArrival: booking.arrival === arrival.arrival,
    meets: booking.arrival < leaves && arrival.arrival < booking.departure,
  }
  if (!Object.values(common).some(Boolean)) return undefined
  return {
    ...common,
    sameDeparture: booking.departure === arrival.departure,
    hasPhone: hasPhone(booking, arrival),
    room: roomFit(booking, arrival),
    name: nameFit(booking.name, arrival.names),
  }
}

const matchRules: readonly (readonly [MatchWay, (signs: Signs) => boolean])[] = [
  ['reference', (signs) => signs.hasReference],
  ['code', (signs) => signs.ownCode],
  ['name', (signs) => signs.name === 'same' && signs.sameArrival && signs.room !== 'other'],
  ['phone', (signs) => signs.hasPhone && signs.sameArrival && signs.room !== 'other'],
  ['room', (signs) => signs.room === 'same' && signs.sameArrival && signs.sameDeparture && signs.name !== 'other'],
]

const isDoubtful = (signs: Signs) =>
  (signs.room === 'same' && signs.meets) ||
  (signs.name === 'same' && signs.meets) ||
  (signs.hasPhone && signs.meets) ||
  (signs.room === 'unknown' && signs.sameArrival && signs.sameDeparture && signs.name !== 'other')

/** Returns the reservation codes of one stay only: those with a date of arrival. */
const ownCodes = (codes: readonly ReservationCode[]) => {
  const dated = new Set(codes.flatMap(({ code, arrivalDate }) => (arrivalDate ? [`${code} ${arrivalDate}`] : [])))
  return ({ code, arrival }: StoredBooking) => Boolean(code) && dated.has(`${code} ${arrival}`)
}

type Pair = { arrival: ComparedCheckin; booking: StoredBooking; signs: Signs }

/** Returns pairs of an open stay and an unmatched check-in with common signs, without pairs that the host separated. */
const pairsOf = (
  bookings: readonly StoredBooking[],
  arrivals: readonly ComparedCheckin[],
  isOwnCode: IsOwnCode,
  taken: ReadonlyMap<number, number>,
): Pair[] => {
  const open = bookings.filter(({ cancelled }) => !cancelled)
  return arrivals.flatMap((arrival) =>
    taken.has(arrival.id)
      ? []
      : open.flatMap((booking) => {
          const signs = booking.not?.includes(arrival.id) ? undefined : signsOf(booking, arrival, isOwnCode)
          return signs ? [{ arrival, booking, signs }] : []
        }),
  )
}

const unambiguous = (pairs: readonly Pair[]) => {
  const counts = new Map<string, number>()
  const keys = ({ arrival, booking }: Pair) => [`in ${arrival.id}`, `of ${booking.id}`]
  for (const key of pairs.flatMap(keys)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return pairs.filter((pair) => keys(pair).every((key) => counts.get(key) === 1))
}

/** Returns the stay of each matched check-in, without automatic matches with cancelled stays. */
const stayByCheckin = (bookings: readonly StoredBooking[]) =>
  new Map(
    bookings.flatMap(({ id, cancelled, checkins = [] }) =>
      checkins.flatMap((one) => (cancelled && one.how !== 'host' ? [] : [[one.id, id] as const])),
    ),
  )

/** Returns whether a check-in begins a later part of a long stay, with a guest of a check-in matched to that stay. */
const isNextPart = (
  booking: StoredBooking,
  { arrival, names }: ComparedCheckin,
  arrivals: readonly ComparedCheckin[],
  taken: ReadonlyMap<number, number>,
): boolean => {
  const [, ...later] = stayParts(booking)
  if (!later.some((part) => part.arrival === arrival)) return false
  const known = new Set(names.filter((name) => name.length).map(String))
  return arrivals.some((one) => taken.get(one.id) === booking.id && one.names.some((name) => known.has(String(name))))
}

/** Returns new matches. A sign counts only if it fits one stay and one check-in; other pairs are doubts. */
export const newMatches = (
  bookings: readonly StoredBooking[],
  arrivals: readonly ComparedCheckin[],
  codes: readonly ReservationCode[],
): Matches => {
  const taken = stayByCheckin(bookings)
  const filled = new Set(taken.values())
  const pairs = pairsOf(bookings, arrivals, ownCodes(codes), taken)
  const sure: Match[] = []
  const take = (match: Match) => {
    sure.push(match)
    taken.set(match.checkin, match.booking)
    filled.add(match.booking)
  }
  for (const [how, holds] of matchRules) {
    const fitting = pairs.filter(
      ({ arrival, booking, signs }) => !taken.has(arrival.id) && !filled.has(booking.id) && holds(signs),
    )
    for (const { arrival, booking } of unambiguous(fitting)) take({ booking: booking.id, checkin: arrival.id, how })
  }
  const sameGuests = pairs.filter(
    ({ arrival, booking }) => !taken.has(arrival.id) && isNextPart(booking, arrival, arrivals, taken),
  )
  for (const { arrival, booking } of unambiguous(sameGuests))
    take({ booking: booking.id, checkin: arrival.id, how: 'name' })
  // Check-ins in a shared room belong to the same stay.
  for (const { id, roomOf } of arrivals) {
    const stay = roomOf === undefined || taken.has(id) ? undefined : taken.get(roomOf)
    const booking = bookings.find((one) => one.id === stay)
    if (booking && !booking.not?.includes(id)) take({ booking: booking.id, checkin: id, how: 'party' })
  }
  const doubts = new Map<number, number[]>()
  for (const { arrival, booking, signs } of pairs)
    if (!taken.has(arrival.id) && (isDoubtful(signs) || matchRules.some(([, holds]) => holds(signs))))
      doubts.set(arrival.id, [...(doubts.get(arrival.id) ?? []), booking.id])
  return { sure, doubts: [...doubts].map(([checkin, stays]) => ({ checkin, bookings: stays })) }
}
