import type { PlaceKind } from '../../../schema/calls/tables'
import { spell } from '../checkin/spellings'
import { type Found, italyCode } from '../places/place'
import { isCalendar } from '../text/dates'
import { answerOf, type GuestEntry, type WriteCell } from './record-layout'

const shapes = { country: /^1\d{8}$/, city: /^4\d{8}$/, place: /^[14]\d{8}$/ }

/** Looks up a name in the place book; a place with a code of another kind counts as unknown. */
export const lookUp = (entry: GuestEntry, kind: PlaceKind, text: string): Found => {
  const answer = text ? entry.book[kind](text) : { unknown: true as const }
  return 'found' in answer && !shapes[kind].test(answer.found.code) ? { unknown: true } : answer
}

/** Writes the nine-digit code of a place, or reports it missing. */
export const place =
  (kind: PlaceKind): WriteCell =>
  (text, entry) => {
    const answer = lookUp(entry, kind, text)
    return 'found' in answer
      ? answer.found.code
      : { rule: 'place', kind, candidates: 'candidates' in answer ? answer.candidates : [] }
  }

/** Returns whether a town in Italy is required: the country is Italy, or is unknown and no town was answered. */
export const inItaly =
  (country: string, town: string) =>
  (entry: GuestEntry): boolean => {
    const answer = lookUp(entry, 'country', answerOf(entry, country))
    return 'found' in answer ? answer.found.code === italyCode : !answerOf(entry, town)
  }

/** Writes the sex; an unknown value is refused. */
export const sex =
  (man: string, woman: string): WriteCell =>
  (text) => {
    const gender = spell('gender', text)
    return gender === 'UOMO' ? man : gender === 'DONNA' ? woman : { rule: 'sex' }
  }

/** Writes a date (`YYYY-MM-DD`) in the layout's form. */
export const dateCell =
  (form: (date: string) => string): WriteCell =>
  (text) =>
    isCalendar(text) ? form(text) : { rule: 'date' }

/** Writes a birth date from 1900 up to the arrival. */
export const birth =
  (form: (date: string) => string): WriteCell =>
  (text, entry) => {
    const arrival = answerOf(entry, 'arrivalDate')
    return text < '1900-01-01' || (isCalendar(arrival) && text > arrival)
      ? { rule: 'date' }
      : dateCell(form)(text, entry)
  }

/** Writes the nights in two digits, 1 to 30; a longer stay needs a second record. */
export const nights: WriteCell = (text) =>
  /^0*([1-9]|[12]\d|30)$/.test(text) ? String(Number(text)).padStart(2, '0') : { rule: 'nights' }
