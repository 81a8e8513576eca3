import type { Checkin } from '../../../schema/checkin'
import { party } from '../checkin/party'
import { isEnabled } from '../checkin/states'
import { compact, isCalendar, monthDays } from '../text/dates'
import { escapeText } from '../text/escape'
import { type Column, cachedBook, guestEntries, type PlaceBook, writeCells } from './layout'
import { type Export, type OfficialFile, type RecordFault, separateMissing, type Warning } from './outcome'
import {
  closedAt,
  inMonth,
  type Stay,
  type Structure,
  sleepsOn,
  staysOf,
  structuresOf,
  type TourismSettings,
} from './stays'
import { arrivalColumns, departureColumns, illegal } from './tourism-columns'

type Day = { date: string; arriving: Stay[]; leaving: Stay[] }

const element = (name: string, children: string[]) => [
  `<${name}>`,
  ...children.map((child) => `  ${child}`),
  `</${name}>`,
]
const leaf = (name: string, value: string | number) => `<${name}>${escapeText(String(value))}</${name}>`

/** One structure's file: a `movimento` for each day given, its rooms occupied by every stay that sleeps there the night after. */
const write = (
  name: string,
  structure: Structure,
  days: Day[],
  stays: readonly Stay[],
  places: PlaceBook,
  isClosed: (day: string) => boolean,
) => {
  const book = cachedBook(places)
  const isBad = illegal.test(structure.code) || structure.code.length > 20
  const faults: RecordFault[] = isBad
    ? [{ checkin: 0, guest: 'main', field: 'structureCode', rule: 'structureCode', text: structure.code }]
    : []
  const warnings: Warning[] = /^A?0*$/.test(structure.code) ? [{ rule: 'structureCode' }] : []
  const guestsOf = (kind: string, columns: readonly Column[], list: Stay[]) =>
    list
      .flatMap(({ checkin }) => guestEntries(checkin, book))
      .flatMap((entry) => {
        const { cells, faults: wrong } = writeCells(columns, entry)
        faults.push(...wrong)
        return element(
          kind,
          columns.map((column, index) => leaf(column.name, cells[index]!)),
        )
      })
  const movimento = ({ date: day, arriving, leaving }: Day) => {
    const here = stays.filter(sleepsOn(day))
    const isBusy = here.length + arriving.length + leaving.length > 0
    const isOpen = isBusy || !isClosed(day)
    const people = here.reduce((sum, { checkin }) => sum + party(checkin).length, 0)
    const odd = {
      closed: isBusy && isClosed(day),
      rooms: here.length > structure.rooms,
      occupied: here.length > structure.occupied,
      beds: people > structure.beds,
    }
    for (const [rule, holds] of Object.entries(odd)) if (holds) warnings.push({ rule, day })
    return element('movimento', [
      leaf('data', compact(day)),
      ...element('struttura', [
        leaf('apertura', isOpen ? 'SI' : 'NO'),
        leaf('camereoccupate', here.length),
        leaf('cameredisponibili', isOpen ? structure.rooms : 0),
        leaf('lettidisponibili', isOpen ? structure.beds : 0),
      ]),
      ...(arriving.length ? element('arrivi', guestsOf('arrivo', arrivalColumns, arriving)) : []),
      ...(leaving.length ? element('partenze', guestsOf('partenza', departureColumns, leaving)) : []),
    ])
  }
  const body = element('movimenti', [
    leaf('codice', structure.code),
    leaf('prodotto', 'Benvenuto'),
    ...days.flatMap(movimento),
  ])
  const ids = [
    ...new Set(days.flatMap(({ arriving, leaving }) => [...arriving, ...leaving].map(({ checkin }) => checkin.id))),
  ]
  const file: OfficialFile = { name, text: ['<?xml version="1.0" encoding="UTF-8"?>', ...body, ''].join('\n'), ids }
  return { file, faults, warnings }
}

const alphanumeric = (text: string) => text.replace(/[^A-Za-z0-9]/g, '')
const nothing: Export = { files: [], missing: [], faults: [], warnings: [] }

const single = (
  letter: 'A' | 'P',
  checkin: Checkin,
  all: readonly Checkin[],
  book: PlaceBook,
  settings: TourismSettings,
): Export => {
  const own = staysOf([checkin], book, settings)
  const stay = own.stays[0]
  if (!stay) return { ...nothing, ...separateMissing(own.faults) }
  const day = letter === 'A' ? stay.arrival : stay.departure
  const others = staysOf(
    all.filter(({ id }) => id !== checkin.id),
    book,
    settings,
  ).stays.filter(({ structure }) => structure.code === stay.structure.code)
  const days = [{ date: day, arriving: letter === 'A' ? [stay] : [], leaving: letter === 'P' ? [stay] : [] }]
  const name = `${letter}${alphanumeric(checkin.reservationCode ?? '')}${day.slice(8)}${day.slice(5, 7)}.xml`
  const { file, faults, warnings } = write(
    name,
    stay.structure,
    days,
    [...others, stay],
    book,
    closedAt(stay.structure, settings),
  )
  return { files: faults.length ? [] : [file], ...separateMissing(faults), warnings }
}

/** The arrivals file `A` + reservation code + day and month of one enabled check-in; `all` tells how many rooms are taken that day. */
export const arrivals = (
  checkin: Checkin,
  all: readonly Checkin[],
  book: PlaceBook,
  settings: TourismSettings,
): Export => single('A', checkin, all, book, settings)

/** The departures file `P…`, dated arrival plus nights: rooms occupied are those of the night that follows, 0 if nobody else stays. */
export const departures = (
  checkin: Checkin,
  all: readonly Checkin[],
  book: PlaceBook,
  settings: TourismSettings,
): Export => single('P', checkin, all, book, settings)

/**
 * The files of a month `YYYY-MM`, one for each structure the host has: a `movimento` for every day, ascending, empty and closed days
 * included, all enabled check-ins merged. A closed day with a guest is written open, with a warning; a check-in without a date is in
 * no month, with a warning.
 */
export const monthly = (month: string, all: readonly Checkin[], book: PlaceBook, settings: TourismSettings): Export => {
  const dates = monthDays(month)
  const { stays, faults } = staysOf(all.filter(inMonth(dates)), book, settings)
  const written = (dates.length ? structuresOf(settings) : []).map((structure) => {
    const own = stays.filter((stay) => stay.structure.code === structure.code)
    const days = dates.map((day) => ({
      date: day,
      arriving: own.filter(({ arrival }) => arrival === day),
      leaving: own.filter(({ departure }) => departure === day),
    }))
    return write(
      `M${alphanumeric(structure.code)}${month.replace('-', '')}.xml`,
      structure,
      days,
      own,
      book,
      closedAt(structure, settings),
    )
  })
  const wrong = [...faults, ...written.flatMap((one) => one.faults)]
  const undated = all
    .filter((checkin) => isEnabled(checkin) && !isCalendar(checkin.arrivalDate ?? ''))
    .map(({ id }): Warning => ({ rule: 'undated', checkin: id }))
  return {
    files: wrong.length ? [] : written.map(({ file }) => file),
    ...separateMissing(wrong),
    warnings: [...undated, ...written.flatMap((one) => one.warnings)],
  }
}
