import { type Checkin, type Draft, fieldOf } from '../../../schema/checkin'
import { type GuestField, laterGuests, partyFlag, type Who } from '../../../schema/guest'
import type { Settings } from '../../../schema/settings'
import { isIdentityRemoved } from '../checkin/checkin-states'
import { isInItaly, party } from '../checkin/party'
import { declarationOf, holdsAll } from '../police/filing-states'
import { printsOf } from '../police/police-state'
import { addDays, ageOn, isCalendar } from '../text/dates'

/** The period of each kind of data: days after the departure, days, or whole years after its year. */
export type Terms = Pick<
  Settings,
  'identityDays' | 'recordYears' | 'letterDays' | 'exportYears' | 'receiptYears' | 'flowYears' | 'accessDays'
>

/** What is removed of a check-in: first the identity, then the rest of the record. */
export type RemovalKind = 'identity' | 'record'

/** What remains of a guest for statistics and tourist tax. Towns remain in Italy only. */
const keptOfGuest: readonly GuestField[] = ['gender', 'age', 'citizenship', 'residenceCountry', 'taxRelief']

const keptOfStay = [
  'reservationCode',
  'roomDescription',
  'arrivalDate',
  'departureDate',
  'numberOfNights',
  'paymentMethod',
  'paymentStatus',
  'paidAmount',
  'paidAt',
  'nightPrice',
  'groupSize',
  'taxPaid',
  'taxPaidAmount',
  'taxPaidAt',
  'taxReceipts',
  'createdAt',
  'roomOf',
  'taxEarlier',
] as const

const guestPart = (checkin: Checkin, who: Who) => {
  const answer = (field: GuestField) => checkin[fieldOf(who, field) as keyof Checkin]
  const birth = String(answer('birthDate') ?? '')
  const age = isCalendar(birth) && isCalendar(checkin.arrivalDate ?? '') ? ageOn(birth, checkin.arrivalDate!) : NaN
  const kept: Record<string, unknown> = Object.fromEntries(keptOfGuest.map((one) => [fieldOf(who, one), answer(one)]))
  if (age >= 0) kept[fieldOf(who, 'age')] = String(age)
  if (isInItaly(answer('residenceCountry'))) kept[fieldOf(who, 'residenceCity')] = answer('residenceCity')
  return kept
}

/** Returns the changes that remove an identity; `null` removes a field. A field that is not listed here goes. */
export const identityRemoval = (checkin: Checkin, at: string): { [field: string]: string | null } => {
  const kept = {
    ...Object.fromEntries(
      [...keptOfStay, ...laterGuests.map(partyFlag)].map((field) => [field, (checkin as unknown as Draft)[field]]),
    ),
    ...Object.assign({}, ...party(checkin).map((who) => guestPart(checkin, who))),
  }
  const gone = Object.keys(checkin).filter((field) => field !== 'id' && kept[field] === undefined)
  const added = Object.entries(kept).filter(([, value]) => value !== undefined)
  return {
    ...Object.fromEntries(gone.map((field) => [field, null])),
    ...(Object.fromEntries(added) as { [field: string]: string }),
    enabledForSending: 'no',
    identityRemovedAt: at,
  }
}

/** Returns whether the host declared every guest reported, as the record is now; `digest` is the one of files. */
export const wasReported = (checkin: Checkin, digest: (text: string) => string): boolean => {
  const prints = declarationOf(checkin)?.prints
  return prints !== undefined && holdsAll(prints, printsOf(checkin, digest))
}

/** Returns the departure, else the arrival; undefined without either. */
const endOf = ({ departureDate = '', arrivalDate = '' }: Checkin) =>
  [departureDate, arrivalDate].find((day) => isCalendar(day))

/** Returns 1 January after `years` whole years that follow the year of a day. */
const yearsAfter = (day: string, years: number) => `${Number(day.slice(0, 4)) + years + 1}-01-01`

/**
 * Returns the next removal of a check-in, and its first day. The identity goes some days after the departure, once it
 * is reported (D.M. 7 January 2013: what was sent is destroyed); the rest on 1 January after `recordYears` whole years:
 * a comune can assess a tax until 31 December of the fifth year after the one of its declaration (L. 296/2006, art. 1,
 * par. 161), and the tourist tax is declared by 30 June of the year after the stay (D.Lgs. 23/2011, art. 4). Undefined
 * while a reason holds it back, it is not reported, or it has no date.
 */
export const plannedRemoval = (
  checkin: Checkin,
  { identityDays, recordYears }: Pick<Terms, 'identityDays' | 'recordYears'>,
  isReported: boolean,
): { what: RemovalKind; from: string } | undefined => {
  const end = endOf(checkin)
  if (!end || checkin.retentionHold) return undefined
  if (isIdentityRemoved(checkin)) return { what: 'record', from: yearsAfter(end, recordYears) }
  return isReported ? { what: 'identity', from: addDays(end, identityDays) } : undefined
}

/** Returns whether a check-in past its period keeps its identity, because no report to the police was declared. */
export const isKeptUnreported = (
  checkin: Checkin,
  terms: Pick<Terms, 'identityDays' | 'recordYears'>,
  isReported: boolean,
  day: string,
): boolean => {
  const removal = isReported ? undefined : plannedRemoval(checkin, terms, true)
  return removal?.what === 'identity' && removal.from <= day
}

/** Returns whether a note of an ISO instant is older than `term` on a day. */
export const isPast = (at: string, term: { days: number } | { years: number }, day: string): boolean => {
  const writtenOn = at.slice(0, 10)
  if (!isCalendar(writtenOn)) return false
  return ('days' in term ? addDays(writtenOn, term.days) : yearsAfter(writtenOn, term.years)) <= day
}
