import type { Warning } from '../../../schema/calls/exports'
import { party } from '../checkin/party'
import { flatMapped, type Sliced } from '../tasks'
import { escapeText } from '../text/escape'
import { withoutHyphens } from '../text/transliteration'
import { compact } from '../text/written-dates'
import {
  answerOf,
  birth,
  bornInItaly,
  type Column,
  cachedBook,
  type GuestEntry,
  guestEntries,
  livesInItaly,
  type OfficialFile,
  type PlaceCodes,
  place,
  type RecordFault,
  sex,
  type WriteCell,
  writeCells,
} from './record-layout'
import type { RegionGuest } from './region-guest'
import type { Identify } from './region-ids'
import { roomsTaken, type Stay, type Structure, sleepsOn } from './tourism-stays'

/** Characters that XML 1.0 cannot hold (section 2.2), and control characters. */
const illegal = /[\p{Cc}\p{Cs}\ufffe\uffff]/u
const capitals: WriteCell = (text) => (illegal.test(text) ? { rule: 'control' } : text.toUpperCase())
const plainName: WriteCell = (text, entry) => capitals(withoutHyphens(text), entry)
const idswh = ({ idswh = '' }: GuestEntry) => idswh

/** Returns whether a town is the country, copied by the flow and too long for the cell. */
const repeatsCountry = (text: string, entry: GuestEntry) =>
  text.length > 30 && text === answerOf(entry, 'residenceCountry')

/** Writes a comune's code in Italy; abroad free text, which may be empty. */
const residence: WriteCell = (text, entry) =>
  livesInItaly(entry)
    ? text
      ? place('city')(text, entry)
      : { rule: 'required' }
    : capitals(repeatsCountry(text, entry) ? '' : text, entry)

/**
 * The elements of an arrival in the order of the schema: GIES, "Tracciato record di integrazione dati (XML)" v2.4
 * (29/09/2021) and v3 (18/03/2026), `arrivoBean` of checkinV2. Place codes are the police's; list values are on pages
 * 15 and 16.
 */
export const arrivalColumns: readonly Column[] = [
  { name: 'idswh', width: 20, write: (_, entry) => idswh(entry) },
  { name: 'tipoalloggiato', width: 2, write: (_, entry) => entry.type },
  { name: 'idcapo', width: 20, write: (_, entry) => (entry.who === 'main' ? '' : (entry.idcapo ?? '')) },
  { name: 'cognome', width: 50, field: 'lastName', write: plainName },
  { name: 'nome', width: 30, field: 'name', write: plainName },
  { name: 'sesso', width: 1, field: 'gender', write: sex('M', 'F') },
  { name: 'cittadinanza', width: 9, field: 'citizenship', write: place('country') },
  { name: 'statoresidenza', width: 9, field: 'residenceCountry', write: place('country') },
  { name: 'luogoresidenza', width: 30, field: 'residenceCity', mayBeEmpty: 'abroad', write: residence },
  { name: 'datanascita', width: 8, field: 'birthDate', write: birth(compact) },
  { name: 'statonascita', width: 9, field: 'birthCountry', write: place('country') },
  { name: 'comunenascita', width: 9, field: 'birthCity', when: bornInItaly, write: place('city') },
  { name: 'tipoturismo', width: 30, write: () => 'Non specificato' },
  { name: 'mezzotrasporto', width: 30, write: () => 'Non Specificato' },
]

/** The elements of a departure (`partenzaBean`) with the original arrival. */
export const departureColumns: readonly Column[] = [
  { name: 'idswh', width: 20, write: (_, entry) => idswh(entry) },
  { name: 'tipoalloggiato', width: 2, write: (_, entry) => entry.type },
  { name: 'arrivo', width: 8, write: (_, entry) => compact(answerOf(entry, 'arrivalDate')) },
]

/** The movements of a day (`YYYY-MM-DD`): arrivals, departures, and guests to eliminate. */
export type DayMoves = {
  date: string
  arriving: readonly Stay[]
  leaving: readonly Stay[]
  eliminated: readonly RegionGuest[]
}

/** The input of a structure's file: ascending days, and all stays for the count of rooms. */
type TourismFile = {
  name: string
  structure: Structure
  days: readonly DayMoves[]
  stays: readonly Stay[]
  book: PlaceCodes
  isClosed: (day: string) => boolean
  identify: Identify
}

const margins = ['', '  ', '    ', '      ', '        ']
type Depth = 0 | 1 | 2 | 3 | 4

/** Returns a writer of one element. Its tags are made once, because a month has a quarter of a million lines. */
const lineOf = (depth: Depth, name: string) => {
  const [begin, end] = [`${margins[depth]}<${name}>`, `</${name}>\n`]
  return (text: string) => begin + escapeText(text) + end
}
const leaf = (depth: Depth, name: string, value: string | number) => lineOf(depth, name)(String(value))

const element = (depth: Depth, name: string, lines: readonly string[]) => [
  `${margins[depth]}<${name}>\n`,
  ...lines,
  `${margins[depth]}</${name}>\n`,
]
const group = (name: string, lines: readonly string[]) => (lines.length ? element(2, name, lines) : [])

/** Returns guests in reverse: members are eliminated before their head, to whom they refer. */
const lastFirst = (guests: readonly RegionGuest[]) => [...guests].reverse()

/** `rettifiche/eliminazione` (tracciato v2.4 and v3). */
const elimination = ({ idswh, type, arrival }: RegionGuest) =>
  element(3, 'eliminazione', [
    leaf(4, 'idswh', idswh),
    leaf(4, 'tipoalloggiato', type),
    leaf(4, 'arrivo', compact(arrival)),
  ])

/** Returns the rooms of a day, at most those of the structure (check-ins may share one), and warnings for the host. */
const roomsOn = ({ stays, structure, isClosed }: TourismFile, { date: day, arriving, leaving }: DayMoves) => {
  const staying = stays.filter(sleepsOn(day))
  const taken = roomsTaken(staying)
  const isBusy = taken + arriving.length + leaving.length > 0
  const isOpen = isBusy || !isClosed(day)
  const people = staying.reduce((sum, { checkin }) => sum + party(checkin).length, 0)
  const checks = {
    closed: isBusy && isClosed(day),
    rooms: taken > structure.rooms,
    occupied: taken > structure.occupied,
    beds: people > structure.beds,
  }
  const lines = element(2, 'struttura', [
    leaf(3, 'apertura', isOpen ? 'SI' : 'NO'),
    leaf(3, 'camereoccupate', Math.min(taken, structure.rooms)),
    leaf(3, 'cameredisponibili', isOpen ? structure.rooms : 0),
    leaf(3, 'lettidisponibili', isOpen ? structure.beds : 0),
  ])
  const warnings = Object.entries(checks).flatMap(([rule, holds]): Warning[] => (holds ? [{ rule, day }] : []))
  return { lines, warnings }
}

const structureFaults = ({ code }: Structure): RecordFault[] =>
  illegal.test(code) || code.length > 20
    ? [{ checkin: 0, guest: 'main', field: 'structureCode', rule: 'structureCode', text: code }]
    : []

const guestElements = function* (
  kind: string,
  columns: readonly Column[],
  stays: readonly Stay[],
  book: PlaceCodes,
  identify: Identify,
): Sliced<{ elements: string[]; faults: RecordFault[]; guests: RegionGuest[] }> {
  const faults: RecordFault[] = []
  const guests: RegionGuest[] = []
  const lines = columns.map(({ name }) => lineOf(4, name))
  const elements = yield* flatMapped(stays, (stay) => {
    const head = identify(stay, 'main').idswh
    return guestEntries(stay.checkin, book).map((entry) => {
      const guest = identify(stay, entry.who)
      // Entries are new objects, and copying each took a sixth of a month's time.
      const { cells, faults: wrong } = writeCells(columns, Object.assign(entry, { idswh: guest.idswh, idcapo: head }))
      faults.push(...wrong)
      guests.push(guest)
      return element(
        3,
        kind,
        cells.map((cell, index) => lines[index]!(cell)),
      ).join('')
    })
  })
  return { elements, faults, guests }
}

/** A written file; it must not be used if there are faults. */
export type Written = { file: OfficialFile; faults: RecordFault[]; warnings: Warning[] }

/** Writes a structure's file. */
export const tourismFile = function* (wanted: TourismFile): Sliced<Written> {
  const { name, structure, days, identify } = wanted
  const book = cachedBook(wanted.book)
  const faults = structureFaults(structure)
  const warnings: Warning[] = /^A?0*$/.test(structure.code) ? [{ rule: 'structureCode' }] : []
  const sent: RegionGuest[] = []
  const movements: string[][] = []
  for (const day of days) {
    const rooms = roomsOn(wanted, day)
    const arriving = yield* guestElements('arrivo', arrivalColumns, day.arriving, book, identify)
    const leaving = yield* guestElements('partenza', departureColumns, day.leaving, book, identify)
    faults.push(...arriving.faults, ...leaving.faults)
    warnings.push(...rooms.warnings)
    sent.push(...arriving.guests)
    movements.push(
      element(1, 'movimento', [
        leaf(2, 'data', compact(day.date)),
        ...rooms.lines,
        ...group('arrivi', arriving.elements),
        ...group('partenze', leaving.elements),
        ...group('rettifiche', lastFirst(day.eliminated).flatMap(elimination)),
      ]),
    )
    yield
  }
  const eliminated = days.flatMap((day) => day.eliminated)
  const stays = days.flatMap(({ arriving, leaving }) => [...arriving, ...leaving])
  const ids = [...new Set(stays.map(({ checkin }) => checkin.id))]
  const head = [leaf(1, 'codice', structure.code), leaf(1, 'prodotto', 'Benvenuto')]
  const lines = element(0, 'movimenti', [...head, ...movements.flat()])
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n${lines.join('')}`
  // Joining a large month takes as long as many slices.
  yield
  return { file: { name, text, ids, sent, eliminated }, faults, warnings }
}
