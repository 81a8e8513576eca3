import type { TaxBasis, TaxRelief, TaxRuleSet } from '../../schema/tax'

const set = (rates: TaxRuleSet['rates'], mostNights: number, reliefs: TaxRelief[], category = ''): TaxRuleSet => ({
  town: '',
  from: '2026-01-01',
  until: '',
  category,
  zone: '',
  elsewhere: [],
  rates,
  mostNights,
  count: 'stay',
  ageOn: 'arrival',
  reliefs,
  rounding: { to: 1, way: 'nearest' },
  source: { title: '', link: '', day: '' },
})

const fixed = (cents: number): TaxBasis => ({ kind: 'fixed', cents })
const [high, low] = [
  { from: '04-01', until: '10-31' },
  { from: '11-01', until: '03-31' },
]
const minors: TaxRelief = { kind: 'minor', age: 14, off: 100 }
const disabled: TaxRelief[] = [
  { kind: 'disabled', off: 100 },
  { kind: 'companion', off: 100 },
]
const coach: TaxRelief[] = [
  { kind: 'driver', off: 100, per: 25 },
  { kind: 'guide', off: 100, per: 25 },
]

/** Rules to begin from, one of each common kind; of no real town. */
export const taxExamples: { readonly [kind: string]: TaxRuleSet } = {
  fixed: set([{ basis: fixed(200) }], 5, [minors, ...disabled]),
  season: set(
    [
      { category: '3 stelle', season: high, basis: fixed(250) },
      { category: '3 stelle', season: low, basis: fixed(150) },
    ],
    7,
    [{ kind: 'minor', age: 10, off: 100 }, { kind: 'minor', age: 16, off: 50 }, ...coach],
    '3 stelle',
  ),
  percent: set([{ basis: { kind: 'percent', percent: 400, least: 50, most: 500 } }], 5, [
    minors,
    ...disabled,
    ...coach,
  ]),
  bands: set(
    [
      {
        basis: {
          kind: 'bands',
          bands: [{ under: 5000, cents: 100 }, { under: 10_000, cents: 250 }, { cents: 400 }],
        },
      },
    ],
    10,
    [minors, ...disabled],
  ),
}
