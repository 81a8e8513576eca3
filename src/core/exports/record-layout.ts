import type { Place, PlaceKind } from '../../../schema/calls/tables'
import { type Checkin, fieldOf, type RecordField } from '../../../schema/checkin'
import { guests, type Who } from '../../../schema/guest'
import { guest } from '../../../schema/person'
import { stay } from '../../../schema/stay'
import { party } from '../checkin/party'
import { guestType } from '../checkin/spellings'
import type { Found } from '../places/place'
import type { RecordFault, RecordRule } from './outcome'

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

const isShared = (field: string) => Object.hasOwn(stay.properties, field)
const shared = Object.keys(stay.properties).map((field) => [field, field])
const namesOf = (who: Who) =>
  new Map([...Object.keys(guest.properties).map((field) => [field, fieldOf(who, field)]), ...shared] as [
    string,
    RecordField,
  ][])
const names = Object.fromEntries(guests.map((who) => [who, namesOf(who)])) as { [who in Who]: Map<string, RecordField> }
const nameOf = (who: Who, field: string) => names[who]!.get(field)!

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
    if (!isShared(field) || entry.who === 'main')
      faults.push({ checkin: entry.checkin.id, guest: entry.who, field: nameOf(entry.who, field), text, ...cell })
    return ''
  })
  return { cells, faults }
}
