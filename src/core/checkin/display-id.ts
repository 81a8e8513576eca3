import type { Checkin } from '../../../schema/checkin'
import { isCalendar, italian } from '../text/dates'

/**
 * How a check-in is called on the host's cards and in letters: its number and, with an arrival, a dash and the day as
 * `ddmmyyyy` (`12-20112026`).
 */
export const displayId = ({ id, arrivalDate = '' }: Pick<Checkin, 'id' | 'arrivalDate'>): string =>
  isCalendar(arrivalDate) ? `${id}-${italian(arrivalDate).replaceAll('/', '')}` : String(id)
