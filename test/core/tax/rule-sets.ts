import type { TaxBasis, TaxRelief, TaxRuleSet } from '../../../schema/tax'

export const ruleSet = (basis: TaxBasis, said: Partial<TaxRuleSet> = {}): TaxRuleSet => ({
  town: '',
  from: '2026-01-01',
  until: '',
  category: '',
  zone: '',
  elsewhere: [],
  rates: [{ basis }],
  mostNights: 0,
  count: 'stay',
  ageOn: 'arrival',
  reliefs: [],
  rounding: { to: 1, way: 'nearest' },
  source: { title: '', link: '', day: '' },
  ...said,
})

const exempt = (kind: TaxRelief['kind'], said: Partial<TaxRelief> = {}): TaxRelief => ({ kind, off: 100, ...said })
const fixed = (cents: number): TaxBasis => ({ kind: 'fixed', cents })

const seasons = { high: { from: '04-01', until: '10-31' }, low: { from: '11-01', until: '03-31' } }
const starred = (category: string, season: keyof typeof seasons, cents: number) => ({
  category,
  season: seasons[season],
  basis: fixed(cents),
})

/** Six invented towns, one of each common kind. */
export const towns: { [letter in 'A' | 'B' | 'C' | 'D' | 'E' | 'F']: TaxRuleSet[] } = {
  // 2.00 a person and night.
  A: [ruleSet(fixed(200))],
  // 2.50 for the first four nights; children under 14, residents, disabled people and their companions are exempt.
  B: [
    ruleSet(fixed(250), {
      town: 'Como',
      mostNights: 4,
      reliefs: [exempt('minor', { age: 14 }), exempt('resident'), exempt('disabled'), exempt('companion')],
    }),
  ],
  // By stars and season, at most five nights in a calendar year; under 10 exempt, under 16 and from 70 half; rounded
  // down to 10 cents.
  C: [
    ruleSet(fixed(0), {
      category: '4 stelle',
      elsewhere: [{ codes: 'B001 B002', category: '3 stelle', zone: '' }],
      rates: [
        starred('4 stelle', 'high', 300),
        starred('4 stelle', 'low', 150),
        starred('3 stelle', 'high', 200),
        starred('3 stelle', 'low', 100),
      ],
      mostNights: 5,
      count: 'year',
      reliefs: [
        exempt('minor', { age: 10 }),
        { kind: 'minor', age: 16, off: 50 },
        { kind: 'senior', age: 70, off: 50 },
      ],
      rounding: { to: 10, way: 'down' },
    }),
  ],
  // 5 % of the price a person, from 0.50 to 4.00, ten nights; exempt: under 12, patients and carers, one driver and one
  // guide in 25 guests.
  D: [
    ruleSet(
      { kind: 'percent', percent: 500, least: 50, most: 400 },
      {
        mostNights: 10,
        reliefs: [
          exempt('minor', { age: 12 }),
          exempt('patient'),
          exempt('carer'),
          exempt('driver', { per: 25 }),
          exempt('guide', { per: 25 }),
        ],
      },
    ),
  ],
  // 1.00 below 50 a person, 2.50 below 100, then 4.00; seven nights; half for guests under 18 that night, 30 % less for
  // pilgrims; rounded up to 5 cents.
  E: [
    ruleSet(
      { kind: 'bands', bands: [{ under: 5000, cents: 100 }, { under: 10_000, cents: 250 }, { cents: 400 }] },
      {
        mostNights: 7,
        ageOn: 'night',
        reliefs: [
          { kind: 'minor', age: 18, off: 50 },
          exempt('police'),
          exempt('civil'),
          { kind: 'own', id: 'own1', text: 'pellegrini', off: 30 },
        ],
        rounding: { to: 5, way: 'up' },
      },
    ),
  ],
  // 1.00 until 2026, then 1.50; three nights in a row, consecutive stays count as one; under 6 exempt, residents half.
  F: [100, 150].map((cents) =>
    ruleSet(fixed(cents), {
      town: 'TRENTO',
      ...(cents === 100 ? { until: '2026-12-31' } : { from: '2027-01-01' }),
      mostNights: 3,
      count: 'consecutive',
      reliefs: [exempt('minor', { age: 6 }), { kind: 'resident', off: 50 }],
    }),
  ),
}
