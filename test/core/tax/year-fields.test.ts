import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Checkin } from '../../../schema/checkin'
import { booksOf, yearSums } from '../../../src/core/tax/tax-closing'
import { closingOf, correctionsOf } from '../../exports/at-once'
import { ruleSet, towns } from './rule-sets'

const test = suite('the fields of a yearly declaration')

const stay = (id: number, arrivalDate: string, nights: number, more: object = {}) =>
  ({ id, arrivalDate, numberOfNights: String(nights), mainGuestBirthDate: '1980-01-01', ...more }) as Checkin

test('each night counts in one field, by its reason', () => {
  const book = booksOf('2026', [], [], [])
  const fields = (sets: (typeof towns)['A'], ...checkins: Checkin[]) => {
    const sums = yearSums('2026-05', { ...book, checkins, sets })
    assert.equal(
      sums.map(({ quarter }) => quarter),
      ['2026-01', '2026-04', '2026-07', '2026-10'],
    )
    const { nights, full, reduced, exempt, limit, other, due } = sums[2]!
    return [nights, full, reduced, exempt, limit, other, due]
  }
  const child = { mainGuestBirthDate: '2015-01-01' }
  assert.equal(fields(towns.B, stay(1, '2026-07-10', 6), stay(2, '2026-08-10', 1, child)), [7, 4, 0, 1, 2, 0, 1000])
  assert.equal(fields(towns.E, stay(1, '2026-07-10', 2, { nightPrice: '60', ...child })), [2, 0, 2, 0, 0, 0, 250])
  assert.equal(fields(towns.E, stay(1, '2026-07-10', 2, { nightPrice: '60' })), [2, 2, 0, 0, 0, 0, 500])
  assert.equal(fields(towns.D, stay(1, '2026-07-10', 2, { nightPrice: '60' })), [2, 2, 0, 0, 0, 0, 600])
  assert.equal(fields(towns.D, stay(1, '2026-07-10', 2)), [2, 0, 0, 0, 0, 2, 0])
  assert.equal(fields([], stay(1, '2026-07-10', 2)), [2, 0, 0, 0, 0, 2, 0])
})

test('a closed quarter stays as declared; the quarter after it has the corrections', () => {
  const sets = [ruleSet({ kind: 'fixed', cents: 200 })]
  const payments = [{ checkin: 1, at: '', day: '2026-02-01', cents: 400, way: 'cash', number: 1 }] as const
  const closing = { at: 'then', ...closingOf('2026-01', [stay(1, '2026-01-10', 2)], [], sets) }
  const checkins = [stay(1, '2026-01-10', 3), stay(2, '2026-04-10', 1)]
  const corrections = correctionsOf(checkins, [closing], sets)
  const [first, second, third] = yearSums('2026-12', {
    ...booksOf('2026', [closing], payments, corrections),
    checkins,
    sets,
  })
  const shown = (sums = first!) =>
    [sums.nights, sums.due, sums.correctedNights, sums.corrected, sums.paid, sums.closedAt] as const
  assert.equal([first, second, third].map(shown), [
    [2, 400, 0, 0, 400, 'then'],
    [1, 200, 1, 200, 0, undefined],
    [0, 0, 0, 0, 0, undefined],
  ])
  const next = { at: 'later', ...closingOf('2026-04', checkins, [closing], sets) }
  const both = booksOf('2026', [closing, next], payments, [])
  assert.equal(shown(yearSums('2026-12', { ...both, checkins, sets })[1]), [1, 200, 1, 200, 0, 'later'])
})

test.run()
