import { type Checkin, fieldOf, type RecordField } from '../../../schema/checkin'
import { type GuestField, namedGuests, type Who } from '../../../schema/guest'
import { party } from '../checkin/party'
import { shortOf } from '../flow/names'
import { neutralized } from '../text/escape'

type ClipboardField = 'id' | RecordField

const person: GuestField[] = ['name', 'lastName', 'gender']
const birth: GuestField[] = ['citizenship', 'birthCountry', 'birthDate', 'birthCity']
const paper: GuestField[] = ['documentType', 'documentNumber', 'documentIssuePlace']
const fieldsOf = (who: Who, names: GuestField[]): ClipboardField[] => names.map((field) => fieldOf(who, field))
const later: GuestField[] = [...person, ...birth, 'residenceCountry', 'residenceCity', ...paper]

/** The 51 lines in order (specification, point 7); those of absent guests are empty. */
const fields: ClipboardField[] = [
  'id',
  ...fieldsOf('main', person),
  'email',
  'phone',
  ...fieldsOf('main', birth),
  ...fieldsOf('main', ['residenceCountry', 'residenceCity', 'residenceAddress', 'fiscalCode']),
  ...fieldsOf('main', paper),
  ...namedGuests.slice(1).flatMap((who) => fieldsOf(who, later)),
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
const isAbsent = (checkin: Checkin, field: ClipboardField) => {
  const { who } = shortOf(field)
  return who && !party(checkin).includes(who)
}

const isPhone = /^\+\d+( \d+)?$/

/** Returns a check-in as 51 lines, 12 more for each guest after the third and the party's kind; without formulas. */
export const clipboard = (checkin: Checkin): string => {
  const further = party(checkin).slice(namedGuests.length)
  const besides: ClipboardField[] = further.length
    ? [...further.flatMap((who) => fieldsOf(who, later)), 'partyKind']
    : []
  return [...fields, ...besides]
    .map((field) => (field === 'phone' ? phone(checkin) : isAbsent(checkin, field) ? '' : String(checkin[field] ?? '')))
    .map((value) => value.replace(/\s*[\t\n\r\v\f\u0085\u2028\u2029]+\s*/g, ' ').trim())
    .map((value) => (isPhone.test(value) ? value : neutralized(value)))
    .join('\n')
}
