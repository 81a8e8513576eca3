import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Checkin, Draft } from '../../../schema/checkin'
import type { Language } from '../../../schema/languages'
import { inDecimals } from '../../../src/core/checkin/money'
import { speaker } from '../../../src/core/flow/speaker'
import {
  claimsOf,
  offeredReliefs,
  reliefChanges,
  reliefsOn,
  withClaim,
  withSoundClaims,
} from '../../../src/core/tax/party-tax'
import { taxOfStay } from '../../../src/core/tax/tax-report'
import { nightRunWords, shownTax } from '../../../src/core/tax/tax-words'
import { words } from '../../fixtures/words'
import { ruleSet, towns } from './rule-sets'

const test = suite('the tax as guests see it')

const family = {
  id: 1,
  arrivalDate: '2026-06-01',
  numberOfNights: '5',
  mainGuestBirthDate: '1980-01-01',
  addSecondGuest: 'yes',
  secondGuestBirthDate: '2020-01-01',
} as Checkin

const linesOf = (checkin: Checkin, sets: (typeof towns)['A'], language: Language = 'it') =>
  shownTax(taxOfStay(checkin, sets)!, sets, 0)?.guests.map(({ runs }) =>
    runs.map((run) =>
      nightRunWords(run, speaker(words[language], language), (cents) => inDecimals(cents, language)).replaceAll(
        '\u00a0',
        ' ',
      ),
    ),
  )

test('nights with the same price and reason are one sentence, in the order of the nights', () => {
  assert.equal(linesOf(family, towns.B), [
    ['Notti 1–4: 10,00 €, tariffa intera', '5ª notte: oltre il limite di 4'],
    ['Notti 1–5: esente, meno di 14 anni'],
  ])
  assert.equal(linesOf(family, towns.B, 'de')![0], [
    'Nächte 1–4: 10,00 €, voller Satz',
    '5. Nacht: über der Grenze von 4',
  ])
  assert.is(linesOf(family, towns.B, 'en')![0]![0], 'Nights 1–4: €10.00, full rate')
  assert.is(linesOf(family, towns.B, 'es')![1]![0], 'Noches 1–5: exención, menos de 14 años')
})

test('a child who turns 14 on the third night pays from it; a stay over the end of the year follows both rules', () => {
  const byNight = [
    ruleSet({ kind: 'fixed', cents: 200 }, { ageOn: 'night', reliefs: [{ kind: 'minor', off: 100, age: 14 }] }),
  ]
  assert.equal(linesOf({ ...family, addSecondGuest: 'no', mainGuestBirthDate: '2012-06-03' } as Checkin, byNight), [
    ['Notti 1–2: esente, meno di 14 anni', 'Notti 3–5: 6,00 €, tariffa intera'],
  ])
  const years = [
    ruleSet({ kind: 'fixed', cents: 100 }, { until: '2026-12-31', mostNights: 1 }),
    ruleSet({ kind: 'fixed', cents: 300 }, { from: '2027-01-01', mostNights: 4 }),
  ]
  const winter = { ...family, addSecondGuest: 'no', arrivalDate: '2026-12-30' } as Checkin
  assert.equal(linesOf(winter, years), [
    [
      '1ª notte: 1,00 €, tariffa intera',
      '2ª notte: oltre il limite di 1',
      'Notti 3–4: 6,00 €, tariffa intera',
      '5ª notte: oltre il limite di 4',
    ],
  ])
})

test('without a rule nothing is shown; a missing price is reported', () => {
  assert.is(linesOf({ ...family, arrivalDate: '2025-06-01' } as Checkin, towns.B), undefined)
  assert.equal(linesOf({ ...family, addSecondGuest: 'no' } as Checkin, towns.D), [
    ['Notti 1–5: manca il prezzo della notte'],
  ])
})

test('guests can claim exemptions valid on arrival that their answers do not tell', () => {
  const kinds = (day: string, sets = [...towns.B, ...towns.C]) =>
    reliefsOn(offeredReliefs(sets), day).map(({ kind }) => kind)
  assert.equal(kinds('2026-06-01', towns.B), ['disabled', 'companion'])
  assert.equal([kinds('2025-06-01', towns.B), kinds('2026-06-01', towns.C), kinds('')], [[], [], []])
  const text = withClaim(withClaim('', 'main', 'disabled'), 'guest4', 'own1')
  assert.equal([text, claimsOf(text).get('guest4')], ['main:disabled;guest4:own1', 'own1'])
  assert.equal(
    [withClaim(text, 'main', ''), withClaim(text, 'main', 'guide')],
    ['guest4:own1', 'guest4:own1;main:guide'],
  )
})

const claiming = { ...family, arrivalDate: '2026-06-01' } as unknown as Draft

test('a journey keeps the claims that its guests can have on their day', () => {
  const offered = offeredReliefs([...towns.B])
  const kept = (taxClaims: string | undefined, more: object = {}) =>
    withSoundClaims({ ...claiming, ...(taxClaims && { taxClaims }), ...more }, offered).taxClaims
  assert.is(kept('main:disabled;second:companion'), 'main:disabled;second:companion')
  assert.is(kept('main:disabled;third:companion'), 'main:disabled')
  assert.is(kept('main:driver;second:companion'), 'second:companion')
  assert.equal([kept('main:driver'), kept(undefined)], [undefined, undefined])
  assert.is(kept('main:disabled', { arrivalDate: '2025-06-01' }), undefined)
  assert.is(kept('main:disabled', { arrivalDate: undefined }), undefined)
  assert.equal(withSoundClaims({ ...claiming, taxClaims: 'main:driver' }, offered), claiming)
})

test('a claim changes the relief of a record, unless the host has decided otherwise', () => {
  const changes = (before: object, taxClaims?: string) => reliefChanges(before, taxClaims ? { taxClaims } : {})
  const claimed = { taxClaims: 'main:disabled', mainGuestTaxRelief: 'disabled' }
  const cases: [before: object, after: string | undefined, found: object][] = [
    [{}, undefined, {}],
    [{}, 'main:disabled', { mainGuestTaxRelief: 'disabled' }],
    [claimed, 'main:disabled', {}],
    [claimed, 'main:guide;second:companion', { mainGuestTaxRelief: 'guide', secondGuestTaxRelief: 'companion' }],
    [claimed, undefined, { mainGuestTaxRelief: null }],
    [{ ...claimed, mainGuestTaxRelief: 'guide' }, 'main:companion', {}],
    [{ mainGuestTaxRelief: 'guide' }, 'main:companion', {}],
  ]
  for (const [before, after, found] of cases)
    assert.equal(changes(before, after), found, JSON.stringify([before, after]))
})

test('the reliefs that guests can claim stand by their days, of the last four periods', () => {
  const year = (from: number, kind: 'disabled' | 'minor') =>
    ruleSet({ kind: 'fixed', cents: 100 }, { from: `${from}-01-01`, reliefs: [{ kind, off: 100, age: 9 }] })
  const sets = [2026, 2022, 2025, 2023, 2024].map((from) => year(from, 'disabled'))
  assert.equal(
    offeredReliefs([...sets, year(2027, 'minor')]).map(({ from }) => from.slice(0, 4)),
    ['2023', '2024', '2025', '2026'],
  )
  assert.equal(offeredReliefs([]), [])
})

test.run()
