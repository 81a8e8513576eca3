import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Checkin } from '../../schema/checkin'
import { clipboard } from '../../src/core/exports/clipboard'

const guest = (who: string) => ({
  [`${who}GuestName`]: `${who} name`,
  [`${who}GuestLastName`]: `${who} last name`,
  [`${who}GuestGender`]: 'DONNA',
  [`${who}GuestCitizenship`]: 'Italia',
  [`${who}GuestBirthCountry`]: 'Italia',
  [`${who}GuestBirthDate`]: '1980-05-10',
  [`${who}GuestBirthCity`]: 'ROMA',
  [`${who}GuestResidenceCountry`]: 'Francia',
  [`${who}GuestResidenceCity`]: 'PARIS',
  [`${who}GuestResidenceAddress`]: '1 RUE\r\nDE LA PAIX',
  [`${who}GuestFiscalCode`]: 'CF',
  [`${who}GuestDocumentType`]: 'PASS',
  [`${who}GuestDocumentNumber`]: 'YA1',
  [`${who}GuestDocumentIssuePlace`]: 'ROMA',
})
const whole = {
  id: 7,
  ...guest('main'),
  ...guest('second'),
  ...guest('third'),
  email: 'a@b.it',
  phonePrefix: '+39',
  phoneNumber: '333',
  addSecondGuest: 'yes',
  addThirdGuest: 'yes',
  reservationCode: 'A101',
  arrivalDate: '2026-11-20',
  departureDate: '2026-11-23',
  numberOfNights: '3',
  invoiceType: 'business',
  companyName: 'ACME\n\nSRL',
  companyCity: 'ROMA',
  companyAddress: 'VIA 1',
  companyVatNumber: 'IT1',
  paymentMethod: 'CARTA',
} as Checkin

const later = (who: string) => [
  `${who} name`,
  `${who} last name`,
  'DONNA',
  'Italia',
  'Italia',
  '1980-05-10',
  'ROMA',
  'Francia',
  'PARIS',
  'PASS',
  'YA1',
  'ROMA',
]
const expected = [
  '7',
  'main name',
  'main last name',
  'DONNA',
  'a@b.it',
  '+39 333',
  'Italia',
  'Italia',
  '1980-05-10',
  'ROMA',
  'Francia',
  'PARIS',
  '1 RUE DE LA PAIX',
  'CF',
  'PASS',
  'YA1',
  'ROMA',
  ...later('second'),
  ...later('third'),
  'A101',
  '2026-11-20',
  '2026-11-23',
  '3',
  'business',
  'ACME SRL',
  'ROMA',
  'VIA 1',
  'IT1',
  'CARTA',
]

const test = suite('clipboard')

test('a check-in is 51 lines in their order, and no value breaks a line', () => {
  assert.is(expected.length, 51)
  assert.equal(clipboard(whole).split('\n'), expected)
})

test('nothing a guest wrote becomes a formula or a second cell where it is pasted', () => {
  const lines = clipboard({
    ...whole,
    mainGuestResidenceAddress: '=HYPERLINK("http://x","y")',
    mainGuestLastName: '@SUM(A1)\t=1',
    companyName: '-1+1',
  }).split('\n')
  assert.equal(
    [lines[12], lines[2], lines[46], lines[5]],
    [`'=HYPERLINK("http://x","y")`, "'@SUM(A1) =1", "'-1+1", '+39 333'],
  )
})

test('an absent guest leaves twelve empty lines', () => {
  const lines = clipboard({ ...whole, addThirdGuest: 'no' }).split('\n')
  assert.equal([lines.length, lines.slice(29, 41).join('')], [51, ''])
  assert.is(clipboard({ id: 7 }).split('\n').length, 51)
})

test.run()
