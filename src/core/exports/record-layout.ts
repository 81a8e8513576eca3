import type { Place, PlaceKind } from '../../../schema/calls/tables'
import { type Checkin, fieldOf, type RecordField } from '../../../schema/checkin'
import type { Who } from '../../../schema/guest'
import { guest } from '../../../schema/person'
import { stay } from '../../../schema/stay'
import { party } from '../checkin/party'
import { guestType } from '../checkin/spellings'
import type { Found } from '../places/place'
import type { RecordFault, RecordRule } from './outcome'

/** What a file asks of the place book. */
export type PlaceCodes = {
  country(text: string): Found
  city(text: string): Found
  place(text: string): Found
  isCode(code: string): Place | undefined
}

/**
 * One guest about to be written: `type` is the official kind (16, 18, 20), `apartment` the File Unico's last cell,
 * `idswh` the guest's id at the region and `idcapo` that of the head of the party.
 */
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

/** How an answer is written into its cell, or why it cannot be. */
export type WriteCell = (text: string, entry: GuestEntry) => string | Flaw

/**
 * One column of an official layout: its official name, how many characters it holds, the answer it is made from.
 * Without `mayBeEmpty` an answer is required. `headOnly` columns stay blank for members of a party; `when` blanks the
 * others.
 */
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
const names = { main: namesOf('main'), second: namesOf('second'), third: namesOf('third') }

/**
 * The answer a guest gave to a field (its short name, `birthCity`), without blanks around it; empty when there is none.
 */
export const answerOf = (entry: GuestEntry, field: string): string => {
  const text = String(entry.checkin[names[entry.who].get(field)!] ?? '')
  return text.startsWith(' ') || text.endsWith(' ') ? text.replace(/^ +| +$/g, '') : text
}

/** A place book that looks each name up once: ten thousand guests are born in a few hundred towns. */
export const cachedBook = (book: PlaceCodes): PlaceCodes => {
  const cached = (find: (text: string) => Found) => {
    const known = new Map<string, Found>()
    return (text: string) => known.get(text) ?? known.set(text, find(text)).get(text)!
  }
  return {
    ...book,
    country: cached((text) => book.country(text)),
    city: cached((text) => book.city(text)),
    place: cached((text) => book.place(text)),
  }
}

/** The guests of a check-in as the files write them: kind 16 alone, 18 at the head, 20 the others. */
export const guestEntries = (checkin: Checkin, book: PlaceCodes, apartment?: string): GuestEntry[] => {
  const who = party(checkin)
  return who.map((one) => ({
    checkin,
    who: one,
    type: guestType(one, who.length === 1),
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

/**
 * Every cell of a layout for one guest, in the order of the columns, and what stops it; a cell with a fault is empty.
 * What the guests of a check-in share is reported once, with the first.
 */
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
      faults.push({ checkin: entry.checkin.id, guest: entry.who, field: names[entry.who].get(field)!, text, ...cell })
    return ''
  })
  return { cells, faults }
}
