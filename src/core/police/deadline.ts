import type { Checkin } from '../../../schema/checkin'
import { isCalendar } from '../text/dates'
import { romeInstant } from '../text/rome-time'

const hour = 3_600_000

/**
 * When the guests of each time slot may be there at the earliest, `HH:MM`; who has not said may come from midnight on.
 */
const earliest: { readonly [slot: string]: string } = {
  '15:00-16:30': '15:00',
  '16:30-18:00': '16:30',
  'after 18:00': '18:00',
}

type Stay = Pick<Checkin, 'arrivalDate' | 'arrivalTimeSlot' | 'numberOfNights'>

/** The earliest instant of an arrival, in milliseconds; undefined without a day of arrival. */
export const arrivalInstant = ({ arrivalDate = '', arrivalTimeSlot = 'unknown' }: Stay): number | undefined =>
  isCalendar(arrivalDate) ? romeInstant(arrivalDate, earliest[arrivalTimeSlot] ?? '00:00') : undefined

/** The hours the law leaves to tell the police of an arrival: 24, of a stay of at most 24 hours 6. */
export const hoursToTell = ({ numberOfNights = '' }: Pick<Checkin, 'numberOfNights'>): 6 | 24 =>
  Number(numberOfNights) === 1 ? 6 : 24

/**
 * Until when the police must be told of an arrival, in milliseconds; undefined without a day of arrival. Art. 109,
 * third paragraph, of the T.U.L.P.S. (R.D. 773/1931) as changed by art. 5 of D.L. 113/2018: within 24 hours of the
 * arrival, and within 6 hours for stays of no more than 24 hours.
 */
export const policeDeadline = (stay: Stay): number | undefined => {
  const arrival = arrivalInstant(stay)
  return arrival === undefined ? undefined : arrival + hoursToTell(stay) * hour
}
