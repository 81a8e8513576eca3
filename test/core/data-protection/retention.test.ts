import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Checkin } from '../../../schema/checkin'
import { withoutGuest } from '../../../src/core/checkin/party'
import {
  identityRemoval,
  isKeptUnreported,
  isPast,
  plannedRemoval,
  wasReported,
} from '../../../src/core/data-protection/retention'
import { printsOf } from '../../../src/core/police/police-state'
import { taxReport } from '../../../src/core/tax/tax-report'
import { taxSets } from '../../../src/core/tax/town-rules'

const test = suite('retention')

const at = '2025-09-01T01:30:00.000Z'
const family = {
  id: 7,
  reservationCode: 'A101',
  roomDescription: 'Camera Blu',
  arrivalDate: '2025-07-01',
  departureDate: '2025-07-04',
  numberOfNights: '3',
  selectedLanguage: 'it',
  enabledForSending: 'yes',
  createdAt: '2025-06-30T10:00:00.000Z',
  paymentMethod: 'CARTA',
  paymentId: 'pi_3QsecretPerson',
  paymentStatus: 'paid',
  paidAmount: '120,00',
  paidAt: '2025-07-01T09:00:00.000Z',
  roomOf: '3',
  mainGuestName: 'MARIO',
  mainGuestLastName: 'ROSSI',
  mainGuestGender: 'UOMO',
  mainGuestCitizenship: 'Italia',
  mainGuestBirthDate: '1980-07-02',
  mainGuestBirthCity: 'FIRENZE',
  mainGuestBirthCountry: 'Italia',
  mainGuestResidenceCountry: 'Italia',
  mainGuestResidenceCity: 'BOLOGNA',
  mainGuestResidenceAddress: 'VIA ROMA 1',
  mainGuestDocumentType: 'ID',
  mainGuestDocumentNumber: 'CA00000AA',
  email: 'mario@example.com',
  phone: '+39333',
  specialRequests: 'culla',
  companyName: 'ROSSI SRL',
  carPlate: 'AB123CD',
  told: '{"at":"x","prints":{"main":"aaaa"}}',
  identified: '{"main":{"by":"Anna"}}',
  guestChangedFrom: '{"mainGuestName":"MARCO"}',
  addSecondGuest: 'yes',
  secondGuestName: 'CHLOE',
  secondGuestGender: 'DONNA',
  secondGuestCitizenship: 'Francia',
  secondGuestBirthDate: '2018-01-01',
  secondGuestResidenceCountry: 'Francia',
  secondGuestResidenceCity: 'LYON',
} as unknown as Checkin

const after = (checkin: Checkin) =>
  Object.fromEntries(
    Object.entries({ ...checkin, ...identityRemoval(checkin, at) }).filter(([, value]) => value !== null),
  )

test('a check-in without identity has only the fields for statistics and tax', () => {
  assert.equal(after(family), {
    id: 7,
    reservationCode: 'A101',
    roomDescription: 'Camera Blu',
    arrivalDate: '2025-07-01',
    departureDate: '2025-07-04',
    numberOfNights: '3',
    createdAt: '2025-06-30T10:00:00.000Z',
    paymentMethod: 'CARTA',
    paymentStatus: 'paid',
    paidAmount: '120,00',
    paidAt: '2025-07-01T09:00:00.000Z',
    roomOf: '3',
    enabledForSending: 'no',
    addSecondGuest: 'yes',
    mainGuestGender: 'UOMO',
    mainGuestAge: '44',
    mainGuestCitizenship: 'Italia',
    mainGuestResidenceCountry: 'Italia',
    mainGuestResidenceCity: 'BOLOGNA',
    secondGuestGender: 'DONNA',
    secondGuestAge: '7',
    secondGuestCitizenship: 'Francia',
    secondGuestResidenceCountry: 'Francia',
    identityRemovedAt: at,
  })
})

test('the tourist tax of a month is the same before and after the removal of identities', () => {
  const period = { from: '2025-07-01', until: '2025-07-31' }
  const rules = taxSets({ taxRules: [], taxRate: '3,50', taxFromAge: 14, taxMostNights: 0 })
  const tax = (checkin: unknown) => {
    const { stays, ...sums } = taxReport([checkin as Checkin], period, rules)
    return { ...sums, ages: stays.flatMap(({ guests }) => guests.map(({ age }) => age)) }
  }
  assert.equal(tax(after(family)), tax(family))
  assert.is(tax(family).amount, 1050)
})

const terms = { identityDays: 60, recordYears: 6 }
const told = family

test('the identity is deleted some days after the departure of reported guests, the rest on a 1 January', () => {
  assert.equal(plannedRemoval(told, terms, true), { what: 'identity', from: '2025-09-02' })
  assert.is(plannedRemoval(family, terms, false), undefined)
  assert.equal(plannedRemoval({ ...told, identityRemovedAt: at } as Checkin, terms, true), {
    what: 'record',
    from: '2032-01-01',
  })
  const leap = { ...told, departureDate: '2023-12-31' } as Checkin
  assert.is(plannedRemoval(leap, terms, true)?.from, '2024-02-29')
})

test('a hold with a reason stops every deletion, and a record without a day is never deleted automatically', () => {
  for (const more of [{ retentionHold: 'lite' }, { departureDate: undefined, arrivalDate: 'domani' }])
    for (const less of [{}, { identityRemovedAt: at }])
      assert.is(plannedRemoval({ ...told, ...more, ...less } as Checkin, terms, true), undefined)
})

test('an expired record without a police report waits for the host from that day on', () => {
  assert.equal(
    ['2025-09-01', '2025-09-02'].map((day) => isKeptUnreported(family, terms, false, day)),
    [false, true],
  )
  for (const more of [{ retentionHold: 'lite' }, { identityRemovedAt: at }])
    assert.not(isKeptUnreported({ ...family, ...more } as Checkin, terms, false, '2030-01-01'))
  assert.not(isKeptUnreported(family, terms, true, '2030-01-01'))
})

test('a record counts as reported only for all guests, and only while they are unchanged', () => {
  const digest = (text: string) => text
  const said = { ...family, told: JSON.stringify({ at, prints: printsOf(family, digest) }) } as Checkin
  assert.ok(wasReported(said, digest))
  assert.not(wasReported(family, digest))
  assert.not(wasReported({ ...said, secondGuestName: 'CHLOÉ' } as Checkin, digest))
  assert.not(wasReported({ ...said, addThirdGuest: 'yes' } as Checkin, digest))
  assert.ok(wasReported({ ...said, specialRequests: 'altro' } as Checkin, digest))
  const three = { ...said, addThirdGuest: 'yes', thirdGuestName: 'CHLOÉ' } as Checkin
  const told = JSON.stringify({ at, prints: printsOf(three, digest) })
  assert.ok(
    wasReported({ ...three, ...withoutGuest(three as never, 'second'), told } as Checkin, digest),
    'one moved up',
  )
})

test('notes are kept for days, or for whole years after their own', () => {
  assert.equal(
    ['2025-01-30', '2025-01-31'].map((day) => isPast('2025-01-01T10:00:00Z', { days: 30 }, day)),
    [false, true],
  )
  assert.equal(
    ['2030-12-31', '2031-01-01'].map((day) => isPast('2025-06-01T10:00:00Z', { years: 5 }, day)),
    [false, true],
  )
  assert.not(isPast('', { days: 0 }, '2030-01-01'))
})

test('the age is stored for guests born by the arrival; a third guest keeps the same fields as others', () => {
  const age = (birth: string, arrivalDate = '2025-07-01') =>
    identityRemoval({ ...family, mainGuestBirthDate: birth, arrivalDate } as Checkin, at).mainGuestAge
  assert.equal(
    [age('2025-07-01'), age('2024-07-02'), age('2024-07-01'), age('2025-07-02'), age(''), age('1980-01-01', 'domani')],
    ['0', '0', '1', undefined, undefined, undefined],
  )
  const third = { addThirdGuest: 'yes', thirdGuestName: 'LEA', thirdGuestGender: 'DONNA' } as const
  const left = after({ ...family, ...third })
  assert.equal([left.addThirdGuest, left.thirdGuestGender, left.thirdGuestName], ['yes', 'DONNA', undefined])
  const { thirdGuestGender } = after({ ...family, ...third, addThirdGuest: 'no' })
  assert.is(thirdGuestGender, undefined, 'who did not come after all')
})

test('without a departure a term counts from the arrival', () => {
  const { departureDate: _, ...open } = told
  assert.equal(plannedRemoval(open, terms, true), { what: 'identity', from: '2025-08-30' })
  assert.is(isPast('2025-02-30T00:00:00Z', { days: 1 }, '2030-01-01'), false)
})

test.run()
