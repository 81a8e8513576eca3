import { type Checkin, fieldOf, type RecordField, stay } from '../../../schema/checkin'
import type { ReservationCode } from '../../../schema/code'
import { guest, guests, type Who } from '../../../schema/guest'
import { guestType, spell } from '../checkin/spellings'
import { type Found, italy, type Kind, type Place } from '../places/place'
import { isCalendar } from '../text/dates'
import type { Refusal } from '../text/transliteration'

/** What a file asks of the place book. */
export type PlaceBook = {
  country(text: string): Found
  city(text: string): Found
  place(text: string): Found
  isCode(code: string): Place | undefined
}

/** What is wrong with one answer for an official file. */
export type Rule =
  | Refusal
  | 'required'
  | 'maxLength'
  | 'sex'
  | 'date'
  | 'nights'
  | 'document'
  | 'issueTown'
  | 'place'
  | 'province'
  | 'structureCode'
  | 'reservationCode'

/** What stops a file: whose answer (by the record's name of the field), the rule it breaks, and the answer. `checkin` 0 is the host's settings. */
export type Fault = {
  checkin: number
  guest: Who
  field: string
  rule: Rule
  text: string
  limit?: number
  refused?: string
}

/** A place with no official code yet: `kind` says which look-up wants it, `candidates` what it may be. The host is asked. */
export type Missing = Fault & { rule: 'place'; kind: Kind; candidates: Place[] }

/** What the portal would refuse although the file is well formed; the host decides. `day` is set where it is about a day. */
export type Warning = { rule: string; checkin?: number; day?: string }

/** One finished file, and the ids of the check-ins in it. */
export type OfficialFile = { name: string; text: string; ids: number[] }

/** All or nothing: there are files only while nothing is missing and nothing is wrong. Warnings come with either. */
export type Export = { files: OfficialFile[]; missing: Missing[]; faults: Fault[]; warnings: Warning[] }

/** One guest about to be written. */
export type Line = { checkin: Checkin; who: Who; type: string; book: PlaceBook; apartment?: string }

type Flaw = { rule: Rule; limit?: number; refused?: string; kind?: Kind; candidates?: Place[] }
/** How an answer is written into its cell, or why it cannot be. */
export type Write = (text: string, line: Line) => string | Flaw

/** One field of an official layout: how wide it is at most, the answer it comes from, when it is asked at all. */
export type Row = {
  name: string
  width: number
  field?: string
  optional?: true
  when?: (line: Line) => boolean
  write: Write
}

/** Whether the host has released a check-in; no other is ever exported. */
export const enabled = (checkin: Checkin): boolean => checkin.enabledForSending === 'yes'

/** The guests of a check-in, in the order the files want them: the head first. */
export const party = (checkin: Checkin): Who[] =>
  guests.filter((who) => who === 'main' || checkin[who === 'second' ? 'addSecondGuest' : 'addThirdGuest'] === 'yes')

/** The host's entry for a check-in's reservation code. */
export const entries = (codes: readonly ReservationCode[]): ((checkin: Checkin) => ReservationCode | undefined) => {
  const known = new Map(codes.map((entry) => [entry.code.toUpperCase(), entry]))
  return (checkin) => known.get((checkin.reservationCode ?? '').toUpperCase())
}

const isShared = (field: string) => Object.hasOwn(stay.properties, field)
const shared = Object.keys(stay.properties).map((field) => [field, field])
const namesOf = (who: Who) =>
  new Map([...Object.keys(guest.properties).map((field) => [field, fieldOf(who, field)]), ...shared] as [
    string,
    RecordField,
  ][])
const names = { main: namesOf('main'), second: namesOf('second'), third: namesOf('third') }

/** The answer a field got, without blanks around it. */
export const given = (line: Line, field: string): string => {
  const text = String(line.checkin[names[line.who].get(field)!] ?? '')
  return text.startsWith(' ') || text.endsWith(' ') ? text.replace(/^ +| +$/g, '') : text
}

const shapes = { country: /^1\d{8}$/, city: /^4\d{8}$/, place: /^[14]\d{8}$/ }

/** What a name means to the book; a code of another kind than was asked for means nothing. */
export const look = (line: Line, kind: Kind, text: string): Found => {
  const answer = text ? line.book[kind](text) : { unknown: true as const }
  return 'found' in answer && !shapes[kind].test(answer.found.code) ? { unknown: true } : answer
}

/** A place book that looks each name up once: ten thousand guests are born in a few hundred towns. */
export const remembering = (book: PlaceBook): PlaceBook => {
  const once = (find: (text: string) => Found) => {
    const known = new Map<string, Found>()
    return (text: string) => known.get(text) ?? known.set(text, find(text)).get(text)!
  }
  return {
    ...book,
    country: once((text) => book.country(text)),
    city: once((text) => book.city(text)),
    place: once((text) => book.place(text)),
  }
}

/** Write the nine-digit code of a place, or say that it is missing. */
export const place =
  (kind: Kind): Write =>
  (text, line) => {
    const answer = look(line, kind, text)
    return 'found' in answer
      ? answer.found.code
      : { rule: 'place', kind, candidates: 'candidates' in answer ? answer.candidates : [] }
  }

/** Whether a town of Italy is wanted: the country is Italy, or nobody knows yet and the town is unanswered as well. */
export const inItaly =
  (country: string, town: string) =>
  (line: Line): boolean => {
    const answer = look(line, 'country', given(line, country))
    return 'found' in answer ? answer.found.code === italy : !given(line, town)
  }

/** Write one of two words for the sex; an unknown one is refused, never taken for a woman. */
export const sex =
  (man: string, woman: string): Write =>
  (text) => {
    const known = spell('gender', text)
    return known === 'UOMO' ? man : known === 'DONNA' ? woman : { rule: 'sex' }
  }

/** Write a date in the layout's own form. */
export const date =
  (form: (date: string) => string): Write =>
  (text) =>
    isCalendar(text) ? form(text) : { rule: 'date' }

/** Write a birth date: a day since 1900, not after the arrival. */
export const birth =
  (form: (date: string) => string): Write =>
  (text, line) => {
    const arrival = given(line, 'arrivalDate')
    return text < '1900-01-01' || (isCalendar(arrival) && text > arrival) ? { rule: 'date' } : date(form)(text, line)
  }

/** The nights of a stay, 1 to 30; a longer one is a second record of its own. */
export const nights: Write = (text) =>
  /^0*([1-9]|[12]\d|30)$/.test(text) ? String(Number(text)).padStart(2, '0') : { rule: 'nights' }

/** Every cell of a layout for one guest, and what stops it. What the guests of a check-in share is reported once, with the first. */
export const fill = (rows: readonly Row[], line: Line): { cells: string[]; faults: Fault[] } => {
  const faults: Fault[] = []
  const cells = rows.map(({ field = '', width, optional, when, write }) => {
    if (when && !when(line)) return ''
    const text = field && given(line, field)
    const cell = field && !text && !optional ? { rule: 'required' as const } : write(text, line)
    const flaw =
      typeof cell !== 'string'
        ? cell
        : cell.length > width && [...cell].length > width
          ? { rule: 'maxLength' as const, limit: width }
          : undefined
    if (typeof cell === 'string' && !flaw) return cell
    if (!isShared(field) || line.who === 'main')
      faults.push({ checkin: line.checkin.id, guest: line.who, field: names[line.who].get(field)!, text, ...flaw! })
    return ''
  })
  return { cells, faults }
}

/** Faults apart from places that only miss a code. */
export const sift = (faults: Fault[]): { missing: Missing[]; faults: Fault[] } => ({
  missing: faults.filter((fault): fault is Missing => 'kind' in fault),
  faults: faults.filter((fault) => !('kind' in fault)),
})

/** The guests of a check-in as the files write them: kind 16 alone, 18 at the head, 20 the others. */
export const lines = (checkin: Checkin, book: PlaceBook, apartment?: string): Line[] => {
  const who = party(checkin)
  return who.map((one) => ({
    checkin,
    who: one,
    type: guestType(one, who.length === 1),
    book,
    ...(apartment !== undefined && { apartment }),
  }))
}
