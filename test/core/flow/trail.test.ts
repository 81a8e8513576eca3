import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Draft } from '../../../schema/checkin'
import { withAnswer } from '../../../src/core/flow/fields'
import { withDerived } from '../../../src/core/flow/telephone'
import { stepBefore, trail } from '../../../src/core/flow/trail'
import { alone, checker, company, flow } from './draft'

const test = suite('record')
const on = { enableSecondGuest: true, enableThirdGuest: true, enableCompanyInvoice: true }
const go = (draft: Draft, settings: object = on) => trail(flow, draft, settings, checker)
const paths = (draft: Draft, settings?: object) => go(draft, settings).stops.map(({ path }) => path)
const last = (draft: Draft, settings?: object) => paths(draft, settings).at(-1)

test('an empty draft starts at the language', () => {
  assert.equal(paths({}), ['/'])
  assert.equal(go({}).open?.faults, [{ field: 'selectedLanguage', rule: 'required' }])
})

test('an answer written by a step counts like the guest’s', () => {
  const naturalised = structuredClone(flow)
  naturalised.steps['/guest-citizenship']!.next = [{ set: { citizenship: 'Italia' }, to: '/guest-birthinfo' }]
  const draft = { ...alone, mainGuestCitizenship: 'Francia', mainGuestDocumentNumber: '12345' }
  assert.is(last(draft), '/notes')
  assert.equal(trail(naturalised, draft, on, checker).open?.faults, [
    { field: 'mainGuestDocumentNumber', rule: 'pattern' },
  ])
})

test('a journey has no greatest length: thirty guests with many cards each come to its end', () => {
  const many = Array.from({ length: 500 }, (_, i) => `/card-${i}`)
  const cards = Object.fromEntries(many.map((path, i) => [path, { next: [{ to: many[i + 1] ?? '/notes' }] }]))
  const long = { ...flow, steps: { ...flow.steps, ...cards } }
  long.steps['/arrival-date'] = { ...flow.steps['/arrival-date']!, next: [{ to: many[0]! }] }
  const { stops } = trail(long, alone, on, checker)
  assert.is(stops.at(-1)!.path, '/notes')
  assert.ok(stops.length > many.length)
})

test('a valid party is checked once, and once more for each answer that a step changes', () => {
  const checksOf = (draft: Draft) => {
    const checked: Draft[] = []
    const faultsIn = (some: Draft) => {
      checked.push(some)
      return checker.faultsIn(some)
    }
    assert.is(trail(flow, draft, on, { ...checker, faultsIn }).open, undefined)
    return checked.length
  }
  const sent = { ...alone, addThirdGuest: 'no' }
  assert.is(checksOf(sent), 1)
  assert.is(checksOf({ ...sent, mainGuestBirthCountry: 'Francia', mainGuestBirthCity: 'Francia' }), 1)
  assert.is(checksOf({ ...sent, mainGuestBirthCountry: 'Francia', mainGuestBirthCity: 'FRANCIA' }), 2)
})

test('a returning guest lands on the first step without an answer', () => {
  const { mainGuestFiscalCode: _, ...draft } = alone
  assert.is(go(draft).open?.path, '/guest-fiscalcode')
  assert.equal(go({ ...alone, mainGuestFiscalCode: 'SHORT' }).open?.faults, [
    { field: 'mainGuestFiscalCode', rule: 'minLength', limit: 16 },
  ])
})

test('an Italian alone passes the nine screens of the main guest in order', () => {
  assert.equal(paths(alone).slice(2, 12), [
    '/guest-gender',
    '/guest-name',
    '/guest-citizenship',
    '/guest-birthinfo',
    '/guest-birth-city',
    '/guest-residenceinfo',
    '/guest-fiscalcode',
    '/guest-document',
    '/guest-email',
    '/add-second-guest',
  ])
  assert.is(last(alone), '/notes')
})

test('three guests and a company answer every question', () => {
  const passed = paths(company, { ...on, askThirdGuestCitizenship: true })
  assert.is(passed.length, new Set(passed).size)
  for (const path of [
    '/second-guest-residencecity',
    '/third-guest-citizenship',
    '/third-guest-birth-city',
    '/third-guest-residencecity',
    '/company-vat-number',
    '/notes',
  ])
    assert.ok(passed.includes(path), path)
})

test('whoever lives abroad is asked neither fiscal code nor issue place, and the issue place is the country', () => {
  const { answers, stops } = go({ ...alone, mainGuestResidenceCountry: 'Germania' })
  assert.not(stops.some(({ path }) => path === '/guest-fiscalcode'))
  assert.is(answers.mainGuestFiscalCode, undefined)
  assert.is(answers.mainGuestDocumentIssuePlace, 'Germania')
})

test('whoever is born abroad is born in the country', () => {
  const { answers, stops } = go({ ...alone, mainGuestBirthCountry: 'Francia' })
  assert.not(stops.some(({ path }) => path === '/guest-birth-city'))
  assert.is(answers.mainGuestBirthCity, 'Francia')
})

test('answers of a removed guest are not sent', () => {
  const { answers } = go({ ...company, addSecondGuest: 'no' })
  assert.equal(
    Object.keys(answers).filter((field) => /^(second|third)/.test(field)),
    [],
  )
  assert.is(answers.addThirdGuest, 'no')
})

test('company data is not sent with a private invoice', () => {
  const { answers } = go({ ...company, invoiceType: 'personal' })
  assert.equal(
    Object.keys(answers).filter((field) => field.startsWith('company')),
    [],
  )
})

test('a later answer does not change an earlier branch', () => {
  const { open, answers } = go({
    selectedLanguage: 'it',
    reservationCode: 'A1B2',
    addSecondGuest: 'yes',
    secondGuestCitizenship: 'Francia',
    mainGuestName: 'ANNA',
  })
  assert.is(open?.path, '/guest-gender')
  assert.is(answers.secondGuestCitizenship, undefined)
})

test('a toggle that is switched off removes its guests, whatever the draft contains', () => {
  const passed = paths(company, { ...on, enableSecondGuest: false })
  assert.not(passed.some((path) => path.includes('second-guest') || path.includes('third-guest')))
  assert.is(go(company, { ...on, enableSecondGuest: false }).answers.addSecondGuest, 'no')
  assert.is(go(company, { ...on, enableCompanyInvoice: false }).answers.invoiceType, 'personal')
})

test('a second guest’s document given on a screen off the journey is sent, unless the guest is not coming', () => {
  assert.is(go({ ...company, secondGuestDocumentNumber: 'C01X' }).answers.secondGuestDocumentNumber, 'C01X')
  assert.is(
    go({ ...company, addSecondGuest: 'no', secondGuestDocumentNumber: 'C01X' }).answers.secondGuestDocumentNumber,
    undefined,
  )
})

test('the journey stops at an effect that has not happened', () => {
  assert.is(last({ selectedLanguage: 'de' }), '/reservation-code')
  assert.is(last({ ...alone, checkInId: '7' }), '/confirmation')
  assert.is(last({ ...alone, checkInId: '7', showPaymentPage: 'true' }), '/payment')
  assert.is(go({ ...alone, checkInId: '7' }).answers.paymentMethod, 'PORTALE')
})

test('Back leads to the previous step of the guest’s journey', () => {
  assert.is(stepBefore(go(alone), '/guest-document'), '/guest-fiscalcode')
  assert.is(
    stepBefore(go({ ...alone, mainGuestResidenceCountry: 'Spagna' }), '/guest-document'),
    '/guest-residenceinfo',
  )
  assert.is(stepBefore(go(alone), '/'), undefined)
})

test('a changed birth country drops the birth city and nothing else', () => {
  const { mainGuestBirthCity: _, ...rest } = alone
  assert.equal(withAnswer(flow, alone, 'mainGuestBirthCountry', 'Francia'), {
    ...rest,
    mainGuestBirthCountry: 'Francia',
  })
  assert.is(withAnswer(flow, company, 'secondGuestBirthCountry', 'Italia').mainGuestBirthCity, 'BOLOGNA')
})

test('the same birth country again removes nothing', () => {
  assert.is(withAnswer(flow, alone, 'mainGuestBirthCountry', 'Italia'), alone)
})

test('a changed country of residence keeps the city asked beside it', () => {
  const together = [{ field: 'mainGuestResidenceCity', optional: false }]
  const draft = withAnswer(flow, alone, 'mainGuestResidenceCountry', 'Spagna', together)
  assert.is(draft.mainGuestResidenceCity, 'ROMA')
  assert.is(draft.mainGuestDocumentIssuePlace, undefined)
})

test('a withdrawn answer is deleted, not empty', () => {
  assert.is(withAnswer(flow, alone, 'email', '').email, '', 'taken away is not the same as never asked')
})

test('the departure is the arrival plus the nights, the phone the prefix and the number', () => {
  const draft = withDerived({
    arrivalDate: '2026-12-30',
    numberOfNights: '3',
    phonePrefix: '+39',
    phoneNumber: '12345',
  })
  assert.is(draft.departureDate, '2027-01-02')
  assert.is(draft.phone, '+39 12345')
  assert.not('departureDate' in withDerived({ arrivalDate: '2026-12-30', departureDate: '2026-12-31' }))
})

test.run()
