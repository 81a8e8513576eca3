import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Draft } from '../../../schema/checkin'
import type { Step } from '../../../schema/steps'
import {
  changesOf,
  covers,
  follow,
  guardOf,
  guestOf,
  holds,
  homeOf,
  targetOf,
  withChanges,
} from '../../../src/core/flow/arms'
import { facts } from '../../../src/core/flow/facts'
import { askedFields, defaultOf, definitionOf, optionsOf } from '../../../src/core/flow/fields'
import { nameResolver, shortOf } from '../../../src/core/flow/names'
import { flow } from './draft'

const test = suite('route')
const step = (path: string) => flow.steps[path] as Step
const next = (path: string, draft: Record<string, string>, settings = {}, outcome?: string) => {
  const known = facts(draft, settings, outcome)
  const arm = follow(step(path).next, known, nameResolver(guestOf(step(path), known)))
  return arm && targetOf(arm, known)
}

test('a condition holds if every value it names matches', () => {
  const known = facts({ birthCountry: 'Italia', email: '' }, { enablePayPal: true, redirectUrl: '' }, 'saved')
  assert.ok(holds(undefined, known))
  assert.ok(holds({ birthCountry: 'Italia', outcome: 'saved' }, known))
  assert.not(holds({ birthCountry: 'Italia', outcome: 'failed' }, known))
  assert.ok(holds({ birthCountry: ['Francia', 'Italia'] }, known))
  assert.not(holds({ birthCountry: ['Francia'] }, known))
})

test('an empty answer is not an answer', () => {
  const known = facts({ email: '', name: 'ANNA' }, { redirectUrl: '' })
  assert.ok(holds({ name: true, email: false, phone: false, 'settings.redirectUrl': false }, known))
  assert.not(holds({ email: true }, known))
})

test('boolean settings read yes and no; lists are no facts', () => {
  const known = facts({}, { enableSecondGuest: false, enableThirdGuest: true, reservationCodes: [] })
  assert.is(known['settings.enableSecondGuest'], 'no')
  assert.is(known['settings.enableThirdGuest'], 'yes')
  assert.is(known['settings.reservationCodes'], undefined)
  assert.is(facts({ showPaymentPage: 'true' }).showPaymentPage, 'yes')
})

test('in a guest’s step the names of guest fields are that guest’s', () => {
  assert.is(nameResolver('second')('birthCity'), 'secondGuestBirthCity')
  assert.is(nameResolver('second')('invoiceType'), 'invoiceType')
  assert.is(nameResolver(undefined)('birthCity'), 'birthCity')
  assert.equal(shortOf('thirdGuestBirthCity'), { who: 'third', short: 'birthCity', number: 3 })
  assert.equal(shortOf('mainGuestShoeSize'), { short: 'mainGuestShoeSize' })
})

test('the first arm that holds wins, and where none holds the guest stays', () => {
  assert.is(next('/guest-birthinfo', { mainGuestBirthCountry: 'Italia' }), '/guest-birth-city')
  assert.is(next('/reservation-code', {}, {}, 'unknown'), undefined)
})

test('guests not born in Italy have the country as place of birth', () => {
  const known = facts({ mainGuestBirthCountry: 'Germania' })
  const arm = follow(step('/guest-birthinfo').next, known, nameResolver('main'))!
  assert.is(arm.to, '/guest-residenceinfo')
  assert.equal(changesOf(arm.set, known, nameResolver('main')), { mainGuestBirthCity: 'Germania' })
})

test('a second guest born in Italy is asked the town, before the date', () => {
  assert.is(next('/second-guest-citizenship', { secondGuestBirthCountry: 'Italia' }), '/second-guest-birth-city')
  assert.is(next('/second-guest-citizenship', { secondGuestBirthCountry: 'Francia' }), '/second-guest-birthinfo')
})

test('only residents of Italy are asked for a fiscal code; a typed one of others is removed', () => {
  assert.is(next('/guest-residenceinfo', { mainGuestResidenceCountry: 'Italia' }), '/guest-fiscalcode')
  const known = facts({ mainGuestResidenceCountry: 'Spagna', mainGuestFiscalCode: 'X' })
  const arm = follow(step('/guest-residenceinfo').next, known, nameResolver('main'))!
  assert.equal(withChanges({ mainGuestFiscalCode: 'X', email: 'a' }, changesOf(arm.set, known, nameResolver('main'))), {
    email: 'a',
  })
})

test('the third guest is asked a citizenship only where the host wants it', () => {
  assert.is(next('/third-guest-name', {}, { askThirdGuestCitizenship: false }), '/third-guest-birthinfo')
  assert.is(next('/third-guest-name', {}, { askThirdGuestCitizenship: true }), '/third-guest-citizenship')
})

test('after the notes a guest pays only if the code requires it', () => {
  assert.is(next('/notes', { showPaymentPage: 'true' }, {}, 'saved'), '/payment')
  assert.is(next('/notes', { showPaymentPage: 'false' }, {}, 'saved'), '/confirmation')
  assert.is(next('/notes', { showPaymentPage: 'false' }, {}, 'failed'), undefined)
})

test('the end redirects to the configured address, else to the search engine', () => {
  assert.is(
    next('/confirmation', {}, { redirectUrl: 'https://www.casablu.it/' }, 'confirmed'),
    'https://www.casablu.it/',
  )
  assert.is(next('/confirmation', {}, { redirectUrl: '' }, 'confirmed'), 'https://www.google.com/')
})

test('an address that ends in a dash is a prefix', () => {
  assert.ok(covers('/second-guest-', '/second-guest-name'))
  assert.not(covers('/second-guest-', '/add-second-guest'))
  assert.not(covers('/', '/guest-name'))
})

test("the second guest's screens redirect a guest who said there is none", () => {
  for (const path of Object.keys(flow.steps).filter((path) => path.startsWith('/second-guest-'))) {
    assert.is(guardOf(flow, path, facts({ addSecondGuest: 'no' }))?.to, '/invoice-selection', path)
    assert.is(guardOf(flow, path, facts({ addSecondGuest: 'yes' })), undefined, path)
    assert.is(guardOf(flow, path, facts({})), undefined, path)
  }
})

test("the third guest's screens redirect a guest who said there is none, or no second", () => {
  assert.is(
    guardOf(flow, '/third-guest-birth-city', facts({ addSecondGuest: 'yes', addThirdGuest: 'no' }))?.to,
    '/invoice-selection',
  )
  assert.is(
    guardOf(flow, '/third-guest-birth-city', facts({ addSecondGuest: 'no', addThirdGuest: 'yes' }))?.to,
    '/invoice-selection',
  )
})

test('the company screens lead a private guest back to the choice of invoice', () => {
  for (const path of ['/company-name', '/company-city', '/company-address', '/company-vat-number'])
    assert.is(guardOf(flow, path, facts({ invoiceType: 'personal' }))?.to, '/invoice-selection', path)
})

test('a host’s toggle takes its steps out of the journey', () => {
  assert.equal(guardOf(flow, '/add-second-guest', facts({}, { enableSecondGuest: false }))?.set, {
    addSecondGuest: 'no',
    addThirdGuest: 'no',
  })
  assert.equal(guardOf(flow, '/add-third-guest', facts({}, { enableThirdGuest: false }))?.set, { addThirdGuest: 'no' })
  assert.equal(guardOf(flow, '/invoice-selection', facts({}, { enableCompanyInvoice: false }))?.set, {
    invoiceType: 'personal',
  })
})

test('home is the start for the main guest and the question for the others', () => {
  assert.is(homeOf(flow, '/guest-email'), '/')
  assert.is(homeOf(flow, '/second-guest-name'), '/add-second-guest')
  assert.is(homeOf(flow, '/third-guest-residencecity'), '/add-third-guest')
  assert.is(homeOf(flow, '/nowhere'), '/')
})

test('back from a third guest’s birth date depends on where the guest was born', () => {
  const back = (country: string) =>
    follow(step('/third-guest-birthinfo').back, facts({ thirdGuestBirthCountry: country }), nameResolver('third'))?.to
  assert.is(back('Italia'), '/third-guest-birth-city')
  assert.is(back('Francia'), '/third-guest-citizenship')
})

test('the document screen serves the third guest, else the second, else the main', () => {
  const document = step('/guest-document')
  const two = { addSecondGuest: 'yes', secondGuestCitizenship: 'Francia' }
  assert.is(guestOf(document, facts({})), 'main')
  assert.is(guestOf(document, facts({ addSecondGuest: 'yes' })), 'main')
  assert.is(guestOf(document, facts(two)), 'second')
  assert.is(guestOf(document, facts({ ...two, addThirdGuest: 'yes', thirdGuestCitizenship: 'Italia' })), 'third')
  assert.is(guestOf(document, facts(two), 'main'), 'main')
  assert.is(guestOf(document, facts({}), 'third'), 'main')
})

test('the issue place is asked only of residents of Italy', () => {
  const fields = (country: string) =>
    askedFields(flow, step('/guest-document'), 'main', facts({ mainGuestResidenceCountry: country })).map(
      ({ field }) => field,
    )
  assert.ok(fields('Italia').includes('mainGuestDocumentIssuePlace'))
  assert.not(fields('Francia').includes('mainGuestDocumentIssuePlace'))
})

test('PayPal is offered where the host has switched it on', () => {
  assert.equal(optionsOf(definitionOf(flow, 'paymentProvider')!, facts({}, { enablePayPal: false })), ['cash'])
  assert.equal(optionsOf(definitionOf(flow, 'paymentProvider')!, facts({}, { enablePayPal: true })), ['paypal', 'cash'])
  assert.equal(optionsOf(definitionOf(flow, 'numberOfNights')!, facts({}), ['2', '9']), ['2'])
})

test('the preset prefix is that of the country of residence', () => {
  const prefix = (country: string) =>
    defaultOf(definitionOf(flow, 'phonePrefix')!, facts({ mainGuestResidenceCountry: country }))
  const specified = {
    Italia: '+39',
    Francia: '+33',
    Germania: '+49',
    'Regno Unito': '+44',
    Spagna: '+34',
    'Stati Uniti': '+1',
  }
  for (const [country, expected] of Object.entries(specified)) assert.is(prefix(country), expected)
  assert.is(prefix('Albania'), undefined)
})

test('Italy is preset for the first guest; the first guest’s citizenship, birth and residence for later ones', () => {
  const ready = (field: string, draft: Draft) =>
    defaultOf(definitionOf(flow, field)!, facts(draft), nameResolver(shortOf(field).who))
  const berliner = {
    mainGuestCitizenship: 'Germania',
    mainGuestBirthCountry: 'Polonia',
    mainGuestResidenceCountry: 'Germania',
    mainGuestResidenceCity: 'BERLIN',
  }
  for (const short of ['Citizenship', 'BirthCountry', 'ResidenceCountry']) {
    assert.is(ready(`mainGuest${short}`, {}), 'Italia')
    for (const who of ['second', 'third'])
      assert.is(ready(`${who}Guest${short}`, berliner), berliner[`mainGuest${short}` as keyof typeof berliner])
  }
  const bolognese = { mainGuestResidenceCountry: 'Italia', mainGuestResidenceCity: 'BOLOGNA (BO)' }
  assert.is(ready('secondGuestResidenceCity', { ...bolognese, secondGuestResidenceCountry: 'Italia' }), 'BOLOGNA (BO)')
  assert.is(
    ready('secondGuestResidenceCity', { ...bolognese, secondGuestResidenceCountry: 'Francia' }),
    undefined,
    'a town of another country is no help',
  )
  assert.is(ready('secondGuestResidenceCity', { ...berliner, secondGuestResidenceCountry: 'Italia' }), undefined)
})

test.run()
