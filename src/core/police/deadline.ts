import type { Checkin } from '../../../schema/checkin'
import { isCalendar } from '../text/dates'
import { romeInstant } from '../text/rome-time'

const hour = 3_600_000

/** The beginning (`HH:MM`) of each arrival slot; without a slot, midnight. */
const earliest: { readonly [slot: string]: string } = {
  '15:00-16:30': '15:00',
  '16:30-18:00': '16:30',
  'after 18:00': '18:00',
}

type Stay = Pick<Checkin, 'arrivalDate' | 'arrivalTimeSlot' | 'numberOfNights'>

/** Returns the earliest instant of an arrival in milliseconds; undefined without a day of arrival. */
export const arrivalInstant = ({ arrivalDate = '', arrivalTimeSlot = 'unknown' }: Stay): number | undefined =>
  isCalendar(arrivalDate) ? romeInstant(arrivalDate, earliest[arrivalTimeSlot] ?? '00:00') : undefined

/**
 * Hours after the arrival in which the host must report it, with exceptions by number of nights. Art. 109, par. 3,
 * T.U.L.P.S. (R.D. 773/1931), as changed by art. 5 of D.L. 113/2018: 24 hours, or 6 for stays of at most 24 hours.
 */
const usual = 24
const hoursByNights: { readonly [nights: string]: number } = { '1': 6 }

const hoursToReport = ({ numberOfNights = '' }: Pick<Checkin, 'numberOfNights'>): number =>
  hoursByNights[String(Number(numberOfNights))] ?? usual

/** Returns the instant by which an arrival must be reported, in milliseconds; undefined without a day of arrival. */
export const policeDeadline = (stay: Stay): number | undefined => {
  const arrival = arrivalInstant(stay)
  return arrival === undefined ? undefined : arrival + hoursToReport(stay) * hour
}
