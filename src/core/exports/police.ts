import type { Checkin } from '../../../schema/checkin'
import type { Settings } from '../../../schema/settings'
import { officialDocument } from '../checkin/spellings'
import { italy } from '../places/place'
import { daysBetween, italian } from '../text/dates'
import { outputLetters, refusal } from '../text/transliteration'
import {
  birth,
  date,
  type Export,
  enabled,
  entries,
  type Fault,
  fill,
  given,
  inItaly,
  type Line,
  lines,
  look,
  nights,
  type PlaceBook,
  place,
  type Row,
  remembering,
  sex,
  sift,
  type Warning,
  type Write,
} from './layout'

const name: Write = (text) => {
  const { text: written, refused } = outputLetters(text)
  return refused || !/[A-Z]/.test(written) ? { rule: refusal(refused), refused } : written
}
const documentNumber: Write = (text) => {
  const number = text.replace(/ /g, '')
  const refused = [...new Set(number.replace(/[A-Za-z0-9]/g, ''))].join('')
  return refused ? { rule: refusal(refused), refused } : number.toUpperCase()
}
const documentType: Write = (text, line) => {
  const number = documentNumber(given(line, 'documentNumber'), line)
  return officialDocument(text, typeof number === 'string' ? number : '') ?? { rule: 'document' }
}
const issued: Write = (text, line) => {
  const code = place('place')(text, line)
  return code === italy ? { rule: 'issueTown' } : code
}
/** The table's province; for a code the table has not, the one written after the town, as in `ROMA (RM)`. */
const province: Write = (text, line) => {
  const town = look(line, 'city', text)
  const written = /[ (]([A-Z]{2})\)?$/.exec(text.toUpperCase())?.[1]
  const sigla = ('found' in town && town.found.province) || written || ''
  return /^[A-Z]{2}$/.test(sigla) ? sigla : { rule: 'province' }
}
const apartment: Write = (_, { apartment: code = '' }) =>
  /^\d{0,6}$/.test(code) ? code.padStart(6, '0') : /^[A-Z\d]{1,6}$/.test(code) ? code : { rule: 'structureCode' }

const atHead = (line: Line) => line.type !== '20'
const bornInItaly = inItaly('birthCountry', 'birthCity')
const bornInKnownTown = (line: Line) => bornInItaly(line) && 'found' in look(line, 'city', given(line, 'birthCity'))

/**
 * Columns of the police record: ManualeWS.pdf ("WS_ALLOGGIATI", Polizia di Stato, Rev. 01, 24/01/2022), Tabella 1 for guests alone
 * and heads, Tabella 2 for members, whose documents stay blank; the last is the "File Unico" of apartments. Positions from 0.
 */
const columns: (Row & { from: number })[] = [
  { name: 'Tipo alloggiato', from: 0, width: 2, write: (_, line) => line.type },
  { name: 'Data arrivo', from: 2, width: 10, field: 'arrivalDate', write: date(italian) },
  { name: 'Giorni permanenza', from: 12, width: 2, field: 'numberOfNights', write: nights },
  { name: 'Cognome', from: 14, width: 50, field: 'lastName', write: name },
  { name: 'Nome', from: 64, width: 30, field: 'name', write: name },
  { name: 'Sesso', from: 94, width: 1, field: 'gender', write: sex('1', '2') },
  { name: 'Data nascita', from: 95, width: 10, field: 'birthDate', write: birth(italian) },
  { name: 'Comune nascita', from: 105, width: 9, field: 'birthCity', when: bornInItaly, write: place('city') },
  { name: 'Provincia nascita', from: 114, width: 2, field: 'birthCity', when: bornInKnownTown, write: province },
  { name: 'Stato nascita', from: 116, width: 9, field: 'birthCountry', write: place('country') },
  { name: 'Cittadinanza', from: 125, width: 9, field: 'citizenship', write: place('country') },
  { name: 'Tipo documento', from: 134, width: 5, field: 'documentType', when: atHead, write: documentType },
  { name: 'Numero documento', from: 139, width: 20, field: 'documentNumber', when: atHead, write: documentNumber },
  { name: 'Luogo rilascio', from: 159, width: 9, field: 'documentIssuePlace', when: atHead, write: issued },
  { name: 'ID Appartamento', from: 168, width: 6, field: 'reservationCode', optional: true, write: apartment },
]
const layout = ({ apartment: code }: Line) => (code === undefined ? columns.slice(0, -1) : columns)

/** What a police record of a check-in still lacks, so that the host's card can say it before any export. */
export const lacks = (checkin: Checkin, book: PlaceBook): Fault[] =>
  lines(checkin, book).flatMap((line) => fill(layout(line), line).faults)

const record = (line: Line) => {
  const rows = layout(line)
  const { cells, faults } = fill(rows, line)
  const { from, width } = rows.at(-1)!
  return {
    text: cells.reduce((sofar, cell, index) => sofar.padEnd(rows[index]!.from) + cell, '').padEnd(from + width),
    faults,
  }
}

/** The hour a guest may have come at the earliest, by arrival slot; without one, the first slot's. */
const earliest: { [slot: string]: number } = { '15:00-16:30': 15, '16:30-18:00': 16.5, 'after 18:00': 18 }

type Moment = { today: string; time?: string }

/** Art. 109 TULPS: within 24 hours of the arrival, within 6 when the stay is not over 24 hours. The portal takes today and yesterday. */
const warnings: { [rule: string]: (passed: { days: number; hours: number }, checkin: Checkin) => boolean } = {
  arrival: ({ days }) => days < 0 || days > 1,
  late: ({ hours }) => hours > 24,
  lateOneNight: ({ hours }, { numberOfNights }) => numberOfNights === '1' && hours > 6,
  longStay: (_, { arrivalDate = '', departureDate = '', numberOfNights }) =>
    daysBetween(arrivalDate, departureDate) > 30 || Number(numberOfNights) > 30,
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

type Options = Moment & { settings: Pick<Settings, 'policeApartmentColumn' | 'reservationCodes'> }

/**
 * The police file of the enabled check-ins: one record a guest, CRLF between records and none at the end, at most 1,000 records a
 * file with no party split. With `policeApartmentColumn` a record has 174 characters and ends with the apartment of the
 * check-in's reservation code, else its structure code (`000000` without either), otherwise 168. `today` and `time` (`HH:MM`) are those of Rome.
 */
export const police = (checkins: readonly Checkin[], book: PlaceBook, { settings, ...moment }: Options): Export => {
  const entryOf = entries(settings.reservationCodes)
  const known = remembering(book)
  const faults: Fault[] = []
  const found: Warning[] = []
  const parts: { records: string[]; ids: number[] }[] = []
  for (const checkin of checkins.filter(enabled)) {
    const { apartmentId, structureCode = '' } = entryOf(checkin) ?? {}
    const code = settings.policeApartmentColumn ? (apartmentId || structureCode).trim().toUpperCase() : undefined
    const records = lines(checkin, known, code).map(record)
    faults.push(...records.flatMap((one) => one.faults))
    found.push(...warn(checkin, moment))
    if (code !== undefined && !/^0*[1-9]\d*$/.test(code)) found.push({ rule: 'apartment', checkin: checkin.id })
    if ((parts.at(-1)?.records.length ?? longest) + records.length > longest) parts.push({ records: [], ids: [] })
    parts.at(-1)!.records.push(...records.map(({ text }) => text))
    parts.at(-1)!.ids.push(checkin.id)
  }
  const [, month, day] = moment.today.split('-')
  const files = parts.map(({ records, ids }, index) => ({
    name: `${day}-${month}-questura${index ? `-${index + 1}` : ''}.txt`,
    text: records.join('\r\n'),
    ids,
  }))
  return { files: faults.length ? [] : files, ...sift(faults), warnings: found }
}
