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

/** What is removed next: the identity, or the rest of the record. */
export type Leaving = 'identity' | 'record'

/** What remains of a guest for statistics and tourist tax; the town only in Italy. */
const coarse: readonly GuestField[] = ['gender', 'age', 'citizenship', 'residenceCountry', 'taxRelief']

/** What remains of the stay. */
const ofStay = [
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
  const of = (field: GuestField) => checkin[fieldOf(who, field) as keyof Checkin]
  const birth = String(of('birthDate') ?? '')
  const age = isCalendar(birth) && isCalendar(checkin.arrivalDate ?? '') ? ageOn(birth, checkin.arrivalDate!) : NaN
  const kept: { [field: string]: unknown } = Object.fromEntries(coarse.map((field) => [fieldOf(who, field), of(field)]))
  if (age >= 0) kept[fieldOf(who, 'age')] = String(age)
  if (isInItaly(of('residenceCountry'))) kept[fieldOf(who, 'residenceCity')] = of('residenceCity')
  return kept
}

/** Returns the changes that remove an identity. Fields not named here go, so new questions go too; `null` removes. */
export const identityRemoval = (checkin: Checkin, at: string): { [field: string]: string | null } => {
  const kept = {
    ...Object.fromEntries(
      [...ofStay, ...laterGuests.map(partyFlag)].map((field) => [field, (checkin as unknown as Draft)[field]]),
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

/** Returns whether the police were told of every guest as the record is now; `digest` is the one of files. */
export const wasReported = (checkin: Checkin, digest: (text: string) => string): boolean => {
  const prints = declarationOf(checkin)?.prints
  return prints !== undefined && holdsAll(prints, printsOf(checkin, digest))
}

/** The departure or the arrival; undefined without either. */
const endOf = ({ departureDate = '', arrivalDate = '' }: Checkin) =>
  [departureDate, arrivalDate].find((day) => isCalendar(day))

/** 1 January after `years` whole years have followed the year of a day. */
const yearsAfter = (day: string, years: number) => `${Number(day.slice(0, 4)) + years + 1}-01-01`

/**
 * The day from which what a check-in still holds must be gone, and what of it: the identity some days after the
 * departure, once the police have been told (D.M. 7 January 2013: what was sent is destroyed); the rest on 1 January
 * after `recordYears` whole years (art. 1, par. 161, of L. 296/2006: a comune's notice of assessment may come until 31
 * December of the fifth year after the one in which the declaration was or should have been made; that of the tourist
 * tax is due by 30 June of the year after the stay, D.Lgs. 23/2011, art. 4). Undefined while a reason holds it back,
 * the police have not been told, or it has no date.
 */
export const leavingOf = (
  checkin: Checkin,
  { identityDays, recordYears }: Pick<Terms, 'identityDays' | 'recordYears'>,
  isTold: boolean,
): { what: Leaving; from: string } | undefined => {
  const end = endOf(checkin)
  if (!end || checkin.retentionHold) return undefined
  if (isIdentityRemoved(checkin)) return { what: 'record', from: yearsAfter(end, recordYears) }
  return isTold ? { what: 'identity', from: addDays(end, identityDays) } : undefined
}

/** Returns whether a check-in is past its period but kept, because no report to the police was declared. */
export const isWaiting = (
  checkin: Checkin,
  { identityDays }: Pick<Terms, 'identityDays'>,
  isTold: boolean,
  day: string,
): boolean => {
  const end = endOf(checkin)
  return Boolean(end && !isIdentityRemoved(checkin) && !checkin.retentionHold && !isTold && addDays(end, identityDays) <= day)
}

/** Returns whether a note of an ISO instant is older than `term` on a day. */
export const isPast = (at: string, term: { days: number } | { years: number }, day: string): boolean => {
  const writtenOn = at.slice(0, 10)
  if (!isCalendar(writtenOn)) return false
  return ('days' in term ? addDays(writtenOn, term.days) : yearsAfter(writtenOn, term.years)) <= day
}
