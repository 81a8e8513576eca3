import type { Checkin } from '../../../schema/checkin'
import type { Who } from '../../../schema/guest'
import type { Settings } from '../../../schema/settings'
import { isEnabled } from '../checkin/checkin-states'
import { codeEntries } from '../checkin/code-entry'
import { isPaperCard } from '../checkin/paper-card'
import type { Sliced } from '../slices'
import { daysBetween } from '../text/dates'
import { type Export, type RecordFault, separateMissing, type Warning } from './outcome'
import { policeColumns } from './police-columns'
import { cachedBook, type GuestEntry, guestEntries, type PlaceCodes, writeCells } from './record-layout'

const withoutApartment = policeColumns.slice(0, -1)
const columnsOf = ({ apartment }: GuestEntry) => (apartment === undefined ? withoutApartment : policeColumns)

/** What a police record of a check-in still lacks, so that the host's card can say it before any export. */
export const lacks = (checkin: Checkin, book: PlaceCodes): RecordFault[] =>
  guestEntries(checkin, book).flatMap((entry) => writeCells(columnsOf(entry), entry).faults)

const record = (entry: GuestEntry) => {
  const columns = columnsOf(entry)
  const { cells, faults } = writeCells(columns, entry)
  return { text: cells.map((cell, index) => cell.padEnd(columns[index]!.width)).join(''), faults }
}

/** The hour a guest may have come at the earliest, by arrival slot; without one, the first slot's. */
const earliest: { [slot: string]: number } = { '15:00-16:30': 15, '16:30-18:00': 16.5, 'after 18:00': 18 }

type Moment = { today: string; time?: string }

/**
 * Art. 109 TULPS: within 24 hours of the arrival, within 6 when the stay is not over 24 hours. The portal takes today
 * and yesterday.
 */
const warnings: { [rule: string]: (passed: { days: number; hours: number }, checkin: Checkin) => boolean } = {
  arrival: ({ days }) => days < 0 || days > 1,
  late: ({ hours }) => hours > 24,
  lateOneNight: ({ hours }, { numberOfNights }) => numberOfNights === '1' && hours > 6,
  longStay: (_, { arrivalDate = '', departureDate = '', numberOfNights }) =>
    daysBetween(arrivalDate, departureDate) > 30 || Number(numberOfNights) > 30,
  paperCard: (_, checkin) => isPaperCard(checkin, 'main', checkin.arrivalDate ?? ''),
}

const warn = (checkin: Checkin, { today, time = '00:00' }: Moment): Warning[] => {
  const days = daysBetween(checkin.arrivalDate ?? '', today)
  const [hour, minute] = time.split(':').map(Number)
  const hours = days * 24 + hour! + (minute ?? 0) / 60 - (earliest[checkin.arrivalTimeSlot ?? ''] ?? 15)
  return Object.keys(warnings)
    .filter((rule) => warnings[rule]!({ days, hours }, checkin))
    .map((rule) => ({ rule, checkin: checkin.id }))
}

/** The most lines one upload may have (Manuale Alberghi, chapter 12). */
const longest = 1000

type PoliceSettings = Pick<Settings, 'policeApartmentColumn' | 'reservationCodes'>

/**
 * The records of a check-in's guests, in the order the police want them, and what stops them; `code` is the
 * apartment's, where records have one.
 */
const recordsOf = (checkin: Checkin, book: PlaceCodes, code?: string) => {
  const entries = guestEntries(checkin, book, code)
  return entries.map((entry) => ({ guest: entry.who, ...record(entry) }))
}

/**
 * A look-up of the apartment of a check-in's reservation code: empty without one, undefined where records have no such
 * column.
 */
const apartmentOf = ({ policeApartmentColumn, reservationCodes }: PoliceSettings) => {
  const entryOf = codeEntries(reservationCodes)
  return (checkin: Checkin) => (policeApartmentColumn ? (entryOf(checkin)?.apartmentId ?? '') : undefined)
}

/**
 * The records of one check-in as they go by wire: 168 characters a guest, 174 with `policeApartmentColumn`, as in the
 * file but without line ends; none while there is a fault.
 */
export const policeLines = (
  checkin: Checkin,
  book: PlaceCodes,
  settings: PoliceSettings,
): { lines: { guest: Who; text: string }[]; faults: RecordFault[] } => {
  const records = recordsOf(checkin, book, apartmentOf(settings)(checkin))
  const faults = records.flatMap((one) => one.faults)
  return { lines: faults.length ? [] : records.map(({ guest, text }) => ({ guest, text })), faults }
}

type Options = Moment & { settings: PoliceSettings; madeToday?: number }

/**
 * The police file of the enabled check-ins: one record a guest, CRLF between records and none at the end, at most 1,000
 * records a file with no party split. With `policeApartmentColumn` a record has 174 characters and ends with the
 * apartment of the check-in's reservation code (`000000` and a warning without one; the region's structure code is no
 * apartment), otherwise 168. `today` and `time` (`HH:MM`) are those of Rome; after `madeToday` earlier files of the day
 * the name says which one this is.
 */
export const police = function* (
  checkins: readonly Checkin[],
  book: PlaceCodes,
  { settings, madeToday = 0, ...moment }: Options,
): Sliced<Export> {
  const apartment = apartmentOf(settings)
  const known = cachedBook(book)
  const faults: RecordFault[] = []
  const found: Warning[] = []
  const parts: { records: string[]; ids: number[] }[] = []
  for (const checkin of checkins.filter(isEnabled)) {
    const code = apartment(checkin)
    const records = recordsOf(checkin, known, code)
    faults.push(...records.flatMap((one) => one.faults))
    found.push(...warn(checkin, moment))
    if (code !== undefined && !/^0*[1-9]\d*$/.test(code)) found.push({ rule: 'apartment', checkin: checkin.id })
    if ((parts.at(-1)?.records.length ?? longest) + records.length > longest) parts.push({ records: [], ids: [] })
    parts.at(-1)!.records.push(...records.map(({ text }) => text))
    parts.at(-1)!.ids.push(checkin.id)
    yield
  }
  const [, month, day] = moment.today.split('-')
  const nameOf = (number: number) => `${day}-${month}-questura${number > 1 ? `-${number}` : ''}.txt`
  const files = parts.map(({ records, ids }, index) => ({
    name: nameOf(madeToday + index + 1),
    text: records.join('\r\n'),
    ids,
  }))
  return { files: faults.length ? [] : files, ...separateMissing(faults), warnings: found }
}
