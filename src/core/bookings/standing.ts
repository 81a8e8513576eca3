import type { BookingRemark, BookingState, ExpectedStay, StoredBooking } from '../../../schema/bookings'
import type { Checkin } from '../../../schema/checkin'
import { party } from '../checkin/party'
import { addDays } from '../text/dates'

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

/** Returns differences between a stay and its check-ins that the host should see. */
export const bookingRemarks = (booking: StoredBooking, checkins: readonly Checkin[]): BookingRemark[] => {
  if (!checkins.length) return []
  if (booking.cancelled) return [{ what: 'cancelled' }]
  const remarks: BookingRemark[] = []
  const people = checkins.reduce((sum, checkin) => sum + party(checkin).length, 0)
  const booked = booking.people ?? people
  if (people !== booked) remarks.push({ what: people < booked ? 'fewer' : 'more', people, booked })
  const other = checkins.find(
    ({ arrivalDate, departureDate }) => arrivalDate !== booking.arrival || departureDate !== booking.departure,
  )
  if (other) remarks.push({ what: 'dates', arrival: other.arrivalDate ?? '', departure: other.departureDate ?? '' })
  return remarks
}

/** Days before the arrival from which an invitation by hand or an overlap is a task of the day. */
const aWeek = 7

/**
 * Returns whether a stay needs the host: an invitation by hand, another stay in its room, no check-in the day before
 * the arrival, a difference, a doubtful match.
 */
export const needsLook = (
  { arrival, departure, state, remarks, doubts, planned }: ExpectedStay,
  day: string,
): boolean => {
  const isSoon = arrival <= addDays(day, aWeek)
  if (planned?.byHand && (planned.about !== 'invitation' || isSoon)) return true
  if (isSoon && remarks.some(({ what }) => what === 'overlap')) return true
  if (departure < day || arrival > addDays(day, 1)) return false
  if (state === 'registered' || state === 'cancelled') return remarks.length > 0
  return doubts.length > 0 || state !== 'absent'
}
