import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { overlaps } from '../../../src/core/bookings/booking-state'
import { day } from './feeds'

const test = suite('stays in the same room on the same nights')

const codes = [
  { code: 'A101', description: 'Camera Blù' },
  { code: 'A102', description: 'Camera doppia' },
  { code: 'A103', description: 'Camera doppia' },
  { code: 'S777', description: 'Camera blu', arrivalDate: day(3) },
]

type Stay = Parameters<typeof overlaps>[0][number]

const stay = (id: number, from: number, to: number, room: Partial<Stay> = { code: 'A101' }): Stay => ({
  id,
  arrival: day(from),
  departure: day(to),
  ...room,
})

const met = (stays: Stay[], today = 1, mayShare?: (one: Stay, other: Stay) => boolean) =>
  [...overlaps(stays, codes, day(today), mayShare)]
    .map(([id, others]) => `${id}: ${others.map((one) => one.id).join(' ')}`)
    .sort()

test('each stay names every other one that has a night in common', () => {
  assert.equal(met([stay(1, 3, 6), stay(2, 5, 8), stay(3, 5, 6)]), ['1: 2 3', '2: 1 3', '3: 1 2'])
  assert.equal(met([stay(2, 5, 8), stay(1, 3, 6)]), ['1: 2', '2: 1'])
  assert.equal(met([stay(1, 3, 30), stay(2, 4, 5), stay(3, 20, 21)]), ['1: 2 3', '2: 1', '3: 1'])
})

test('an arrival on the day of a departure, and nights that are over, are no overlap', () => {
  assert.equal(met([stay(1, 3, 5), stay(2, 5, 8)]), [])
  assert.equal(met([stay(1, 3, 5), stay(2, 4, 8)], 4), ['1: 2', '2: 1'])
  assert.equal(met([stay(1, 3, 5), stay(2, 4, 8)], 5), [])
})

test('the code tells rooms apart, else the room’s name; an unknown room overlaps with none', () => {
  const cases: [isSame: boolean, one: Partial<Stay>, other: Partial<Stay>][] = [
    [true, { code: 'A101' }, { code: 'A101', room: 'Mansarda' }],
    [false, { code: 'A101', room: 'Blu' }, { code: 'A101', room: 'Mansarda' }],
    [false, { code: 'A102' }, { code: 'A103' }],
    [true, { code: 'A101' }, { room: 'camera blu' }],
    [true, { room: 'Camera Blu' }, { room: ' CAMERA  BLÙ ' }],
    [false, { room: 'Camera Blu' }, { room: 'Camera Rossa' }],
    [true, { code: 'S777' }, { code: 'A101' }],
    [false, { code: 'S777' }, { code: 'A102' }],
    [false, {}, {}],
    [false, { code: 'A101' }, {}],
    [false, { code: 'X999' }, { code: 'Y999' }],
  ]
  for (const [isSame, one, other] of cases)
    assert.is(met([stay(1, 3, 5, one), stay(2, 4, 6, other)]).length === 2, isSame, JSON.stringify([one, other]))
})

test('two stays that may share the room are no overlap', () => {
  const three = [stay(1, 3, 5), stay(2, 3, 5), stay(3, 3, 5)]
  const isThird = ({ id }: Stay) => id === 3
  assert.equal(
    met(three, 1, (one, other) => !isThird(one) && !isThird(other)),
    ['1: 3', '2: 3', '3: 1 2'],
  )
})

test.run()
