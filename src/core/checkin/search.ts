import { type Checkin, fieldOf } from '../../../schema/checkin'
import { type GuestField, isNamed, namedGuests } from '../../../schema/guest'
import { guest } from '../../../schema/person'
import { stay } from '../../../schema/record'
import { ruleFieldOf, shortOf } from '../flow/names'
import { isCalendar } from '../text/dates'
import { plainCapitals } from '../text/transliteration'
import { italian } from '../text/written-dates'
import { displayId } from './checkin-states'
import { party } from './party'

/** Returns text normalised for a search: capitals without accents or apostrophes, single blanks; dashes stay. */
export const searchable = (text: string): string =>
  plainCapitals(text.replace(/(\d)-(?=\d)/g, '$1#'))
    .replace(/'/g, '')
    .replace(/\s+/g, ' ')

const named: GuestField[] = ['name', 'lastName', 'documentNumber']
const ofStay = [
  'reservationCode',
  'roomDescription',
  'email',
  'phone',
  'companyName',
  'companyCity',
  'companyVatNumber',
  'specialRequests',
] as const satisfies (keyof Checkin)[]
const days = ['arrivalDate', 'departureDate'] as const

const isOwn = (field: string) =>
  field !== 'id' &&
  !Object.hasOwn(stay.properties, ruleFieldOf(field)) &&
  !Object.hasOwn(guest.properties, shortOf(field).short)

/** Returns the fields that a search reads. A day is found in the record's form and in the Italian one. */
const findableParts = (checkin: Checkin): [field: string, value: unknown][] => {
  const values = checkin as { [field: string]: unknown }
  const phone = checkin.phone || `${checkin.phonePrefix ?? ''}${checkin.phoneNumber ?? ''}`
  return [
    ...[...namedGuests, ...party(checkin).filter((who) => !isNamed(who))].flatMap((who) =>
      named.map((field): [string, unknown] => [fieldOf(who, field), checkin[fieldOf(who, field)]]),
    ),
    ...ofStay.map((field): [string, unknown] => [field, field === 'phone' ? phone : checkin[field]]),
    ['id', displayId(checkin)],
    ...days.map((field): [string, unknown] => [
      field,
      checkin[field] && `${checkin[field]} ${italian(checkin[field])}`,
    ]),
    ...Object.keys(values)
      .filter(isOwn)
      .map((field): [string, unknown] => [field, values[field]]),
  ]
}

/** Returns everything a check-in can be found by, as one searchable text. */
export const findable = (checkin: Checkin): string =>
  // Normalised in one call, because a list of ten thousand is prepared while it is read.
  searchable(
    findableParts(checkin)
      .map(([, value]) => value || '')
      .join(' '),
  )

/** Returns at most three fields that contain the typed words, for each word the first. */
export const hitsOf = (checkin: Checkin, typed: string): string[] => {
  const parts = findableParts(checkin).map(([field, value]) => [field, searchable(String(value || ''))] as const)
  const found = searchable(typed)
    .split(' ')
    .flatMap((word) => parts.find(([, text]) => word && text.includes(word))?.[0] ?? [])
  return [...new Set(found)].slice(0, 3)
}

/** Returns a test whether a text contains every typed word, in any order. */
export const finder = (typed: string): ((text: string) => boolean) => {
  const words = searchable(typed).split(' ')
  return (text) => words.every((word) => text.includes(word))
}

/** The check-ins of one day; an empty day is unknown. */
export type Group = { date: string; checkins: Checkin[] }

/** Returns check-ins by day of arrival or departure: latest day first, unknown last, newest check-in first. */
export const grouped = (checkins: readonly Checkin[], by: 'arrival' | 'departure'): Group[] => {
  const days = new Map<string, Checkin[]>()
  for (const checkin of checkins) {
    const day = checkin[`${by}Date`] ?? ''
    const ofDay = days.get(day)
    if (ofDay) ofDay.push(checkin)
    else days.set(day, [checkin])
  }
  const rank = (date: string) => `${isCalendar(date) ? date : ''} ${date}`
  return [...days]
    .map(([date, list]) => ({ date, checkins: list.sort((a, b) => b.id - a.id) }))
    .sort((a, b) => (rank(a.date) < rank(b.date) ? 1 : -1))
}

/** Returns the first and the end row to draw in a scrolled window, with one more on either side. */
export const visibleRange = (
  offset: number,
  window: number,
  step: number,
  count: number,
): [first: number, end: number] => {
  const first = Math.max(0, Math.min(count - 1, Math.floor(offset / step) - 1))
  return [first, Math.min(count, Math.max(first + 1, Math.ceil((offset + window) / step) + 1))]
}
