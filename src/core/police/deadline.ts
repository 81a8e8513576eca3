import type { Checkin } from '../../../schema/checkin'
import { type AssumedHour, arrivalInstant } from '../checkin/checkin-states'

const hour = 3_600_000

type Stay = Pick<Checkin, 'arrivalDate' | 'arrivalTimeSlot' | 'numberOfNights'>

/**
 * Hours after the arrival in which the host must report it, with exceptions by number of nights. Art. 109, par. 3,
 * T.U.L.P.S. (R.D. 773/1931), as changed by art. 5 of D.L. 113/2018: 24 hours, or 6 for stays of at most 24 hours.
 */
const usual = 24
const hoursByNights: { readonly [nights: string]: number } = { '1': 6 }

/** Returns the hours after a stay's arrival in which it must be reported. */
export const hoursToReport = ({ numberOfNights = '' }: Pick<Checkin, 'numberOfNights'>): number =>
  hoursByNights[String(Number(numberOfNights))] ?? usual

/** Returns the instant by which an arrival must be reported, in milliseconds; undefined without a day of arrival. */
export const policeDeadline = (stay: Stay, assumed: AssumedHour): number | undefined => {
  const arrival = arrivalInstant(stay, assumed)
  return arrival === undefined ? undefined : arrival + hoursToReport(stay) * hour
}
