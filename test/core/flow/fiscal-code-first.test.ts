import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Draft } from '../../../schema/checkin'
import type { Flow } from '../../../schema/steps'
import { trail } from '../../../src/core/flow/trail'
import { alone, checker } from './draft'

const test = suite('codice fiscale first')
const flow = JSON.parse(readFileSync('steps.json', 'utf8')) as Flow
const on = { enableSecondGuest: true, enableThirdGuest: true, enableCompanyInvoice: true, askFiscalCodeFirst: true }
const paths = (draft: Draft, settings: object) => trail(flow, draft, settings, checker).stops.map(({ path }) => path)
const cards = (draft: Draft, settings: object = on) => {
  const all = paths(draft, settings)
  return all.slice(2, all.indexOf('/add-second-guest'))
}
const byHand = [
  '/guest-gender',
  '/guest-name',
  '/guest-citizenship',
  '/guest-birthinfo',
  '/guest-birth-city',
  '/guest-residenceinfo',
  '/guest-fiscalcode',
  '/guest-document',
  '/guest-email',
]

test('the specified order stays where the house has not asked for the code first', () => {
  assert.equal(cards(alone, { ...on, askFiscalCodeFirst: false }), byHand)
})

test('with the code an Italian has three cards fewer', () => {
  assert.equal(cards(alone), [
    '/guest-code',
    '/guest-code-name',
    '/guest-code-birth',
    '/guest-residenceinfo',
    '/guest-document',
    '/guest-email',
  ])
})

test('without the code every question is asked by hand, in the specified order', () => {
  const { mainGuestFiscalCode: _, ...draft } = alone
  assert.equal(cards({ ...draft, mainGuestResidenceCountry: 'Francia', mainGuestResidenceCity: 'PARIS' }), [
    '/guest-code',
    ...byHand.filter((path) => path !== '/guest-fiscalcode'),
  ])
  assert.is(paths(draft, on).at(-1), '/guest-fiscalcode')
})

test('with a birth abroad no town is asked', () => {
  const born = { mainGuestBirthCountry: 'Francia', mainGuestBirthCity: 'Francia' }
  assert.ok(cards({ ...alone, ...born }).includes('/guest-code-birth-abroad'))
})

test('an Italian citizen who reads another language is asked for the code after the citizenship', () => {
  assert.equal(cards({ ...alone, selectedLanguage: 'de' }), [
    '/guest-gender',
    '/guest-name',
    '/guest-citizenship',
    '/guest-italian-code',
    '/guest-birthinfo',
    '/guest-birth-city',
    '/guest-residenceinfo',
    '/guest-document',
    '/guest-email',
  ])
  const german = { ...alone, selectedLanguage: 'de', mainGuestCitizenship: 'Germania' }
  assert.not(cards({ ...german, mainGuestDocumentNumber: 'L1234567' }).includes('/guest-italian-code'))
})

test.run()
