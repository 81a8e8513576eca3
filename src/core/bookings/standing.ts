import type { BookingRemark, BookingState, ExpectedStay, StoredBooking } from '../../../schema/bookings'
import type { Checkin } from '../../../schema/checkin'
import { party } from '../checkin/party'
import { addDays } from '../text/dates'
import { stayParts } from './stay-parts'

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

/** The same guests are in the check-in of each part of a long stay. */
const arrivingWith = ({ arrivalDate }: Checkin, checkins: readonly Checkin[]) =>
  checkins.filter((one) => one.arrivalDate === arrivalDate)

/** Returns differences between a stay and its check-ins that the host should see. */
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
  const next = parts.find((part) => !ofPart(part).length)
  if (other) remarks.push({ what: 'dates', arrival: other.arrivalDate ?? '', departure: other.departureDate ?? '' })
  else if (next && next !== parts[0]) remarks.push({ what: 'goesOn', ...next })
  return remarks
}

/** Days before the arrival from which an invitation by hand or an overlap is a task of the day. */
const aWeek = 7

/**
 * Returns whether a stay needs the host: a letter by hand, another stay in its room, no check-in the day before the
 * arrival, a difference, a doubtful match.
 */
export const needsLook = (
  { arrival, departure, state, remarks, doubts, planned }: ExpectedStay,
  day: string,
): boolean => {
  const isSoon = arrival <= addDays(day, aWeek)
  if (planned?.byHand && (planned.about !== 'invitation' || isSoon)) return true
  if (isSoon && remarks.some(({ what }) => what === 'overlap')) return true
  if (departure < day || arrival > addDays(day, 1)) return false
  if (state === 'registered' || state === 'cancelled')
    return remarks.some((remark) => remark.what !== 'goesOn' || remark.arrival <= day)
  return doubts.length > 0 || state !== 'absent'
}
