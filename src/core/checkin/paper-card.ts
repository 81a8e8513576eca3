import { type Checkin, type Draft, fieldOf } from '../../../schema/checkin'
import { italianCard, type Who } from '../../../schema/guest'

/**
 * The first day on which Italian identity cards of paper are no longer valid, in Italy either: Regulation (EU)
 * 2019/1157, Interior Ministry circular 76/2025 of 13/10/2025.
 */
export const paperCardsEnd = '2026-08-03'

/**
 * The number of an Italian identity card that is electronic, of any of its series: two letters, five digits, two
 * letters.
 */
const electronic = /^[A-Z]{2}\d{5}[A-Z]{2}$/

/** The beginning of such a number, as it is while it is typed. */
const begunElectronic = /^[A-Z]{0,2}$|^[A-Z]{2}\d{1,5}$|^[A-Z]{2}\d{5}[A-Z]{1,2}$/

const numberOf = (record: Checkin | Draft, who: Who) =>
  (record[fieldOf(who, 'documentNumber')] ?? '').replace(/ /g, '').toUpperCase()

/** Whether a guest's document is an Italian identity card, as far as citizenship and kind of document tell. */
export const isItalianCard = (record: Checkin | Draft, who: Who): boolean =>
  Object.entries(italianCard.if).every(([field, value]) => record[fieldOf(who, field)] === value)

/**
 * Whether a guest comes with an Italian identity card of paper on a day when it is no longer valid: guest and host are
 * warned, nobody is refused, since the police tell whether they accept it. `day` is the arrival, or today
 * (`YYYY-MM-DD`) until it is known.
 */
export const isPaperCard = (record: Checkin | Draft, who: Who, day: string): boolean => {
  const number = numberOf(record, who)
  return isItalianCard(record, who) && number !== '' && !electronic.test(number) && day >= paperCardsEnd
}

/** The same while the number is typed: only once it can no longer become one of the electronic form. */
export const isPaperCardTyped = (record: Checkin | Draft, who: Who, day: string): boolean =>
  isPaperCard(record, who, day) && !begunElectronic.test(numberOf(record, who))
