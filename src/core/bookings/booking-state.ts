import type { BookingFields, BookingRemark, BookingState, ExpectedStay, StoredBooking } from '../../../schema/bookings'
import type { Checkin } from '../../../schema/checkin'
import type { ReservationCode } from '../../../schema/code'
import { party } from '../checkin/party'
import { addDays } from '../text/dates'
import { fold } from '../text/transliteration'

/** The nights of one schedina: the police accept no more. */
export const schedinaNights = 30

type Days = { arrival: string; departure: string }

/** Returns the days of each check-in that a stay needs, one for each 30 nights. No day is after the year 9999. */
export const stayParts = ({ arrival, departure }: Days): Days[] => {
  const end = addDays(arrival, schedinaNights)
  return end && end < departure
    ? [{ arrival, departure: end }, ...stayParts({ arrival: end, departure })]
    : [{ arrival, departure }]
}

/** Returns the state of a stay on a day `YYYY-MM-DD`, from its matched check-ins. */
export const bookingState = (
  { arrival, departure, cancelled }: StoredBooking,
  checkins: readonly unknown[],
  today: string,
): BookingState => {
  if (cancelled) return 'cancelled'
  if (checkins.length) return 'registered'
  if (arrival > today) return 'expected'
  if (arrival === today) return 'today'
  return departure >= today ? 'missing' : 'absent'
}

const guestsIn = (checkins: readonly Checkin[]) => checkins.reduce((sum, checkin) => sum + party(checkin).length, 0)

/** Returns whether check-ins have as many parties or guests as `others`: two parties may share their next check-in. */
const hasAsMany = (checkins: readonly Checkin[], others: readonly Checkin[]) =>
  checkins.length >= others.length || guestsIn(checkins) >= guestsIn(others)

/** Returns the check-ins of one part of a long stay: the check-ins of other parts have the same guests. */
const arrivingWith = ({ arrivalDate }: Checkin, checkins: readonly Checkin[]) =>
  checkins.filter((one) => one.arrivalDate === arrivalDate)

/** Returns the differences between a stay and its check-ins. */
export const bookingRemarks = (booking: StoredBooking, checkins: readonly Checkin[]): BookingRemark[] => {
  if (!checkins.length) return []
  if (booking.cancelled) return [{ what: 'cancelled' }]
  const remarks: BookingRemark[] = []
  const parts = stayParts(booking)
  const ofPart = ({ arrival, departure }: (typeof parts)[number]) =>
    checkins.filter(({ arrivalDate, departureDate }) => arrivalDate === arrival && departureDate === departure)
  const people = parts[1]
    ? Math.max(...checkins.map((one) => guestsIn(arrivingWith(one, checkins))))
    : guestsIn(checkins)
  const booked = booking.people ?? people
  if (people !== booked) remarks.push({ what: people < booked ? 'fewer' : 'more', people, booked })
  const other = checkins.find((checkin) => !parts.some((part) => ofPart(part).includes(checkin)))
  // A guest may leave, so that each part is compared with the one before it.
  const open = parts.slice(1).filter((part, at) => !hasAsMany(ofPart(part), ofPart(parts[at]!)))
  if (other) remarks.push({ what: 'dates', arrival: other.arrivalDate ?? '', departure: other.departureDate ?? '' })
  else remarks.push(...open.map((part) => ({ what: 'goesOn' as const, ...part })))
  return remarks
}

/** Days before the arrival from which an invitation by hand or an overlap is a task of the day. */
const soonDays = 7

/**
 * Returns whether a stay needs the host: a letter by hand, another stay in its room, no check-in the day before the
 * arrival, a difference, a doubtful match.
 */
export const needsLook = (
  { arrival, departure, state, remarks, doubts, planned }: ExpectedStay,
  day: string,
): boolean => {
  const isSoon = arrival <= addDays(day, soonDays)
  if (planned?.byHand && (planned.about !== 'invitation' || isSoon)) return true
  if (isSoon && remarks.some(({ what }) => what === 'overlap')) return true
  if (departure < day || arrival > addDays(day, 1)) return false
  if (state === 'registered' || state === 'cancelled')
    return remarks.some((remark) => remark.what !== 'goesOn' || remark.arrival <= day)
  return doubts.length > 0 || state !== 'absent'
}

type RoomNights = Pick<BookingFields, 'arrival' | 'departure' | 'code' | 'room'> & { id: number }

type Codes = readonly Pick<ReservationCode, 'code' | 'description' | 'arrivalDate'>[]

type Room = { code: string; typed: string; name: string; isOfOneStay: boolean }

const roomIn = (codes: Codes) => {
  const byCode = new Map(codes.map((one) => [one.code, one]))
  const folded = (text: string) => fold(text).trim()
  return ({ code = '', room = '' }: RoomNights): Room => {
    const { description = '', arrivalDate } = byCode.get(code) ?? {}
    return { code, typed: folded(room), name: folded(room || description), isOfOneStay: Boolean(arrivalDate) }
  }
}

/** Compares codes, as rooms may share a name; compares names if a code is missing or made for one stay. */
const isSameRoom = (one: Room, other: Room): boolean => {
  if (one.code && one.code === other.code) return !one.typed || !other.typed || one.typed === other.typed
  const byName = !one.code || !other.code || one.isOfOneStay || other.isOfOneStay
  return byName && one.name !== '' && one.name === other.name
}

/**
 * Returns, by id, the other stays in the same room on nights that are not over on `day` (`YYYY-MM-DD`). Stays without a
 * known room overlap with none, nor do two that `mayShare` a room.
 */
export const overlaps = <Stay extends RoomNights>(
  stays: readonly Stay[],
  codes: Codes,
  day: string,
  mayShare: (one: Stay, other: Stay) => boolean = () => false,
): ReadonlyMap<number, Stay[]> => {
  const roomOf = roomIn(codes)
  const found = new Map<number, Stay[]>()
  const add = (stay: Stay, other: Stay) => found.set(stay.id, [...(found.get(stay.id) ?? []), other])
  const byArrival = stays
    .filter(({ departure }) => departure > day)
    .map((stay) => ({ stay, room: roomOf(stay) }))
    .sort((a, b) => (a.stay.arrival < b.stay.arrival ? -1 : 1))
  for (const [at, { stay, room }] of byArrival.entries())
    for (let next = at + 1; next < byArrival.length; next++) {
      const other = byArrival[next]!
      if (other.stay.arrival >= stay.departure) break
      if (!isSameRoom(room, other.room) || mayShare(stay, other.stay)) continue
      add(stay, other.stay)
      add(other.stay, stay)
    }
  return found
}
