import { type Checkin, type Draft, fieldOf } from '../../../schema/checkin'
import { italianCard, type Who } from '../../../schema/guest'

/** Paper identity cards end on this day: Regulation (EU) 2019/1157, Interior Ministry circular 76/2025. */
const paperCardsEnd = '2026-08-03'

/** The number of an electronic card of any series: two letters, five digits, two letters. */
const electronic = /^[A-Z]{2}\d{5}[A-Z]{2}$/

/** The beginning of such a number while it is typed; without two letters the card refuses the number. */
const begunElectronic = /^[A-Z]{2}\d{0,5}$|^[A-Z]{2}\d{5}[A-Z]{1,2}$|^(?![A-Z]{2})/

const numberOf = (record: Checkin | Draft, who: Who) =>
  ((record as Draft)[fieldOf(who, 'documentNumber')] ?? '').replace(/ /g, '').toUpperCase()

/** Returns whether a document is an Italian identity card, by citizenship and kind. */
export const isItalianCard = (record: Checkin | Draft, who: Who): boolean =>
  Object.entries(italianCard.if).every(([field, value]) => record[fieldOf(who, field)] === value)

/** Returns whether a guest has an invalid paper card on a day. A warning only: the police decide what they accept. */
export const isPaperCard = (record: Checkin | Draft, who: Who, day: string): boolean => {
  const number = numberOf(record, who)
  return isItalianCard(record, who) && number !== '' && !electronic.test(number) && day >= paperCardsEnd
}

/** The same while the number is typed: true once it can no longer become electronic. */
export const isPaperCardTyped = (record: Checkin | Draft, who: Who, day: string): boolean =>
  isPaperCard(record, who, day) && !begunElectronic.test(numberOf(record, who))
