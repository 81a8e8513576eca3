import { type Checkin, fieldOf } from '../../../schema/checkin'
import { type GuestField, guests } from '../../../schema/guest'
import { guest } from '../../../schema/person'
import { stay } from '../../../schema/stay'
import { shortOf } from '../flow/names'
import { isCalendar, italian } from '../text/dates'
import { evened } from '../text/transliteration'
import { displayId } from './display-id'

/**
 * Text as it is searched: capitals without accents or apostrophes, one blank between words; the dash of a check-in's
 * number stays.
 */
export const searchable = (text: string): string =>
  evened(text.replace(/(\d)-(?=\d)/g, '$1#'))
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

/** A field of a record that is neither the product's nor a guest's: the host's own question. */
const isOwn = (field: string) =>
  field !== 'id' && !Object.hasOwn(stay.properties, field) && !Object.hasOwn(guest.properties, shortOf(field).short)

/** What a check-in can be found by, field by field; a day both as the record and as Italy write it. */
const findableParts = (checkin: Checkin): [field: string, value: unknown][] => {
  const values = checkin as { [field: string]: unknown }
  const phone = checkin.phone || `${checkin.phonePrefix ?? ''}${checkin.phoneNumber ?? ''}`
  return [
    ...guests.flatMap((who) =>
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

/**
 * Everything a check-in can be found by: names, documents, code, number, room, days, phone, e-mail, company, notes, own
 * answers.
 */
export const findable = (checkin: Checkin): string =>
  // Evened at once: a list of ten thousand is made findable while it is read.
  searchable(
    findableParts(checkin)
      .map(([, value]) => value || '')
      .join(' '),
  )

/** The fields of a check-in in which what was typed stands, at most three: for each word the first that has it. */
export const hitsOf = (checkin: Checkin, typed: string): string[] => {
  const parts = findableParts(checkin).map(([field, value]) => [field, searchable(String(value || ''))] as const)
  const found = searchable(typed)
    .split(' ')
    .flatMap((word) => parts.find(([, text]) => word && text.includes(word))?.[0] ?? [])
  return [...new Set(found)].slice(0, 3)
}

/** Whether what was typed is in a findable text: every word of it, in any order, accents and case aside. */
export const finder = (typed: string): ((text: string) => boolean) => {
  const words = searchable(typed).split(' ')
  return (text) => words.every((word) => text.includes(word))
}

/** The check-ins of one day; an empty day is unknown, one that is no date stands as it was given. */
export type Group = { date: string; checkins: Checkin[] }

/**
 * Check-ins by the day of arrival or departure: the latest day first, unknown days last, in a day the newest check-in
 * first.
 */
export const grouped = (checkins: readonly Checkin[], by: 'arrival' | 'departure'): Group[] => {
  const days = new Map<string, Checkin[]>()
  for (const checkin of checkins) {
    const day = checkin[`${by}Date`] ?? ''
    const known = days.get(day)
    if (known) known.push(checkin)
    else days.set(day, [checkin])
  }
  const rank = (date: string) => (isCalendar(date) ? date : '')
  return [...days]
    .map(([date, list]) => ({ date, checkins: list.sort((a, b) => b.id - a.id) }))
    .sort((a, b) => (rank(a.date) === rank(b.date) ? (a.date < b.date ? 1 : -1) : rank(a.date) < rank(b.date) ? 1 : -1))
}

/**
 * Which of a line of equal things are near a window on it: from the first to before the last, a spare one on either
 * side.
 */
export const visibleRange = (
  offset: number,
  window: number,
  step: number,
  count: number,
): [first: number, end: number] => {
  const first = Math.max(0, Math.min(count - 1, Math.floor(offset / step) - 1))
  return [first, Math.min(count, Math.max(first + 1, Math.ceil((offset + window) / step) + 1))]
}
