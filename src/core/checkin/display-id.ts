import type { Checkin } from '../../../schema/checkin'
import { isCalendar, italian } from '../text/dates'

/** Returns a check-in's number for the host: its id and the arrival as `ddmmyyyy` (`12-20112026`). */
export const displayId = ({ id, arrivalDate = '' }: Pick<Checkin, 'id' | 'arrivalDate'>): string =>
  isCalendar(arrivalDate) ? `${id}-${italian(arrivalDate).replaceAll('/', '')}` : String(id)
