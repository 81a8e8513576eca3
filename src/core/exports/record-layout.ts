import type { FileFault, Warning } from '../../../schema/calls/exports'
import type { Place, PlaceKind } from '../../../schema/calls/tables'
import type { Checkin, RecordField } from '../../../schema/checkin'
import type { Who } from '../../../schema/guest'
import { stay } from '../../../schema/record'
import { party } from '../checkin/party'
import { guestType, spell } from '../checkin/spellings'
import { nameResolver } from '../flow/names'
import { type Found, italyCode } from '../places/official-tables'
import { isCalendar } from '../text/dates'
import type { CharacterFault } from '../text/transliteration'
import type { RegionGuest } from './region-guest'

type RecordRule =
  | CharacterFault
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

export type RecordFault = FileFault<RecordRule>

/** A place without an official code: `kind` is the look-up, `candidates` are offered to the host. */
export type MissingCode = RecordFault & { rule: 'place'; kind: PlaceKind; candidates: Place[] }

/** A finished file with its check-ins. A region's file also lists the guests it sends and eliminates. */
export type OfficialFile = {
  name: string
  text: string
  ids: number[]
  sent?: readonly RegionGuest[]
  eliminated?: readonly RegionGuest[]
}

/** The result of an export: no file if anything is missing or wrong. */
export type Export = { files: OfficialFile[]; missing: MissingCode[]; faults: RecordFault[]; warnings: Warning[] }

/** Separates places without a code from other faults. */
export const separateMissing = (faults: readonly RecordFault[]): { missing: MissingCode[]; faults: RecordFault[] } => ({
  missing: faults.filter((fault): fault is MissingCode => 'kind' in fault),
  faults: faults.filter((fault) => !('kind' in fault)),
})

/** The look-ups of the place book that files use. */
export type PlaceCodes = {
  country(text: string): Found
  city(text: string): Found
  place(text: string): Found
  isCode(code: string): Place | undefined
}

/** A guest to write: the official type (16 to 20), the apartment, the ids of guest and head at the region. */
export type GuestEntry = {
  checkin: Checkin
  who: Who
  type: string
  book: PlaceCodes
  apartment?: string
  idswh?: string
  idcapo?: string
}

type Flaw = { rule: RecordRule; limit?: number; refused?: string; kind?: PlaceKind; candidates?: Place[] }

/** Writes an answer into a cell, or returns what is wrong. */
export type WriteCell = (text: string, entry: GuestEntry) => string | Flaw

/** A column. Answers are required without `mayBeEmpty`. A cell is blank for members (`headOnly`) or if `when` fails. */
export type Column = {
  name: string
  width: number
  field?: string
  mayBeEmpty?: 'always' | 'abroad'
  headOnly?: true
  when?: (entry: GuestEntry) => boolean
  write: WriteCell
}

/** Returns whether an answer is the stay's, shared by all guests. */
export const isOfStay = (field: string) => Object.hasOwn(stay.properties, field)
const nameOf = (who: Who, field: string) => nameResolver(who)(field) as RecordField

/** Returns a guest's answer by short name, trimmed; empty if there is none. */
export const answerOf = (entry: GuestEntry, field: string): string => {
  const text = String(entry.checkin[nameOf(entry.who, field)] ?? '')
  return text.startsWith(' ') || text.endsWith(' ') ? text.replace(/^ +| +$/g, '') : text
}

/** Returns a place book with a cache: ten thousand guests are born in a few hundred towns. */
export const cachedBook = (book: PlaceCodes): PlaceCodes => {
  const cached = (find: (text: string) => Found) => {
    const cache = new Map<string, Found>()
    return (text: string) => cache.get(text) ?? cache.set(text, find(text)).get(text)!
  }
  return {
    ...book,
    country: cached((text) => book.country(text)),
    city: cached((text) => book.city(text)),
    place: cached((text) => book.place(text)),
  }
}

/** Returns the guests of a check-in as files write them. */
export const guestEntries = (checkin: Checkin, book: PlaceCodes, apartment?: string): GuestEntry[] => {
  const who = party(checkin)
  return who.map((one) => ({
    checkin,
    who: one,
    type: guestType(one, who.length === 1, checkin.partyKind),
    book,
    ...(apartment !== undefined && { apartment }),
  }))
}

const isBlank = ({ headOnly, when }: Column, entry: GuestEntry) =>
  (headOnly && entry.who !== 'main') || (when && !when(entry))

const cellOf = ({ field = '', width, mayBeEmpty, write }: Column, entry: GuestEntry, text: string): string | Flaw => {
  const cell = field && !text && !mayBeEmpty ? { rule: 'required' as const } : write(text, entry)
  const isTooLong = typeof cell === 'string' && cell.length > width && [...cell].length > width
  return isTooLong ? { rule: 'maxLength', limit: width } : cell
}

/** Returns the cells of a guest and their faults; a faulty cell is empty. Faults of shared answers come once. */
export const writeCells = (
  columns: readonly Column[],
  entry: GuestEntry,
): { cells: string[]; faults: RecordFault[] } => {
  const faults: RecordFault[] = []
  const cells = columns.map((column) => {
    if (isBlank(column, entry)) return ''
    const { field = '' } = column
    const text = field && answerOf(entry, field)
    const cell = cellOf(column, entry, text)
    if (typeof cell === 'string') return cell
    if (!isOfStay(field) || entry.who === 'main')
      faults.push({ checkin: entry.checkin.id, guest: entry.who, field: nameOf(entry.who, field), text, ...cell })
    return ''
  })
  return { cells, faults }
}

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
export const bornInItaly = inItaly('birthCountry', 'birthCity')
export const livesInItaly = inItaly('residenceCountry', 'residenceCity')

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
