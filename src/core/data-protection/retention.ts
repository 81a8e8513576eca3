import { type Checkin, fieldOf } from '../../../schema/checkin'
import type { GuestField } from '../../../schema/guest'
import type { Settings } from '../../../schema/settings'
import { isCoarse } from '../checkin/coarse'
import { party } from '../checkin/party'
import { ageOn } from '../exports/tourist-tax'
import { toldOf } from '../police/police-file'
import { policePrint } from '../police/police-state'
import { addDays, isCalendar } from '../text/dates'

/** How long each kind of data is kept: days after the departure, days, and whole years after the year it belongs to. */
export type Terms = Pick<
  Settings,
  'identityDays' | 'recordYears' | 'letterDays' | 'exportYears' | 'receiptYears' | 'flowYears' | 'accessDays'
>

/** What leaves next: who the guests are, or all that is left of their stay. */
export type Leaving = 'identity' | 'record'

/**
 * What is still known of a guest once the identity has gone: what statistics and the tourist tax count by. The town of
 * a residence only in Italy, where the tourism office counts by it; of other countries the country.
 */
const coarse: readonly GuestField[] = ['gender', 'age', 'citizenship', 'residenceCountry']

/** What is still known of the stay. */
const ofStay = [
  'addSecondGuest',
  'addThirdGuest',
  'reservationCode',
  'roomDescription',
  'arrivalDate',
  'departureDate',
  'numberOfNights',
  'paymentMethod',
  'paymentStatus',
  'paidAmount',
  'paidAt',
  'createdAt',
  'roomOf',
] as const

const guestPart = (checkin: Checkin, who: 'main' | 'second' | 'third') => {
  const of = (field: GuestField) => checkin[fieldOf(who, field) as keyof Checkin]
  const birth = String(of('birthDate') ?? '')
  const age = isCalendar(birth) && isCalendar(checkin.arrivalDate ?? '') ? ageOn(birth, checkin.arrivalDate!) : NaN
  const kept: { [field: string]: unknown } = Object.fromEntries(coarse.map((field) => [fieldOf(who, field), of(field)]))
  if (age >= 0) kept[fieldOf(who, 'age')] = String(age)
  if (of('residenceCountry') === 'Italia') kept[fieldOf(who, 'residenceCity')] = of('residenceCity')
  return kept
}

/**
 * The changes that take from a check-in all that says who the guests are, at an ISO instant: every field goes but those
 * named here, so that the host's own questions, and whatever is asked one day, go too. `null` removes a field. Nothing
 * is released afterwards.
 */
export const coarsened = (checkin: Checkin, at: string): { [field: string]: string | null } => {
  const kept = {
    ...Object.fromEntries(ofStay.map((field) => [field, checkin[field]])),
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

/**
 * Whether the host has said that the police were told of every guest of a check-in, and as each still stands; `digest`
 * is a file's.
 */
export const wasTold = (checkin: Checkin, digest: (text: string) => string): boolean => {
  const prints = toldOf(checkin)?.prints
  return prints !== undefined && party(checkin).every((who) => prints[who] === digest(policePrint(checkin, who)))
}

/** The day of departure, by which a term counts; undefined where the record has no day at all. */
const endOf = ({ departureDate = '', arrivalDate = '' }: Checkin) =>
  [departureDate, arrivalDate].find((day) => isCalendar(day))

/** 1 January after so many whole years have followed the year of a day `YYYY-MM-DD`. */
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
  if (isCoarse(checkin)) return { what: 'record', from: yearsAfter(end, recordYears) }
  return isTold ? { what: 'identity', from: addDays(end, identityDays) } : undefined
}

/** Whether a check-in is past its term and stays all the same, because nobody has said that the police were told. */
export const isWaiting = (
  checkin: Checkin,
  { identityDays }: Pick<Terms, 'identityDays'>,
  isTold: boolean,
  day: string,
): boolean => {
  const end = endOf(checkin)
  return Boolean(end && !isCoarse(checkin) && !checkin.retentionHold && !isTold && addDays(end, identityDays) <= day)
}

/** Whether a note made at an ISO instant has outlived so many days, or so many whole years, on a day. */
export const isPast = (at: string, term: { days: number } | { years: number }, day: string): boolean => {
  const made = at.slice(0, 10)
  if (!isCalendar(made)) return false
  return ('days' in term ? addDays(made, term.days) : yearsAfter(made, term.years)) <= day
}
