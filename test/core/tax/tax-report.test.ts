import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Checkin } from '../../../schema/checkin'
import { centsOf, euros } from '../../../src/core/checkin/money'
import { atOnce } from '../../../src/core/tasks'
import { sum } from '../../../src/core/tax/party-tax'
import { daysOf, monthsIn, sumsByMonth } from '../../../src/core/tax/tax-payments'
import { continuationNote, noteAfter, taxNotes, taxOfStay, taxReport } from '../../../src/core/tax/tax-report'
import { addDays, ageOn, monthDays } from '../../../src/core/text/dates'
import { fc } from '../../property'
import { ruleSet, towns } from './rule-sets'

const test = suite('report of the tax')

const stay = (id: number, arrivalDate: string, numberOfNights: string, births: string[]): Checkin =>
  ({
    id,
    arrivalDate,
    numberOfNights,
    mainGuestName: 'MARIO',
    mainGuestLastName: 'ROSSI',
    addSecondGuest: births.length > 1 ? 'yes' : 'no',
    addThirdGuest: births.length > 2 ? 'yes' : 'no',
    ...Object.fromEntries(
      ['main', 'second', 'third'].flatMap((who, i) => (births[i] ? [[`${who}GuestBirthDate`, births[i]]] : [])),
    ),
  }) as Checkin

type Rule = { rate: number; fromAge: number; mostNights: number }
const touristTax = (list: readonly Checkin[], month: string, { rate, fromAge, mostNights }: Rule) => {
  const days = monthDays(month)
  const reliefs = fromAge ? [{ kind: 'minor', off: 100, age: fromAge } as const] : []
  const set = ruleSet({ kind: 'fixed', cents: rate }, { from: '2000-01-01', mostNights, reliefs })
  return taxReport(list, { from: days[0]!, until: days.at(-1)! }, [set])
}

const rule = { rate: 250, fromAge: 12, mostNights: 5 }

test('a copy that begins on the day the check-in ends goes on counting the nights of the stay, guest by guest', () => {
  const sets = [ruleSet({ kind: 'fixed', cents: 250 }, { from: '2000-01-01', mostNights: 40 })]
  const births = ['1980-01-01', '1985-01-01']
  const first = stay(1, '2026-11-01', '30', births)
  const next = (before: Checkin, copy: Checkin): Checkin => {
    const taxEarlier = continuationNote(before, copy)
    return { ...copy, ...(taxEarlier && { taxEarlier }) }
  }
  const taxed = (checkin: Checkin) => taxOfStay(checkin, sets)!.guests.map((guest) => guest.taxed)
  const second = next(first, stay(2, '2026-12-01', '30', births))
  assert.equal([first, second].map(taxed), [
    [30, 30],
    [10, 10],
  ])
  const third = next(second, stay(3, '2026-12-31', '5', [...births, '1990-01-01']))
  assert.equal(taxed(third), [0, 0, 5], 'who joins later begins to count')
  const left = { ...stay(3, '2026-12-31', '5', [births[1]!, '1990-01-01']), taxEarlier: third.taxEarlier! }
  assert.equal(taxed({ ...left, taxEarlier: noteAfter(third, left)! }), [0, 5], 'the count moves with its guest')
  const later = next(first, stay(4, '2026-12-02', '3', births))
  assert.equal([later.taxEarlier, taxed(later)], [undefined, [3, 3]])
  assert.equal(taxed({ ...second, arrivalDate: '2026-12-02' }), [30, 30], 'a moved copy is a stay of its own')
  const byNight = [{ ...sets[0]!, count: 'consecutive' as const }]
  const erased = atOnce(taxNotes([second], new Set([2]), byNight)).get(2)!
  assert.equal(taxed({ ...second, taxEarlier: erased }), [10, 10], 'the note outlives the identity')
})

/** Calculated by hand for November 2026: id, nights of the month a guest, taxed nights, cents. */
const november: [why: string, checkin: Checkin, nights: number, taxed: number, cents: number][] = [
  ['two adults, three nights', stay(1, '2026-11-05', '3', ['1980-01-01', '1985-01-01']), 6, 6, 1500],
  [
    'a child of eleven on the day of arrival pays nothing',
    stay(2, '2026-11-10', '2', ['1980-01-01', '2014-11-11']),
    4,
    2,
    500,
  ],
  ['twelve on the day of arrival pays', stay(3, '2026-11-10', '2', ['1980-01-01', '2014-11-10']), 4, 4, 1000],
  ['of seven nights the first five', stay(4, '2026-11-12', '7', ['1980-01-01']), 7, 5, 1250],
  ['over the end of the month: two nights here', stay(5, '2026-11-29', '4', ['1980-01-01']), 2, 2, 500],
  [
    'from October: the fourth and fifth night are taxed, the sixth is not',
    stay(6, '2026-10-29', '6', ['1980-01-01']),
    3,
    2,
    500,
  ],
  [
    'thirty nights from the first',
    stay(7, '2026-11-01', '30', ['1980-01-01', '1981-01-01', '2020-05-05']),
    90,
    10,
    2500,
  ],
]

for (const [why, checkin, nights, taxed, cents] of november)
  test(why, () => {
    const report = touristTax([checkin], '2026-11', rule)
    assert.equal([report.nights, report.taxed, report.amount, report.exempt], [nights, taxed, cents, nights - taxed])
  })

test('a month is the sum of its stays, and the two months of a stay are the whole stay', () => {
  const all = november.map(([, checkin]) => checkin)
  const total = (column: 2 | 3 | 4) => november.reduce((sum, row) => sum + row[column], 0)
  const report = touristTax(all, '2026-11', rule)
  assert.equal([report.nights, report.taxed, report.amount], [total(2), total(3), total(4)])
  assert.is(touristTax([all[4]!], '2026-12', rule).taxed, 2)
  assert.is(touristTax([all[5]!], '2026-10', rule).taxed, 3)
  assert.equal(
    report.stays.map(({ checkin }) => checkin.id),
    [6, 7, 1, 2, 3, 4, 5],
  )
})

test('without a rule everybody pays every night; a guest without a birth date pays and is counted', () => {
  const report = touristTax([stay(1, '2026-11-01', '10', ['2025-01-01', ''])], '2026-11', {
    rate: 100,
    fromAge: 0,
    mostNights: 0,
  })
  assert.is(report.amount, 2000)
  assert.equal([report.undated, report.stays[0]!.guests.map(({ age }) => age)], [1, [1, undefined]])
  const undated = touristTax([stay(2, '2026-11-01', '1', [''])], '2026-11', rule)
  assert.equal([undated.taxed, undated.undated], [1, 1])
})

test('a check-in without a day or nights is named, not guessed', () => {
  assert.equal(touristTax([stay(1, '', '3', []), stay(2, '2026-11-01', '', [])], '2026-11', rule).unknown, [1, 2])
})

test('ages, cents and amounts', () => {
  assert.equal(
    [ageOn('2014-11-10', '2026-11-09'), ageOn('2014-11-10', '2026-11-10'), ageOn('2012-02-29', '2025-02-28')],
    [11, 12, 12],
  )
  assert.equal(['2,50', '2.5', '3', '', '1,234', '-1'].map(centsOf), [250, 250, 300, undefined, undefined, undefined])
  for (const wrong of ['1.000,5', '1e3', '99999999', '0x10', '1 000', '٣', 'NaN'])
    assert.is(centsOf(wrong), undefined, wrong)
  assert.equal([0, 5, 250, 123450].map(euros), ['0,00', '0,05', '2,50', '1234,50'])
})

test('stays are sorted by day and then by number, and none is longer than 400 nights', () => {
  const all = [
    stay(9, '2026-11-05', '1', []),
    stay(2, '2026-11-05', '1', []),
    stay(3, '2026-11-04', '1', []),
    stay(1, '2026-11-06', '1', []),
  ]
  const ids = (list: Checkin[]) => touristTax(list, '2026-11', rule).stays.map(({ checkin }) => checkin.id)
  assert.equal(
    [ids(all), ids(all.toReversed())],
    [
      [3, 2, 9, 1],
      [3, 2, 9, 1],
    ],
  )
  const every = { rate: 1, fromAge: 0, mostNights: 0 }
  const nights = (month: string) => touristTax([stay(1, '2025-10-28', '9999', [])], month, every).nights
  assert.equal([nights('2025-10'), nights('2026-11'), nights('2026-12')], [4, 30, 1])
  assert.equal([touristTax([stay(1, '2026-11-01', '0', [])], '2026-11', every).unknown, ids([])], [[1], []])
})

test('amounts typed and written hold at their borders', () => {
  assert.equal(['9999', '10000', '2,555', '0', ' 1,05 ', '1,', ',5'].map(centsOf), [
    999900,
    undefined,
    undefined,
    0,
    105,
    undefined,
    undefined,
  ])
  assert.equal([99, 100, 109, 110].map(euros), ['0,99', '1,00', '1,09', '1,10'])
})

const person = fc.record({
  birth: fc.constantFrom('1980-01-01', '2014-07-10', '2021-03-01'),
  town: fc.constantFrom('COMO', 'TRENTO', 'ROMA'),
})
const stays = fc.array(
  fc.record({
    day: fc.integer({ min: -60, max: 500 }),
    nights: fc.integer({ min: 1, max: 70 }),
    people: fc.array(person, { minLength: 1, maxLength: 3 }),
  }),
  { maxLength: 6 },
)
const months = Array.from(
  { length: 24 },
  (_, n) => `${2026 + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}`,
)
const periodOf = (first: string, last = first) => ({ from: `${first}-01`, until: monthDays(last).at(-1)! })

test('the sum of the nights is that of the guests, the stays, the reasons and the report; months make the whole', () => {
  fc.assert(
    fc.property(stays, fc.constantFrom(...Object.values(towns)), (list, sets) => {
      const checkins = list.map(({ day, nights, people }, id) => ({
        ...stay(
          id,
          addDays('2026-01-01', day),
          String(nights),
          people.map(({ birth }) => birth),
        ),
        mainGuestResidenceCity: people[0]!.town,
        nightPrice: '90,01',
      }))
      const whole = taxReport(checkins, periodOf('2026-01', '2027-12'), sets)
      const guests = whole.stays.flatMap((one) => one.guests)
      const cents = (nights: readonly { cents: number }[]) => sum(nights.map((night) => night.cents))
      const byMonth = months.map((month) => taxReport(checkins, periodOf(month), sets))
      const sums = [
        sum(guests.map(({ nights }) => cents(nights))),
        sum(guests.map(({ amount }) => amount)),
        sum(whole.stays.map(({ amount }) => amount)),
        sum(whole.lines.map(({ amount }) => amount)),
        sum(byMonth.map(({ amount }) => amount)),
      ]
      assert.equal(
        sums,
        sums.map(() => whole.amount),
      )
      assert.is(sum(whole.lines.map(({ nights }) => nights)), whole.nights)
      assert.is(sum(byMonth.map(({ nights }) => nights)), whole.nights)
      assert.is(whole.exempt + whole.taxed, whole.nights)
    }),
  )
})

test('nights of the same guest are found in earlier stays, by name and birth date', () => {
  const first = stay(1, '2026-06-08', '2', ['1980-01-01'])
  const next = stay(2, '2026-06-10', '3', ['1980-01-01'])
  const other = { ...stay(3, '2026-06-10', '3', ['1980-01-01']), mainGuestName: 'LUIGI' } as Checkin
  const amounts = taxReport([next, first, other], periodOf('2026-06'), towns.F).stays.map(({ amount }) => amount)
  assert.equal(amounts, [200, 100, 300])
})

test('price, group, residence and relief come from the record', () => {
  const alone = { ...stay(1, '2026-06-10', '2', ['1980-01-01']), nightPrice: '50,00' }
  const amounts = (letter: keyof typeof towns, ...records: object[]) =>
    records.map((more) => taxReport([{ ...alone, ...more } as Checkin], periodOf('2026-06'), towns[letter]).amount)
  const driver = { mainGuestTaxRelief: 'driver' }
  assert.equal(
    amounts('D', {}, { nightPrice: '' }, driver, { ...driver, groupSize: '25' }, { ...driver, groupSize: '24' }),
    [500, 0, 500, 0, 500],
  )
  const ofComo = { mainGuestResidenceCity: 'COMO (CO)', mainGuestResidenceCountry: 'Italia' }
  assert.equal(amounts('B', {}, ofComo, { ...ofComo, mainGuestResidenceCountry: 'Francia' }), [500, 0, 500])
  const child = (day: string, age: string) => ({ mainGuestBirthDate: day, mainGuestAge: age })
  assert.equal(
    amounts('B', child('', '13'), child('', '14'), child('2026-06-10', '40'), child('2026-06-11', '40')),
    [0, 500, 0, 500],
  )
  const lines = taxReport(
    [
      { ...alone, nightPrice: '50' },
      { ...alone, id: 2, nightPrice: '70' },
    ] as Checkin[],
    periodOf('2026-06'),
    towns.D,
  ).lines
  assert.equal(
    lines.map(({ nights, amount }) => [nights, amount]),
    [[4, 1200]],
    'one share of different prices is one line',
  )
  const bands = [alone, { ...alone, id: 2, nightPrice: '120' }] as Checkin[]
  assert.equal(
    taxReport(bands, periodOf('2026-06'), towns.E).lines.map(({ nights, amount }) => [nights, amount]),
    [
      [2, 800],
      [2, 500],
    ],
  )
})

test('the sums by month are the report, and a quarter and a year are their months', () => {
  assert.equal(monthsIn('2026-11', 'month'), ['2026-11'])
  assert.equal(monthsIn('2026-11', 'quarter'), ['2026-10', '2026-11', '2026-12'])
  assert.equal(monthsIn('2026-03', 'quarter'), ['2026-01', '2026-02', '2026-03'])
  assert.equal([monthsIn('2026-05', 'year').length, monthsIn('2026-05', 'year')[11]], [12, '2026-12'])
  const quarter = monthsIn('2026-12', 'quarter')
  assert.equal(daysOf(quarter), { from: '2026-10-01', until: '2026-12-31' })
  const paid = { ...stay(1, '2026-10-30', '4', ['1980-01-01']), taxPaid: 'cash' } as Checkin
  const open = { ...stay(2, '2026-12-30', '5', ['1980-01-01', '2020-01-01']), taxPaid: 'card', taxPaidAmount: '7.00' }
  // Town B: 2.50 for the first four nights, under 14 exempt. The old mark counts by its nights, a payment by its day.
  const payment = { checkin: 2, at: '', day: '2026-11-30', cents: 700, way: 'card', number: 3 } as const
  assert.equal(sumsByMonth(taxReport([paid, open as Checkin], daysOf(quarter), towns.B), quarter, [payment]), [
    { month: '2026-10', nights: 2, taxed: 2, exempt: 0, amount: 500, paid: 500, receipts: '' },
    { month: '2026-11', nights: 2, taxed: 2, exempt: 0, amount: 500, paid: 1200, receipts: '3' },
    { month: '2026-12', nights: 4, taxed: 2, exempt: 2, amount: 500, paid: 0, receipts: '' },
  ])
})

test.run()
