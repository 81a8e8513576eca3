import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { TaxBasis, TaxRelief, TaxRuleSet } from '../../../schema/tax'
import { taxFaults } from '../../../src/core/tax/town-rules'
import { ruleSet } from './rule-sets'

const test = suite('faults of the rules')

const fixed: TaxBasis = { kind: 'fixed', cents: 100 }
const set = (said: Partial<TaxRuleSet> = {}) => ruleSet(fixed, said)
const reliefs = (...list: TaxRelief[]) => [set({ reliefs: list })]
const basis = (one: TaxBasis) => [ruleSet(one)]
const minor = (age: number): TaxRelief => ({ kind: 'minor', off: 100, age })
const low = { season: { from: '11-01', until: '02-28' }, basis: fixed }
const high = { season: { from: '03-01', until: '10-31' }, basis: fixed }

const cases: [why: string, sets: TaxRuleSet[], found: object[]][] = [
  ['one set, open at its end', [set()], []],
  ['a set of a single day', [set({ until: '2026-01-01' })], []],
  ['sets that follow each other, in any order', [set({ from: '2027-01-01' }), set({ until: '2026-12-31' })], []],
  [
    'a day between two sets',
    [set({ until: '2026-12-30' }), set({ from: '2027-01-01' })],
    [{ set: 1, field: 'from', rule: 'gap', days: '2026-12-31' }],
  ],
  [
    'a day in two sets',
    [set({ until: '2027-01-01' }), set({ from: '2027-01-01' })],
    [{ set: 1, field: 'from', rule: 'overlap', days: '2027-01-01' }],
  ],
  [
    'a set after one without an end',
    [set(), set({ from: '2027-01-01' })],
    [{ set: 1, field: 'from', rule: 'overlap', days: '2027-01-01' }],
  ],
  ['an end before the beginning', [set({ until: '2025-12-31' })], [{ set: 0, field: 'until', rule: 'backwards' }]],
  [
    'seasons that forget 29 February',
    [set({ rates: [low, high] })],
    [{ set: 0, field: 'rates', rule: 'noRate', days: '02-29', place: '' }],
  ],
  [
    'a rate of the whole year beside one of a season',
    [set({ rates: [{ basis: fixed }, high] })],
    [{ set: 0, field: 'rates', at: 1, rule: 'twoRates', days: '03-01', place: '' }],
  ],
  [
    'a room whose category has no rate',
    [
      set({
        category: 'A',
        rates: [{ category: 'A', basis: fixed }],
        elsewhere: [{ codes: 'B001', category: 'B', zone: 'centro' }],
      }),
    ],
    [{ set: 0, field: 'rates', rule: 'noRate', days: '01-01', place: 'B, centro' }],
  ],
  [
    'more at least than at most',
    basis({ kind: 'percent', percent: 500, least: 300, most: 200 }),
    [{ set: 0, field: 'rates', at: 0, rule: 'leastMost' }],
  ],
  [
    'bands without an end',
    basis({ kind: 'bands', bands: [{ under: 100, cents: 1 }] }),
    [{ set: 0, field: 'rates', at: 0, rule: 'bandOpen' }],
  ],
  [
    'bands out of order',
    basis({ kind: 'bands', bands: [{ under: 200, cents: 1 }, { under: 200, cents: 2 }, { cents: 3 }] }),
    [{ set: 0, field: 'rates', at: 0, rule: 'bandOrder' }],
  ],
  ['children of two ages', reliefs(minor(6), minor(14)), []],
  [
    'children whom an earlier rule takes',
    reliefs(minor(14), { ...minor(10), off: 50 }),
    [{ set: 0, field: 'reliefs', at: 1, rule: 'never', example: { age: 9 }, by: minor(14) }],
  ],
  [
    'the same said twice',
    reliefs({ kind: 'police', off: 100 }, { kind: 'police', off: 50 }),
    [
      {
        set: 0,
        field: 'reliefs',
        at: 1,
        rule: 'never',
        example: { age: 120, relief: 'police' },
        by: { kind: 'police', off: 100 },
      },
    ],
  ],
  [
    'a driver of an age between children and the old',
    reliefs(minor(20), { kind: 'senior', off: 100, age: 30 }, { kind: 'driver', off: 50 }),
    [],
  ],
  ['one driver in 25 can be, in a group', reliefs({ kind: 'driver', off: 100, per: 25 }), []],
  ['children without an age', reliefs({ kind: 'minor', off: 100 }), [{ set: 0, field: 'reliefs', at: 0, rule: 'age' }]],
  ['the old without an age', reliefs({ kind: 'senior', off: 100 }), [{ set: 0, field: 'reliefs', at: 0, rule: 'age' }]],
  [
    'residents of no town',
    reliefs({ kind: 'resident', off: 100 }),
    [{ set: 0, field: 'reliefs', at: 0, rule: 'town' }],
  ],
  [
    'a kind of one’s own without words',
    reliefs({ kind: 'own', id: 'own1', off: 100 }),
    [{ set: 0, field: 'reliefs', at: 0, rule: 'text' }],
  ],
]

for (const [why, sets, found] of cases) test(why, () => assert.equal(taxFaults(sets), found))

test.run()
