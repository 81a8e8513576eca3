import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { partyTax, sum, type TaxParty, type TaxPerson } from '../../../src/core/tax/party-tax'
import { taxFaults } from '../../../src/core/tax/town-rules'
import { ruleSet, towns } from './rule-sets'

const test = suite('tax of a party')

type Letter = keyof typeof towns
type Row = [
  arrival: string,
  nights: number,
  price: number | '',
  guests: string,
  cents: string,
  more?: Partial<TaxParty>,
]

/** Parses a guest of the table: an age or a birth date, `@` the town, `:` the relief. */
const personOf = (text: string): TaxPerson => {
  const [, who = '', , town, , relief] = /^([\d-]+)(@(\w+))?(:(\w+))?$/.exec(text)!
  return {
    ...(who.includes('-') ? { birth: who } : { age: Number(who) }),
    ...(town && { town }),
    ...(relief && { relief }),
  }
}
const partyOf = ([arrival, nights, price, guests, , more]: Row): TaxParty => ({
  arrival,
  nights,
  ...(price !== '' && { price: price * 100 }),
  guests: guests.split(' ').map(personOf),
  ...more,
})

const coach = (group: number) => ({ group })
const earlier = (...before: string[]) => ({ guests: [{ age: 40, before }] })

/**
 * The cents of each party in the towns A to F, calculated by hand from the sentences in `rule-sets.ts` before the code
 * ran, and a second time without reading the code.
 */
const table: Row[] = [
  ['2026-07-10', 3, 100, '40', '600 750 900 1200 1200 300'],
  ['2026-07-10', 3, 100, '40 38', '1200 1500 1800 1500 1500 600'],
  ['2026-07-10', 5, 80, '40 38', '2000 2000 3000 2000 1000 600'],
  ['2026-07-10', 8, 60, '40', '1600 1000 1500 2400 1750 300'],
  ['2026-07-10', 12, 40, '40', '2400 1000 1500 2000 700 300'],
  ['2026-01-05', 2, 70, '40 38', '800 1000 600 700 400 400'],
  ['2026-03-30', 4, 90, '40', '800 1000 900 1600 1000 300'],
  ['2026-10-30', 4, 90, '40 38', '1600 2000 1800 1800 800 600'],
  ['2026-07-10', 3, 100, '40', '600 750 600 1200 1200 300', { code: 'B002' }],
  ['2026-07-10', 3, 100, '40', '600 750 600 1200 1200 300', { code: 'b002' }],
  ['2026-12-10', 6, 100, '40 38', '2400 2000 1000 3000 3000 600', { code: 'B002' }],
  ['2026-08-01', 7, 120, '40 38 13 9', '5600 2000 3750 3150 2100 1200'],
  ['2026-08-01', 7, 120, '40 5', '2800 1000 1500 2100 2625 300'],
  ['2026-08-01', 2, 90, '40 6', '800 500 600 450 300 400'],
  ['2026-07-10', 3, 60, '40 2012-07-11', '1200 750 1350 900 450 600'],
  ['2026-07-10', 3, 120, '40 2008-07-11', '1200 1500 1800 1800 1375 600'],
  ['2026-07-10', 2, 50, '40 2014-07-10', '800 500 900 500 300 400'],
  ['2026-05-01', 4, 110, '70 69', '1600 2000 1800 2200 2000 600'],
  ['2026-02-10', 3, 45, '75', '600 750 210 675 300 300'],
  ['2026-02-10', 3, 101, '40 12', '1200 750 660 1518 1125 600'],
  ['2026-02-10', 3, 99, '40 12', '1200 750 450 1488 450 600', { code: 'B002' }],
  ['2026-06-01', 3, 150, '40@Como 38@MILANO', '1200 750 1800 2250 1500 600'],
  ['2026-06-01', 4, 150, '40@TRENTO', '800 1000 1200 1600 1600 150'],
  ['2026-06-01', 2, 60, '40@Trento 5@Trento', '800 500 600 300 300 100'],
  ['2026-09-10', 3, 100, '40:disabled 38:companion', '1200 0 1800 1500 1500 600'],
  ['2026-09-10', 6, 100, '40:disabled 38', '2400 1000 3000 3000 3000 600'],
  ['2026-09-10', 10, 80, '40:patient 70:carer', '4000 2000 2250 0 1400 600'],
  ['2026-05-20', 2, 50, '40:driver', '400 500 600 0 500 200', coach(50)],
  ['2026-05-20', 2, 50, '40:driver', '400 500 600 500 500 200', coach(24)],
  ['2026-05-20', 2, 60, '40:driver 41:driver', '800 1000 1200 300 400 400', coach(30)],
  ['2026-05-20', 2, 60, '40:driver 35:guide', '800 1000 1200 0 400 400', coach(25)],
  ['2026-11-15', 5, 55, '40:police', '1000 1000 750 1375 0 300'],
  ['2026-11-15', 2, 220, '40:civil 40', '800 1000 600 1600 800 400'],
  ['2026-04-02', 3, 49, '40:own1', '600 750 900 735 210 300'],
  ['2026-04-02', 2, 75, '40:own1', '400 500 600 750 350 200'],
  ['2026-04-02', 1, 33, '17:own1', '200 250 300 165 50 100'],
  ['2026-12-30', 4, 140, '40 38', '1600 2000 1200 2800 2000 700'],
  ['2026-06-10', 3, 60, '40', '600 750 900 900 750 100', earlier('2026-06-08', '2026-06-09')],
  [
    '2026-06-10',
    3,
    60,
    '40',
    '600 750 300 900 750 300',
    earlier('2026-01-10', '2026-01-11', '2026-06-05', '2026-06-06'),
  ],
  ['2026-07-01', 2, '', '40 3', '800 500 600 0 0 200'],
  ['2026-07-01', 2, 9, '40', '400 500 600 100 200 200'],
  ['2026-07-01', 1, 100, '40 38 36', '600 750 900 501 300 300'],
]

for (const [at, row] of table.entries())
  test(`party ${at + 1}: ${row[1]} nights from ${row[0]}, ${row[3]}`, () => {
    const taxed = (letter: Letter) =>
      sum(partyTax(towns[letter], partyOf(row)).map((nights) => sum(nights.map(({ cents }) => cents))))
    assert.equal((Object.keys(towns) as Letter[]).map(taxed).join(' '), row[4])
  })

test('the least part of a cent is rounded up', () => {
  const reliefs = [{ kind: 'minor', age: 18, off: 99 }] as const
  const basis = { kind: 'percent', percent: 1, least: 0, most: 500 } as const
  const set = ruleSet(basis, { reliefs: [...reliefs], rounding: { to: 1, way: 'up' } })
  const [[night] = []] = partyTax([set], { arrival: '2026-05-01', nights: 1, price: 1, guests: [{ age: 17 }] })
  assert.is(night!.cents, 1)
})

test('the six towns have no fault', () => {
  assert.equal(
    Object.values(towns).flatMap((sets) => taxFaults(sets)),
    [],
  )
})

const keysOf = (letter: Letter, row: Row) =>
  partyTax(towns[letter], partyOf(row)).map((nights) => nights.map(({ why }) => why.key).join(' '))

test('each night has its reason', () => {
  assert.equal(keysOf('B', ['2026-07-10', 6, 100, '40 13', '']), [
    'fixed fixed fixed fixed limit limit',
    'exempt exempt exempt exempt exempt exempt',
  ])
  assert.equal(keysOf('E', ['2026-07-10', 2, 100, '40 2008-07-11', '']), ['bands bands', 'reduced bands'])
  assert.equal(keysOf('D', ['2026-07-10', 1, '', '40 3', '']), ['unpriced', 'exempt'])
  assert.equal(keysOf('A', ['2025-12-31', 2, 100, '40', '']), ['none fixed'])
  assert.equal(partyTax(towns.B, partyOf(['2026-07-10', 5, '', '40', '']))[0]![4], {
    day: '2026-07-14',
    cents: 0,
    why: { key: 'limit', night: 5, most: 4 },
  })
})

test('a resident is recognised by the record’s town and province', () => {
  const [set] = towns.B
  const by = (town: string, person: string) =>
    partyTax([{ ...set!, town }], { arrival: '2026-05-01', nights: 1, guests: [{ age: 40, town: person }] })[0]![0]!.why
      .key
  assert.equal(
    [by('Como', 'COMO (CO)'), by('Como (CO)', 'COMO'), by("L'Aquila", 'L’AQUILA (AQ)'), by('Como', 'COMO NUOVA')],
    ['exempt', 'exempt', 'exempt', 'fixed'],
  )
  assert.equal(
    [by('Castro (LE)', 'CASTRO (LE)'), by('Castro (LE)', 'CASTRO (BG)'), by('Castro', 'CASTRO (BG)')],
    ['exempt', 'fixed', 'exempt'],
    'another town of the same name',
  )
  assert.equal(
    [by('Olbia (SS)', 'OLBIA (OT)'), by('Monza (MB)', 'MONZA (MI)'), by('Pesaro (PU)', 'PESARO (PS)')],
    ['exempt', 'exempt', 'exempt'],
    'the same town in its former province',
  )
})

test('nights counted by year begin anew on 1 January', () => {
  const row: Row = ['2026-12-29', 8, 100, '40', '', earlier('2026-02-01', '2026-02-02', '2026-02-03', '2026-02-03')]
  assert.equal(keysOf('C', row), ['fixed fixed limit fixed fixed fixed fixed fixed'])
  const lastYear: Row = ['2027-02-10', 6, 100, '40', '', earlier('2026-12-01', '2026-12-02', '2026-12-03')]
  assert.equal(keysOf('C', lastYear), ['fixed fixed fixed fixed fixed limit'])
})

test.run()
