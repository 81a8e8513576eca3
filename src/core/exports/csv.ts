import { type Checkin, fieldOf, type RecordField } from '../../../schema/checkin'
import { type GuestField, guests, type Who } from '../../../schema/guest'
import { party } from '../checkin/party'

/**
 * What a spreadsheet would take for a formula (OWASP, CSV injection): such a cell gets an apostrophe in front, and
 * stays text.
 */
const formula = /^[=+\-@\t\r\n＝＋－＠]/

/** A cell that stays text wherever it is pasted or opened. */
const neutralized = (cell: string): string => (formula.test(cell) ? `'${cell}` : cell)
const quoted = (cell: string) => (/[";,\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/**
 * Rows as a file an Italian spreadsheet opens: RFC 4180 (CRLF, doubled quotes) with semicolons, since commas write
 * decimals there, and with the byte order mark Excel knows UTF-8 by.
 */
export const csv = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map((cell) => quoted(neutralized(cell))).join(';')}\r\n`).join('')}`

type ClipboardField = 'id' | RecordField

const person: GuestField[] = ['name', 'lastName', 'gender']
const birth: GuestField[] = ['citizenship', 'birthCountry', 'birthDate', 'birthCity']
const paper: GuestField[] = ['documentType', 'documentNumber', 'documentIssuePlace']
const of = (who: Who, names: GuestField[]): ClipboardField[] => names.map((field) => fieldOf(who, field))
const later: GuestField[] = [...person, ...birth, 'residenceCountry', 'residenceCity', ...paper]

/**
 * The 51 lines in order (specification, point 7): id 1, main guest 16, second 12, third 12, stay 4, billing 5, payment
 * 1. A later guest has no address, fiscal code or contact of his own; where there is no such guest his lines are empty.
 */
const fields: ClipboardField[] = [
  'id',
  ...of('main', person),
  'email',
  'phone',
  ...of('main', birth),
  ...of('main', ['residenceCountry', 'residenceCity', 'residenceAddress', 'fiscalCode']),
  ...of('main', paper),
  ...of('second', later),
  ...of('third', later),
  'reservationCode',
  'arrivalDate',
  'departureDate',
  'numberOfNights',
  'invoiceType',
  'companyName',
  'companyCity',
  'companyAddress',
  'companyVatNumber',
  'paymentMethod',
]

const phone = ({ phone: whole, phonePrefix = '', phoneNumber = '' }: Checkin) =>
  whole || `${phonePrefix} ${phoneNumber}`.trim()
const isAbsent = (checkin: Checkin, field: ClipboardField) =>
  guests.some((who) => field.startsWith(`${who}Guest`) && !party(checkin).includes(who))

const isPhone = /^\+\d+( \d+)?$/

/**
 * A check-in for the clipboard: 51 values as the record has them, one a line, a line break or tab inside a value evened
 * to a space. What a spreadsheet would take for a formula gets an apostrophe in front, as in a CSV file; a telephone
 * number is none.
 */
export const clipboard = (checkin: Checkin): string =>
  fields
    .map((field) => (field === 'phone' ? phone(checkin) : isAbsent(checkin, field) ? '' : String(checkin[field] ?? '')))
    .map((value) => value.replace(/\s*[\t\n\r\v\f\u0085\u2028\u2029]+\s*/g, ' ').trim())
    .map((value) => (isPhone.test(value) ? value : neutralized(value)))
    .join('\n')
