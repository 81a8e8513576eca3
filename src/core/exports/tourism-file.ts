import { party } from '../checkin/party'
import { flatMapped, type Sliced } from '../slices'
import { compact } from '../text/dates'
import { escapeText } from '../text/escape'
import { type Column, cachedBook, type GuestEntry, guestEntries, type PlaceBook, writeCells } from './layout'
import type { OfficialFile, RecordFault, Warning } from './outcome'
import type { Identify } from './region'
import type { RegionGuest } from './region-guest'
import { roomsTaken, type Stay, type Structure, sleepsOn } from './stays'
import { arrivalColumns, departureColumns, illegal } from './tourism-columns'

/**
 * What moves on one day (`YYYY-MM-DD`): who comes, who goes, and whom the region is to forget as having come that day.
 */
export type DayMoves = {
  date: string
  arriving: readonly Stay[]
  leaving: readonly Stay[]
  eliminated: readonly RegionGuest[]
}

/** One structure's file: its days in ascending order, and all its stays, which say how many rooms are taken. */
type TourismFile = {
  name: string
  structure: Structure
  days: readonly DayMoves[]
  stays: readonly Stay[]
  book: PlaceBook
  isClosed: (day: string) => boolean
  identify: Identify
}

const indented = (lines: string[]) => lines.map((line) => `  ${line}`)
const element = (name: string, children: string[]) => [`<${name}>`, ...indented(children), `</${name}>`]
const leaf = (name: string, value: string | number) => `<${name}>${escapeText(String(value))}</${name}>`
const group = (name: string, children: string[]) => (children.length ? element(name, children) : [])

/** Members before their head, as they hang on it. */
const lastFirst = (guests: readonly RegionGuest[]) => [...guests].reverse()

/**
 * `rettifiche/eliminazione` (tracciato v2.4 and v3): the guest under the id and as the kind and with the arrival he was
 * sent with.
 */
const elimination = ({ idswh, type, arrival }: RegionGuest) =>
  element('eliminazione', [leaf('idswh', idswh), leaf('tipoalloggiato', type), leaf('arrivo', compact(arrival))])

/**
 * The day's rooms: never more taken than there are, though two check-ins may share one; the host is warned of what is
 * odd.
 */
const roomsOn = ({ stays, structure, isClosed }: TourismFile, { date: day, arriving, leaving }: DayMoves) => {
  const here = stays.filter(sleepsOn(day))
  const taken = roomsTaken(here)
  const isBusy = taken + arriving.length + leaving.length > 0
  const isOpen = isBusy || !isClosed(day)
  const people = here.reduce((sum, { checkin }) => sum + party(checkin).length, 0)
  const odd = {
    closed: isBusy && isClosed(day),
    rooms: taken > structure.rooms,
    occupied: taken > structure.occupied,
    beds: people > structure.beds,
  }
  const text = element('struttura', [
    leaf('apertura', isOpen ? 'SI' : 'NO'),
    leaf('camereoccupate', Math.min(taken, structure.rooms)),
    leaf('cameredisponibili', isOpen ? structure.rooms : 0),
    leaf('lettidisponibili', isOpen ? structure.beds : 0),
  ])
  const warnings = Object.entries(odd).flatMap(([rule, holds]): Warning[] => (holds ? [{ rule, day }] : []))
  return { text, warnings }
}

const structureFaults = ({ code }: Structure): RecordFault[] =>
  illegal.test(code) || code.length > 20
    ? [{ checkin: 0, guest: 'main', field: 'structureCode', rule: 'structureCode', text: code }]
    : []

/** The guests of stays as elements, each with the ids the region has him and the head of his party under. */
const guestElements = function* (
  kind: string,
  columns: readonly Column[],
  stays: readonly Stay[],
  book: PlaceBook,
  identify: Identify,
): Sliced<{ elements: string[]; faults: RecordFault[]; guests: RegionGuest[] }> {
  const faults: RecordFault[] = []
  const guests: RegionGuest[] = []
  const elements = yield* flatMapped(stays, (stay) => {
    const head = identify(stay, 'main').idswh
    return guestEntries(stay.checkin, book).flatMap((entry) => {
      const guest = identify(stay, entry.who)
      const known: GuestEntry = { ...entry, idswh: guest.idswh, idcapo: head }
      const { cells, faults: wrong } = writeCells(columns, known)
      faults.push(...wrong)
      guests.push(guest)
      return element(
        kind,
        columns.map((column, index) => leaf(column.name, cells[index]!)),
      )
    })
  })
  return { elements, faults, guests }
}

/** A file as it was written, and what stops it or should be looked at; with a fault in it it is not to be used. */
export type Written = { file: OfficialFile; faults: RecordFault[]; warnings: Warning[] }

/** Writes a structure's file. */
export const tourismFile = function* (wanted: TourismFile): Sliced<Written> {
  const { name, structure, days, identify } = wanted
  const book = cachedBook(wanted.book)
  const faults = structureFaults(structure)
  const warnings: Warning[] = /^A?0*$/.test(structure.code) ? [{ rule: 'structureCode' }] : []
  const sent: RegionGuest[] = []
  const movements: string[] = []
  for (const day of days) {
    const rooms = roomsOn(wanted, day)
    const arriving = yield* guestElements('arrivo', arrivalColumns, day.arriving, book, identify)
    const leaving = yield* guestElements('partenza', departureColumns, day.leaving, book, identify)
    faults.push(...arriving.faults, ...leaving.faults)
    warnings.push(...rooms.warnings)
    sent.push(...arriving.guests)
    const movement = element('movimento', [
      leaf('data', compact(day.date)),
      ...rooms.text,
      ...group('arrivi', arriving.elements),
      ...group('partenze', leaving.elements),
      ...group('rettifiche', lastFirst(day.eliminated).flatMap(elimination)),
    ])
    movements.push(indented(movement).join('\n'))
    yield
  }
  const eliminated = days.flatMap((day) => day.eliminated)
  const stays = days.flatMap(({ arriving, leaving }) => [...arriving, ...leaving])
  const ids = [...new Set(stays.map(({ checkin }) => checkin.id))]
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<movimenti>',
    ...indented([leaf('codice', structure.code), leaf('prodotto', 'Benvenuto')]),
    ...movements,
    '</movimenti>',
    '',
  ].join('\n')
  return { file: { name, text, ids, sent, eliminated }, faults, warnings }
}
