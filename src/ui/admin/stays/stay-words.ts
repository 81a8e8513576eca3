import type { BookingRemark, BookingState, ExpectedStay } from '../../../../schema/bookings'
import { daysBetween } from '../../../core/text/dates'
import type { Tone } from '../../look/chip'
import { plural, say } from '../../shared/published'
import { dayShown } from '../session/host'

/** The tone of a stay's state. */
export const stayTone: { readonly [state in BookingState]: Tone } = {
  expected: 'plain',
  today: 'warn',
  missing: 'bad',
  absent: 'bad',
  registered: 'good',
  cancelled: 'plain',
}

/** Returns what a stay is called: its name, else its booking number. */
export const stayName = ({ name, reference }: Pick<ExpectedStay, 'name' | 'reference'>): string =>
  name ?? reference ?? say('stays.nameless')

/** Returns two days in a line. */
export const daysShown = (from: string, to: string): string => [from, to].filter(Boolean).map(dayShown).join(' – ')

/** Returns a stay's days and nights. */
export const stayDays = ({ arrival, departure }: Pick<ExpectedStay, 'arrival' | 'departure'>): string =>
  `${daysShown(arrival, departure)} · ${plural('today.nights', daysBetween(arrival, departure))}`

/** Returns what is known of a stay's guests besides the name, in a line. */
export const stayDetails = ({ name, reference, people, phoneEnd, pinned }: ExpectedStay): string =>
  [
    people && plural('stays.people', people),
    name && reference,
    phoneEnd && say('stays.phoneEnd', { digits: phoneEnd }),
    pinned && say('stays.pinned'),
  ]
    .filter(Boolean)
    .join(' · ')

/** Returns a remark in words. */
export const remarkWords = (remark: BookingRemark): string => {
  if (remark.what !== 'dates') return say(`stays.remark.${remark.what}`, { ...remark })
  return say('stays.remark.dates', { arrival: dayShown(remark.arrival), departure: dayShown(remark.departure) })
}
