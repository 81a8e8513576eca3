import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { partyTax } from '../../../src/core/tax/party-tax'
import { hasTax, taxSets } from '../../../src/core/tax/town-rules'
import { ruleSet } from './rule-sets'

const test = suite('the tax that three settings make')

const rules = [ruleSet({ kind: 'fixed', cents: 100 })]
const houses: [settings: Parameters<typeof taxSets>[0], hasOne: boolean, ...cents: number[][]][] = [
  [{ taxRate: '2,50', taxFromAge: 0, taxMostNights: 0, taxRules: [] }, true, [250, 250, 250], [250, 250, 250]],
  [{ taxRate: '2.5', taxFromAge: 10, taxMostNights: 2, taxRules: [] }, true, [250, 250, 0], [0, 0, 0]],
  [{ taxRate: '2', taxFromAge: 1, taxMostNights: 1, taxRules: [] }, true, [200, 0, 0], [200, 0, 0]],
  [{ taxRate: '', taxFromAge: 10, taxMostNights: 0, taxRules: [] }, false, [0, 0, 0], [0, 0, 0]],
  [{ taxRate: '0', taxFromAge: 0, taxMostNights: 0, taxRules: [] }, false, [0, 0, 0], [0, 0, 0]],
  [{ taxRate: '0,01', taxFromAge: 0, taxMostNights: 0, taxRules: [] }, true, [1, 1, 1], [1, 1, 1]],
  [{ taxRate: '', taxFromAge: 0, taxMostNights: 0, taxRules: rules }, true, [100, 100, 100], [100, 100, 100]],
  [{ taxRate: '2', taxFromAge: 10, taxMostNights: 1, taxRules: rules }, true, [100, 100, 100], [100, 100, 100]],
]
for (const [settings, hasOne, ...cents] of houses)
  test(`a grown guest and one of nine years pay by ${JSON.stringify({ ...settings, taxRules: settings.taxRules.length })}`, () => {
    const guests = [{ age: 40 }, { age: 9 }]
    const nights = partyTax(taxSets(settings), {
      arrival: '2026-06-01',
      nights: 3,
      price: 0,
      code: '',
      guests,
    } as never)
    assert.equal(
      nights.map((own) => own.map((night) => night.cents)),
      cents,
    )
    assert.is(hasTax(settings), hasOne)
  })

test('the one rule holds from 2000 on, in no town, place or season', () => {
  const [rule] = taxSets({ taxRate: '3', taxFromAge: 0, taxMostNights: 4, taxRules: [] })
  assert.equal(rule, ruleSet({ kind: 'fixed', cents: 300 }, { from: '2000-01-01', mostNights: 4 }))
})

test.run()
