import type { Checkin } from '../../../schema/checkin'
import { compact, isCalendar, monthDays } from '../text/dates'
import {
  birth,
  type Export,
  enabled,
  type Fault,
  fill,
  given,
  inItaly,
  type Line,
  lines,
  type OfficialFile,
  type PlaceBook,
  party,
  place,
  type Row,
  remembering,
  sex,
  sift,
  type Warning,
} from './layout'
import { closedAt, type House, housesOf, inMonth, type Stay, sleepsOn, staysOf, type TourismSettings } from './stays'

type Day = { date: string; arriving: Stay[]; leaving: Stay[] }

/** Characters XML 1.0 has no way to write (section 2.2), and control characters, which no name holds. */
const illegal = /[\p{Cc}\p{Cs}\ufffe\uffff]/u
const escapes: { [sign: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => escapes[sign]!)
const words: Row['write'] = (text) => (illegal.test(text) ? { rule: 'control' } : text.toUpperCase())
const unspecified = () => 'Non specificato'
const suffix = { main: '', second: 'B', third: 'C' }
const idOf = ({ checkin, who }: Line) => `${checkin.id}${suffix[who]}`
const livesInItaly = inItaly('residenceCountry', 'residenceCity')
const bornInItaly = inItaly('birthCountry', 'birthCity')

/** Whether a town is only the country again, under a name longer than the cell: the country stands in its own cell already. */
const saysNothing = (text: string, line: Line) => text.length > 30 && text === given(line, 'residenceCountry')

/** A comune's code for who lives in Italy; abroad the town as free text, which the layout also takes empty. */
const residence: Row['write'] = (text, line) =>
  livesInItaly(line)
    ? text
      ? place('city')(text, line)
      : { rule: 'required' }
    : words(saysNothing(text, line) ? '' : text, line)

/**
 * Elements of one arrival in the order the schema enforces: GIES, "Tracciato record di integrazione dati (XML)" v2.4 (29/09/2021)
 * and v3 (18/03/2026), `arrivoBean` of the checkinV2 service. Places are those of the police tables.
 */
const arrivo: Row[] = [
  { name: 'idswh', width: 20, write: (_, line) => idOf(line) },
  { name: 'tipoalloggiato', width: 2, write: (_, line) => line.type },
  { name: 'idcapo', width: 20, write: (_, line) => (line.who === 'main' ? '' : String(line.checkin.id)) },
  { name: 'cognome', width: 50, field: 'lastName', write: words },
  { name: 'nome', width: 30, field: 'name', write: words },
  { name: 'sesso', width: 1, field: 'gender', write: sex('M', 'F') },
  { name: 'cittadinanza', width: 9, field: 'citizenship', write: place('country') },
  { name: 'statoresidenza', width: 9, field: 'residenceCountry', write: place('country') },
  { name: 'luogoresidenza', width: 30, field: 'residenceCity', optional: true, write: residence },
  { name: 'datanascita', width: 8, field: 'birthDate', write: birth(compact) },
  { name: 'statonascita', width: 9, field: 'birthCountry', write: place('country') },
  { name: 'comunenascita', width: 9, field: 'birthCity', when: bornInItaly, write: place('city') },
  { name: 'tipoturismo', width: 30, write: unspecified },
  { name: 'mezzotrasporto', width: 30, write: unspecified },
]

/** Elements of one departure (`partenzaBean`): the guest, and the day of the original arrival. */
const partenza: Row[] = [
  { name: 'idswh', width: 20, write: (_, line) => idOf(line) },
  { name: 'tipoalloggiato', width: 2, write: (_, line) => line.type },
  { name: 'arrivo', width: 8, write: (_, line) => compact(given(line, 'arrivalDate')) },
]

const element = (name: string, children: string[]) => [
  `<${name}>`,
  ...children.map((child) => `  ${child}`),
  `</${name}>`,
]
const leaf = (name: string, value: string | number) => `<${name}>${escaped(String(value))}</${name}>`

/** One structure's file: a `movimento` for each day given, its rooms occupied by every stay that sleeps there the night after. */
const write = (
  name: string,
  house: House,
  days: Day[],
  stays: readonly Stay[],
  places: PlaceBook,
  isClosed: (day: string) => boolean,
) => {
  const book = remembering(places)
  const isBad = illegal.test(house.code) || house.code.length > 20
  const faults: Fault[] = isBad
    ? [{ checkin: 0, guest: 'main', field: 'structureCode', rule: 'structureCode', text: house.code }]
    : []
  const warnings: Warning[] = /^A?0*$/.test(house.code) ? [{ rule: 'structureCode' }] : []
  const guestsOf = (kind: string, rows: Row[], list: Stay[]) =>
    list
      .flatMap(({ checkin }) => lines(checkin, book))
      .flatMap((line) => {
        const { cells, faults: wrong } = fill(rows, line)
        faults.push(...wrong)
        return element(
          kind,
          rows.map((row, index) => leaf(row.name, cells[index]!)),
        )
      })
  const movimento = ({ date: day, arriving, leaving }: Day) => {
    const here = stays.filter(sleepsOn(day))
    const isBusy = here.length + arriving.length + leaving.length > 0
    const isOpen = isBusy || !isClosed(day)
    const people = here.reduce((sum, { checkin }) => sum + party(checkin).length, 0)
    const odd = {
      closed: isBusy && isClosed(day),
      rooms: here.length > house.rooms,
      occupied: here.length > house.occupied,
      beds: people > house.beds,
    }
    for (const [rule, holds] of Object.entries(odd)) if (holds) warnings.push({ rule, day })
    return element('movimento', [
      leaf('data', compact(day)),
      ...element('struttura', [
        leaf('apertura', isOpen ? 'SI' : 'NO'),
        leaf('camereoccupate', here.length),
        leaf('cameredisponibili', isOpen ? house.rooms : 0),
        leaf('lettidisponibili', isOpen ? house.beds : 0),
      ]),
      ...(arriving.length ? element('arrivi', guestsOf('arrivo', arrivo, arriving)) : []),
      ...(leaving.length ? element('partenze', guestsOf('partenza', partenza, leaving)) : []),
    ])
  }
  const body = element('movimenti', [
    leaf('codice', house.code),
    leaf('prodotto', 'Benvenuto'),
    ...days.flatMap(movimento),
  ])
  const ids = [
    ...new Set(days.flatMap(({ arriving, leaving }) => [...arriving, ...leaving].map(({ checkin }) => checkin.id))),
  ]
  const file: OfficialFile = { name, text: ['<?xml version="1.0" encoding="UTF-8"?>', ...body, ''].join('\n'), ids }
  return { file, faults, warnings }
}

const plain = (text: string) => text.replace(/[^A-Za-z0-9]/g, '')
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
  if (!stay) return { ...nothing, ...sift(own.faults) }
  const day = letter === 'A' ? stay.arrival : stay.departure
  const others = staysOf(
    all.filter(({ id }) => id !== checkin.id),
    book,
    settings,
  ).stays.filter(({ house }) => house.code === stay.house.code)
  const days = [{ date: day, arriving: letter === 'A' ? [stay] : [], leaving: letter === 'P' ? [stay] : [] }]
  const name = `${letter}${plain(checkin.reservationCode ?? '')}${day.slice(8)}${day.slice(5, 7)}.xml`
  const { file, faults, warnings } = write(
    name,
    stay.house,
    days,
    [...others, stay],
    book,
    closedAt(stay.house, settings),
  )
  return { files: faults.length ? [] : [file], ...sift(faults), warnings }
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
  const written = (dates.length ? housesOf(settings) : []).map((house) => {
    const own = stays.filter((stay) => stay.house.code === house.code)
    const days = dates.map((day) => ({
      date: day,
      arriving: own.filter(({ arrival }) => arrival === day),
      leaving: own.filter(({ departure }) => departure === day),
    }))
    return write(
      `M${plain(house.code)}${month.replace('-', '')}.xml`,
      house,
      days,
      own,
      book,
      closedAt(house, settings),
    )
  })
  const wrong = [...faults, ...written.flatMap((one) => one.faults)]
  const undated = all
    .filter((checkin) => enabled(checkin) && !isCalendar(checkin.arrivalDate ?? ''))
    .map(({ id }): Warning => ({ rule: 'undated', checkin: id }))
  return {
    files: wrong.length ? [] : written.map(({ file }) => file),
    ...sift(wrong),
    warnings: [...undated, ...written.flatMap((one) => one.warnings)],
  }
}
