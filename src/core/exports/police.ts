import type { Warning } from '../../../schema/calls/exports'
import type { Checkin } from '../../../schema/checkin'
import type { Who } from '../../../schema/guest'
import type { Settings } from '../../../schema/settings'
import { arrivalInstant, isEnabled } from '../checkin/checkin-states'
import { codeEntries } from '../checkin/code-entry'
import { isUnderAge } from '../checkin/party'
import { isItalianCard, isPaperCard, officialDocument } from '../checkin/spellings'
import { italyCode } from '../places/official-tables'
import type { Sliced } from '../tasks'
import { daysBetween } from '../text/dates'
import { romeInstant } from '../text/rome-time'
import { characterFault, outputLetters } from '../text/transliteration'
import { italian } from '../text/written-dates'
import {
  answerOf,
  birth,
  bornInItaly,
  type Column,
  cachedBook,
  dateCell,
  type Export,
  type GuestEntry,
  guestEntries,
  livesInItaly,
  lookUp,
  nights,
  type PlaceCodes,
  place,
  type RecordFault,
  separateMissing,
  sex,
  type WriteCell,
  writeCells,
} from './record-layout'

const latinName: WriteCell = (text) => {
  const { text: written, refused } = outputLetters(text)
  return refused || !/[A-Z]/.test(written) ? { rule: characterFault(refused), refused } : written
}
const documentNumber: WriteCell = (text) => {
  const number = text.replace(/ /g, '')
  const refused = [...new Set(number.replace(/[A-Za-z0-9]/g, ''))].join('')
  return refused ? { rule: characterFault(refused), refused } : number.toUpperCase()
}
const documentType: WriteCell = (text, entry) => {
  const number = documentNumber(answerOf(entry, 'documentNumber'), entry)
  return officialDocument(text, typeof number === 'string' ? number : '') ?? { rule: 'document' }
}
/**
 * Writes the place of issue. Some towns are named like a state (PALAU) or its code (NE, RE). On an Italian identity
 * card, which a comune issues, the name is a town. The foreign country of residence, which the flow writes, is a state.
 */
const issuePlace: WriteCell = (text, entry) => {
  const isTown = isItalianCard(entry.checkin, entry.who) && 'found' in lookUp(entry, 'city', text)
  const isHome = !livesInItaly(entry) && text.toUpperCase() === answerOf(entry, 'residenceCountry').toUpperCase()
  const code = place(isTown ? 'city' : isHome ? 'country' : 'place')(text, entry)
  return code === italyCode ? { rule: 'issueTown' } : code
}
/** Writes the table's province of a town, or without one the province in the answer, as in `ROMA (RM)`. */
const province: WriteCell = (text, entry) => {
  const town = lookUp(entry, 'city', text)
  const written = /[ (]([A-Z]{2})\)?$/.exec(text.toUpperCase())?.[1]
  const sigla = ('found' in town && town.found.province) || written || ''
  return /^[A-Z]{2}$/.test(sigla) ? sigla : { rule: 'province' }
}
const apartment: WriteCell = (_, { apartment: code = '' }) =>
  /^\d{0,6}$/.test(code) ? code.padStart(6, '0') : { rule: 'structureCode' }

const bornInKnownTown = (entry: GuestEntry) =>
  bornInItaly(entry) && 'found' in lookUp(entry, 'city', answerOf(entry, 'birthCity'))

/**
 * The columns of the police record: ManualeWS.pdf ("WS_ALLOGGIATI", Polizia di Stato, Rev. 01, 24/01/2022), Tabella 1
 * for single guests and heads, Tabella 2 for members, whose documents stay blank; the last column is the "File Unico"
 * of apartments. `from` counts from 0.
 */
export const policeColumns: readonly (Column & { from: number })[] = [
  { name: 'Tipo alloggiato', from: 0, width: 2, write: (_, entry) => entry.type },
  { name: 'Data arrivo', from: 2, width: 10, field: 'arrivalDate', write: dateCell(italian) },
  { name: 'Giorni permanenza', from: 12, width: 2, field: 'numberOfNights', write: nights },
  { name: 'Cognome', from: 14, width: 50, field: 'lastName', write: latinName },
  { name: 'Nome', from: 64, width: 30, field: 'name', write: latinName },
  { name: 'Sesso', from: 94, width: 1, field: 'gender', write: sex('1', '2') },
  { name: 'Data nascita', from: 95, width: 10, field: 'birthDate', write: birth(italian) },
  { name: 'Comune nascita', from: 105, width: 9, field: 'birthCity', when: bornInItaly, write: place('city') },
  { name: 'Provincia nascita', from: 114, width: 2, field: 'birthCity', when: bornInKnownTown, write: province },
  { name: 'Stato nascita', from: 116, width: 9, field: 'birthCountry', write: place('country') },
  { name: 'Cittadinanza', from: 125, width: 9, field: 'citizenship', write: place('country') },
  { name: 'Tipo documento', from: 134, width: 5, field: 'documentType', headOnly: true, write: documentType },
  { name: 'Numero documento', from: 139, width: 20, field: 'documentNumber', headOnly: true, write: documentNumber },
  { name: 'Luogo rilascio', from: 159, width: 9, field: 'documentIssuePlace', headOnly: true, write: issuePlace },
  { name: 'ID Appartamento', from: 168, width: 6, field: 'reservationCode', mayBeEmpty: 'always', write: apartment },
]

const withoutApartment = policeColumns.slice(0, -1)
const columnsOf = ({ apartment }: GuestEntry) => (apartment === undefined ? withoutApartment : policeColumns)

/** Returns the faults of a check-in's police records, for the host's card. */
export const lacks = (checkin: Checkin, book: PlaceCodes): RecordFault[] =>
  guestEntries(checkin, book).flatMap((entry) => writeCells(columnsOf(entry), entry).faults)

const hour = 3_600_000

type Moment = { today: string; time?: string }

/** Art. 109 TULPS: 24 hours after arrival, 6 for a stay of at most 24 hours. The portal takes today and yesterday. */
const warnings: { [rule: string]: (passed: { days: number; hours: number }, checkin: Checkin) => boolean } = {
  arrival: ({ days }) => days < 0 || days > 1,
  late: ({ hours }) => hours > 24,
  lateOneNight: ({ hours }, { numberOfNights }) => numberOfNights === '1' && hours > 6,
  longStay: (_, { arrivalDate = '', departureDate = '', numberOfNights }) =>
    daysBetween(arrivalDate, departureDate) > 30 || Number(numberOfNights) > 30,
  underAge: (_, { mainGuestBirthDate, arrivalDate }) => isUnderAge(mainGuestBirthDate, arrivalDate),
  paperCard: (_, checkin) => isPaperCard(checkin, 'main', checkin.arrivalDate ?? ''),
}

const warn = (checkin: Checkin, today: string, now: number): Warning[] => {
  const days = daysBetween(checkin.arrivalDate ?? '', today)
  const hours = (now - (arrivalInstant(checkin, '15:00') ?? NaN)) / hour
  return Object.keys(warnings)
    .filter((rule) => warnings[rule]!({ days, hours }, checkin))
    .map((rule) => ({ rule, checkin: checkin.id }))
}

/** The most lines of an upload (Manuale Alberghi, chapter 12), and of a call. */
export const mostLines = 1000

type PoliceSettings = Pick<Settings, 'policeApartmentColumn' | 'reservationCodes'>

/** Returns the records of a party; with `apartment` (a code) they have that column. */
const recordsOf = (checkin: Checkin, book: PlaceCodes, apartment?: string) =>
  guestEntries(checkin, book, apartment).map((entry) => {
    const columns = columnsOf(entry)
    const { cells, faults } = writeCells(columns, entry)
    return { guest: entry.who, text: cells.map((cell, index) => cell.padEnd(columns[index]!.width)).join(''), faults }
  })

/** Returns the look-up of a check-in's apartment code; it finds undefined if the settings have no such column. */
const apartmentOf = ({ policeApartmentColumn, reservationCodes }: PoliceSettings) => {
  const entryOf = codeEntries(reservationCodes)
  return (checkin: Checkin) => (policeApartmentColumn ? (entryOf(checkin)?.apartmentId ?? '') : undefined)
}

/** Returns the records of one check-in, without line ends; none if there is a fault. */
export const policeLines = (
  checkin: Checkin,
  book: PlaceCodes,
  settings: PoliceSettings,
): { lines: { guest: Who; text: string }[]; faults: RecordFault[] } => {
  const records = recordsOf(checkin, book, apartmentOf(settings)(checkin))
  const faults = records.flatMap((one) => one.faults)
  return { lines: faults.length ? [] : records.map(({ guest, text }) => ({ guest, text })), faults }
}

/**
 * Returns the police files of the released check-ins: a record for each guest, CRLF between records and none at the
 * end, at most 1,000 records without splitting a party. With `policeApartmentColumn` a record has 174 characters and
 * ends with the apartment (`000000` and a warning without one), else 168. `today` and `time` (`HH:MM`) are in Rome;
 * `madeToday` numbers the file.
 */
export const police = function* (
  checkins: readonly Checkin[],
  book: PlaceCodes,
  { settings, madeToday = 0, today, time = '00:00' }: Moment & { settings: PoliceSettings; madeToday?: number },
): Sliced<Export> {
  const apartment = apartmentOf(settings)
  const now = romeInstant(today, time)
  const cachedPlaces = cachedBook(book)
  const faults: RecordFault[] = []
  const found: Warning[] = []
  const parts: { records: string[]; ids: number[] }[] = []
  for (const checkin of checkins.filter(isEnabled)) {
    const code = apartment(checkin)
    const records = recordsOf(checkin, cachedPlaces, code)
    faults.push(...records.flatMap((one) => one.faults))
    found.push(...warn(checkin, today, now))
    if (code !== undefined && !/^0*[1-9]\d*$/.test(code)) found.push({ rule: 'apartment', checkin: checkin.id })
    if ((parts.at(-1)?.records.length ?? mostLines) + records.length > mostLines) parts.push({ records: [], ids: [] })
    parts.at(-1)!.records.push(...records.map(({ text }) => text))
    parts.at(-1)!.ids.push(checkin.id)
    yield
  }
  const [, month, day] = today.split('-')
  const nameOf = (number: number) => `${day}-${month}-questura${number > 1 ? `-${number}` : ''}.txt`
  const files = parts.map(({ records, ids }, index) => ({
    name: nameOf(madeToday + index + 1),
    text: records.join('\r\n'),
    ids,
  }))
  return { files: faults.length ? [] : files, ...separateMissing(faults), warnings: found }
}
