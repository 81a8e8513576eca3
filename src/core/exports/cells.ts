import type { PlaceKind } from '../../../schema/calls/tables'
import { spell } from '../checkin/spellings'
import { type Found, italyCode } from '../places/place'
import { isCalendar } from '../text/dates'
import { answerOf, type GuestEntry, type WriteCell } from './record-layout'

const shapes = { country: /^1\d{8}$/, city: /^4\d{8}$/, place: /^[14]\d{8}$/ }

/** What a name means to the place book; a code of another kind than was asked for means nothing. */
export const lookUp = (entry: GuestEntry, kind: PlaceKind, text: string): Found => {
  const answer = text ? entry.book[kind](text) : { unknown: true as const }
  return 'found' in answer && !shapes[kind].test(answer.found.code) ? { unknown: true } : answer
}

/** Write the nine-digit code of a place, or say that it is missing. */
export const place =
  (kind: PlaceKind): WriteCell =>
  (text, entry) => {
    const answer = lookUp(entry, kind, text)
    return 'found' in answer
      ? answer.found.code
      : { rule: 'place', kind, candidates: 'candidates' in answer ? answer.candidates : [] }
  }

/** Whether a town of Italy is wanted: the country is Italy, or nobody knows yet and the town is unanswered as well. */
export const inItaly =
  (country: string, town: string) =>
  (entry: GuestEntry): boolean => {
    const answer = lookUp(entry, 'country', answerOf(entry, country))
    return 'found' in answer ? answer.found.code === italyCode : !answerOf(entry, town)
  }

/** Write one of two words for the sex; an unknown one is refused, never taken for a woman. */
export const sex =
  (man: string, woman: string): WriteCell =>
  (text) => {
    const known = spell('gender', text)
    return known === 'UOMO' ? man : known === 'DONNA' ? woman : { rule: 'sex' }
  }

/** Write a date (`YYYY-MM-DD`) in the layout's own form. */
export const dateCell =
  (form: (date: string) => string): WriteCell =>
  (text) =>
    isCalendar(text) ? form(text) : { rule: 'date' }

/** Write a birth date: a day since 1900, not after the arrival. */
export const birth =
  (form: (date: string) => string): WriteCell =>
  (text, entry) => {
    const arrival = answerOf(entry, 'arrivalDate')
    return text < '1900-01-01' || (isCalendar(arrival) && text > arrival)
      ? { rule: 'date' }
      : dateCell(form)(text, entry)
  }

/** Write the nights of a stay in two digits, 1 to 30; a longer one is a second record of its own. */
export const nights: WriteCell = (text) =>
  /^0*([1-9]|[12]\d|30)$/.test(text) ? String(Number(text)).padStart(2, '0') : { rule: 'nights' }
