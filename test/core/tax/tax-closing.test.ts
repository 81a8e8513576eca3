import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Checkin } from '../../../schema/checkin'
import type { TaxClosing } from '../../../schema/tax'
import { identityRemoval } from '../../../src/core/data-protection/retention'
import { sum } from '../../../src/core/tax/party-tax'
import * as sliced from '../../../src/core/tax/tax-closing'
import {
  changeOfRules,
  closingFault,
  declaredIn,
  figuresOf,
  monthsOf,
  quarterAfter,
  totalOfFigures,
} from '../../../src/core/tax/tax-closing'
import {
  collectedOf,
  daysOf,
  isOldMark,
  nextNumber,
  paidFields,
  receiptNumber,
  receiptRange,
} from '../../../src/core/tax/tax-payments'
import { taxNotes as slicedNotes, taxReport } from '../../../src/core/tax/tax-report'
import { addDays } from '../../../src/core/text/dates'
import { closingOf, correctionsOf, taxNotes } from '../../exports/at-once'
import { fc } from '../../property'
import { ruleSet, towns } from './rule-sets'

/** Removes the fields that a change deletes. */
const whole = (record: object) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null)) as unknown as Checkin

const test = suite('closed quarters of the tax')

const at = '2026-10-02T08:00:00.000Z'
const stay = (id: number, arrivalDate: string, nights: number, more: object = {}) =>
  ({ id, arrivalDate, numberOfNights: String(nights), mainGuestBirthDate: '1980-01-01', ...more }) as Checkin
const sets = [ruleSet({ kind: 'fixed', cents: 200 }, { reliefs: [{ kind: 'minor', off: 100, age: 14 }] })]
const closed = (
  quarter: string,
  checkins: readonly Checkin[],
  before: readonly TaxClosing[] = [],
  rules = sets,
): TaxClosing => ({
  at,
  ...closingOf(quarter, checkins, before, rules),
})

test('quarters follow each other, are closed in order and after their end', () => {
  assert.equal(
    ['2026-09', '2026-10', '2027-02'].map((month) => monthsOf(month)[0]),
    ['2026-07', '2026-10', '2027-01'],
  )
  assert.equal(['2026-07', '2026-10'].map(quarterAfter), ['2026-10', '2027-01'])
  assert.is(closingFault('2026-07', [], '2026-09-30'), 'running')
  assert.is(closingFault('2026-07', [], '2026-10-01'), undefined)
  const one = ['2026-04']
  assert.equal(
    ['2026-01', '2026-04', '2026-07', '2026-10'].map((quarter) => closingFault(quarter, one, '2027-06-01')),
    ['order', 'closed', undefined, 'order'],
  )
})

test('what reads every stay of a house lets others in at each of them', () => {
  const checkins = Array.from({ length: 20 }, (_, i) => stay(i + 1, '2026-07-01', 2))
  const closings = ['2026-01', '2026-04'].map((quarter) => closed(quarter, checkins))
  for (const rules of [sets, towns.F])
    for (const work of [
      sliced.correctionsOf(checkins, closings, rules),
      sliced.closingOf('2026-07', checkins, closings, rules),
    ])
      assert.ok([...work].length >= 20 * closings.length)
  assert.ok([...slicedNotes(checkins, new Set([1]), towns.F)].length >= 20)
})

test('a closed quarter stays as declared; each change is a line of the next with its reason', () => {
  const before = [
    stay(1, '2026-07-01', 2),
    stay(2, '2026-08-01', 3),
    stay(3, '2026-09-29', 4),
    stay(4, '2026-09-01', 1),
    stay(5, '2026-09-02', 1),
  ]
  const closing = closed('2026-07', before)
  assert.equal(declaredIn(closing), { nights: 9, taxed: 9, cents: 1800 })
  assert.equal(correctionsOf(before, [closing], sets), [])
  const after = [
    // One more night; a child; removed; a higher rate by its room's rule; new.
    stay(1, '2026-07-01', 3),
    stay(2, '2026-08-01', 3, { mainGuestBirthDate: '2020-01-01' }),
    stay(3, '2026-09-29', 4, { reservationCode: 'B001' }),
    stay(5, '2026-09-02', 1),
    stay(6, '2026-09-03', 2),
  ]
  const dearer = [
    {
      ...sets[0]!,
      elsewhere: [{ codes: 'B001', category: 'x', zone: '' }],
      rates: [
        { category: 'x', basis: { kind: 'fixed', cents: 350 } as const },
        { category: 'y', basis: { kind: 'fixed', cents: 200 } as const },
      ],
      category: 'y',
    },
  ]
  const lines = correctionsOf(after, [closing], dearer)
  assert.equal(
    lines.map(({ checkin, nights, taxed, cents, why }) => [checkin, nights, taxed, cents, why]),
    [
      [1, 1, 1, 200, 'nights'],
      [2, 0, -3, -600, 'taxed'],
      [3, 0, 0, 300, 'amount'],
      [4, -1, -1, -200, 'removed'],
      [6, 2, 2, 400, 'added'],
    ],
  )
  assert.is(declaredIn(closing).cents, 1800, 'and what was declared is the same')
  const next = closed('2026-10', after, [closing], dearer)
  // October: two nights of check-in 3 at 3.50, and corrections of 1.00 in all.
  assert.equal(declaredIn(next), { nights: 4, taxed: 1, cents: 800 })
  assert.equal(correctionsOf(after, [closing, next], dearer), [], 'a correction is declared once')
  assert.equal(
    correctionsOf(before, [closing, next], sets).map(({ quarter, checkin, cents }) => [quarter, checkin, cents]),
    [
      ['2026-07', 1, -200],
      ['2026-07', 2, 600],
      ['2026-07', 3, -300],
      ['2026-07', 4, 200],
      ['2026-07', 6, -400],
      ['2026-10', 3, -300],
    ],
    'and what changes again is corrected again',
  )
})

test('other rules name how many check-ins with past nights they change, and their sums', () => {
  const all = [stay(1, '2026-07-01', 2), stay(2, '2026-07-09', 4), stay(3, '2026-08-01', 1)]
  const dearer = [ruleSet({ kind: 'fixed', cents: 300 })]
  assert.equal(changeOfRules(all, '2026-07-10', sets, dearer), { checkins: 2, before: 800, after: 1200 })
  const later = [...sets.map((one) => ({ ...one, until: '2026-07-10' })), { ...dearer[0]!, from: '2026-07-11' }]
  assert.equal(changeOfRules(all, '2026-07-10', sets, later), { checkins: 0, before: 0, after: 0 })
  assert.equal(changeOfRules(all, '2026-07-10', sets, later.slice(1)), { checkins: 2, before: 800, after: 0 })
})

test('deleted identities change no tax, of the stay or of a later one of the same guest', () => {
  const guest = { mainGuestName: 'MARIO', mainGuestLastName: 'ROSSI' }
  const all = [
    stay(1, '2026-07-01', 2, guest),
    stay(2, '2026-07-03', 2, guest),
    stay(3, '2026-08-20', 4, guest),
    stay(4, '2026-07-03', 2, { mainGuestName: 'ANNA' }),
  ]
  for (const rules of [towns.F, towns.C]) {
    const closing = closed('2026-07', all, [], rules)
    let now = all
    for (const [leaving, day] of [
      [[1, 4], '2026-09-03'],
      [[2], '2026-09-05'],
      [[3], '2026-10-24'],
    ] as const) {
      const notes = taxNotes(now, new Set<number>(leaving), rules)
      now = now.map((one) => (notes.has(one.id) ? { ...one, taxEarlier: notes.get(one.id)! } : one))
      now = now.map((one) =>
        leaving.some((id) => id === one.id) ? whole({ ...one, ...identityRemoval(one, day) }) : one,
      )
      assert.equal(correctionsOf(now, [closing], rules), [])
    }
    assert.not.match(JSON.stringify(now), /MARIO|1980/)
    const moved = now.map((one) => (one.id === 2 ? { ...one, arrivalDate: '2026-07-10' } : one))
    const line = correctionsOf(moved, [closing], rules)
    assert.equal(
      line.map(({ checkin }) => checkin),
      rules === towns.F ? [2] : [],
      'the note is of its arrival',
    )
  }
})

/** Birthdays within a stay count by night; residents, minors and seniors by facts that go with the identity. */
const nightly = [
  ruleSet(
    { kind: 'fixed', cents: 300 },
    {
      town: 'Como',
      ageOn: 'night',
      reliefs: [
        { kind: 'minor', off: 100, age: 14 },
        { kind: 'resident', off: 100 },
        { kind: 'senior', off: 50, age: 70 },
      ],
    },
  ),
]
const leavers = fc.array(
  fc.record({
    day: fc.integer({ min: 0, max: 180 }),
    nights: fc.integer({ min: 1, max: 30 }),
    birthday: fc.integer({ min: -3, max: 33 }),
    years: fc.constantFrom(0, 1, 13, 14, 15, 40, 69, 70),
    name: fc.constantFrom('ADA', 'EVA'),
    country: fc.constantFrom('Italia', 'Francia', undefined),
    city: fc.constantFrom('COMO (CO)', 'LECCO', undefined),
    leaves: fc.integer({ min: 0, max: 2 }),
  }),
  { maxLength: 6 },
)

test('no retention run changes the tax of a night, whoever leaves first', () => {
  fc.assert(
    fc.property(leavers, fc.constantFrom(nightly, ...Object.values(towns)), (list, rules) => {
      const born = (day: string, years: number) => `${Number(day.slice(0, 4)) - years}${day.slice(4)}`
      const before = list.map(({ day, nights, birthday, years, name, country, city }, id) => {
        const arrival = addDays('2026-01-01', day)
        const person = (who: string, more: number) => ({
          [`${who}GuestName`]: name,
          [`${who}GuestBirthDate`]: born(addDays(arrival, birthday + more), years),
          [`${who}GuestResidenceCountry`]: country,
          [`${who}GuestResidenceCity`]: city,
        })
        return stay(id, arrival, nights, { addSecondGuest: 'yes', ...person('main', 0), ...person('second', 1) })
      })
      const nights = (checkins: readonly Checkin[]) =>
        taxReport(checkins, { from: '2025-01-01', until: '2028-12-31' }, rules).stays.map(({ checkin, guests }) => [
          checkin.id,
          guests.map((guest) => guest.nights),
        ])
      let now: Checkin[] = before
      for (const round of [0, 1, 2]) {
        const leaving = new Set(list.flatMap(({ leaves }, id) => (leaves === round ? [id] : [])))
        const notes = taxNotes(now, leaving, rules)
        now = now.map((one) => (notes.has(one.id) ? { ...one, taxEarlier: notes.get(one.id)! } : one))
        now = now.map((one) => (leaving.has(one.id) ? whole({ ...one, ...identityRemoval(one, at) }) : one))
        assert.equal(nights(now), nights(before))
      }
      assert.not.match(JSON.stringify(now), /BirthDate|ADA|EVA/)
    }),
  )
})

test('a night is noted only of a birthday that changes the tax', () => {
  const turning = (years: number) =>
    stay(1, '2026-03-10', 5, { mainGuestName: 'ADA', mainGuestBirthDate: `${2026 - years}-03-12` })
  const noted = (years: number) => taxNotes([turning(years)], new Set([1]), nightly).get(1)
  assert.equal(
    [14, 15, 30, 69, 70].map((years) => noted(years) !== undefined),
    [true, false, false, false, true],
  )
})

const quarters = ['2026-01', '2026-04', '2026-07', '2026-10']
const history = fc.array(
  fc.array(
    fc.record({
      id: fc.integer({ min: 1, max: 8 }),
      day: fc.integer({ min: 0, max: 360 }),
      nights: fc.integer({ min: 1, max: 20 }),
      birth: fc.constantFrom('1980-01-01', '2014-07-10', '2021-03-01'),
      price: fc.constantFrom('', '90,01', '240'),
    }),
    { maxLength: 8 },
  ),
  { minLength: 4, maxLength: 4 },
)

test('declared amounts plus corrections equal the current tax, whatever changed between closings', () => {
  fc.assert(
    fc.property(history, fc.constantFrom(...Object.values(towns)), (states, rules) => {
      const list = (state: (typeof states)[number]) => {
        const byId = new Map(
          state.map(({ id, day, nights, birth, price }) => [
            id,
            stay(id, addDays('2026-01-01', day), nights, { mainGuestBirthDate: birth, nightPrice: price }),
          ]),
        )
        return [...byId.values()]
      }
      const closings: TaxClosing[] = []
      for (const [i, state] of states.entries()) {
        const checkins = list(state)
        const own = closingOf(quarters[i]!, checkins, closings, rules)
        assert.is(sum(own.months.map(({ amount }) => amount)), totalOfFigures(own.stays).cents)
        assert.is(sum(own.lines.map(({ amount }) => amount)), totalOfFigures(own.stays).cents)
        assert.is(sum(own.lines.map(({ nights }) => nights)), totalOfFigures(own.stays).nights)
        closings.push({ at, ...own })
        const soFar = monthsOf(quarters[i]!).at(-1)!
        const now = taxReport(checkins, daysOf(['2026-01', soFar]), rules)
        assert.equal(
          totalOfFigures([...closings.map(declaredIn), ...correctionsOf(checkins, closings, rules)]),
          totalOfFigures(figuresOf(now)),
        )
        // Before the next closing every record may change again.
        const last = list(states.at(-1 - i)!)
        assert.equal(
          totalOfFigures([...closings.map(declaredIn), ...correctionsOf(last, closings, rules)]),
          totalOfFigures(figuresOf(taxReport(last, daysOf(['2026-01', soFar]), rules))),
        )
      }
    }),
  )
})

test('receipts count by year without gaps; a record repeats its payments', () => {
  const paid = (number: number, day: string, cents: number) =>
    ({ checkin: 1, at: `${day}T10:00:00.000Z`, day, cents, way: 'cash', number }) as const
  const all = [paid(1, '2025-12-31', 500), paid(1, '2026-01-01', 300), paid(2, '2026-01-02', -100)]
  assert.equal(
    ['2025-12-31', '2026-05-01', '2027-01-01'].map((day) => nextNumber(all, day)),
    [2, 3, 1],
  )
  assert.is(receiptNumber(all[2]!), '2/2026')
  const restored = { ...paid(1, '2026-01-03', 200), series: 'R1' }
  assert.equal([nextNumber(all, '2026-01-03', 'R1'), nextNumber([...all, restored], '2026-01-03')], [1, 3])
  assert.equal([receiptNumber(restored), receiptRange([...all.slice(1), restored])], ['1/2026-R1', '1–2, 1-R1'])
  assert.equal(paidFields(all), {
    taxPaid: 'cash',
    taxPaidAmount: '7.00',
    taxPaidAt: '2026-01-02T10:00:00.000Z',
    taxReceipts: '1/2025, 1/2026, 2/2026',
  })
  assert.equal(Object.values(paidFields([paid(1, '2026-01-01', 300), paid(2, '2026-01-01', -300)])), [
    null,
    null,
    null,
    '1/2026, 2/2026',
  ])
  assert.equal(Object.values(paidFields([])), [null, null, null, null])
  assert.equal(Object.values(paidFields([paid(1, '2026-01-01', 1)])), [
    'cash',
    '0.01',
    '2026-01-01T10:00:00.000Z',
    '1/2026',
  ])
  assert.equal([collectedOf({ taxPaidAmount: '19.99', taxPaid: 'card' }), collectedOf({})], [1999, 0])
  assert.equal(
    [collectedOf({ taxPaid: 'cash' }), isOldMark({ taxPaid: 'cash' }), isOldMark({})],
    [undefined, true, false],
  )
})

test.run()
