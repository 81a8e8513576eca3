import type { Checkin } from '../../../schema/checkin'
import { isCalendar } from '../text/dates'
import { romeInstant } from '../text/rome-time'

/** The beginning (`HH:MM`) of each arrival slot. */
const earliest: { readonly [slot: string]: string } = {
  '15:00-16:30': '15:00',
  '16:30-18:00': '16:30',
  'after 18:00': '18:00',
}

/** Returns whether an arrival slot says an hour. */
export const hasTime = (slot = ''): boolean => Object.hasOwn(earliest, slot)

/** What stands for the hour of an arrival without a slot: the day's beginning, the first slot's, or the day's end. */
export type AssumedHour = '00:00' | '15:00' | '24:00'

/** Returns the earliest instant of an arrival in milliseconds; undefined without a day of arrival. */
export const arrivalInstant = (
  { arrivalDate = '', arrivalTimeSlot = 'unknown' }: Pick<Checkin, 'arrivalDate' | 'arrivalTimeSlot'>,
  assumed: AssumedHour,
): number | undefined =>
  isCalendar(arrivalDate) ? romeInstant(arrivalDate, earliest[arrivalTimeSlot] ?? assumed) : undefined
