import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { StoredBooking } from '../../../schema/bookings'
import { type ProgramCall, sentStay, takenStay } from '../../../src/core/bookings/program-stays'
import { fc } from '../../property'

const test = suite('bookings of other programs')

const call: ProgramCall = { program: 'Channel', today: '2026-06-01', at: '2026-06-01T08:00:00.000Z' }

const booked = (more: object = {}) => ({
  reference: 'r-1',
  updated: '2026-05-30T10:00:00Z',
  arrival: '2026-06-10',
  departure: '2026-06-12',
  name: 'Ada Neri',
  ...more,
})

/** A house that takes bookings one after the other, with the verdict of each. */
const house = (stored: StoredBooking[] = []) => ({
  stored,
  take: (given: object, from = call) => {
    const { stay, faults } = sentStay(given, from.at)
    if (!stay) return faults.map(({ field, rule }) => `${field} ${rule}`).join()
    const { verdict, added, changed } = takenStay(stored, stay, from)
    if (added) stored.push({ ...added, id: stored.length + 1 })
    if (changed) stored[stored.findIndex(({ id }) => id === changed.id)] = changed
    return verdict
  },
})

const at = (minute: number) => `2026-05-31T10:${String(minute).padStart(2, '0')}:00Z`

test('a booking is added once, changed by newer states, cancelled and expected again', () => {
  const { stored, take } = house()
  assert.is(take(booked()), 'added')
  assert.is(take(booked()), 'same')
  assert.is(take(booked({ updated: '2026-05-30T12:00:00+02:00' })), 'same', 'the same instant in another zone')
  assert.is(take(booked({ updated: at(1), people: 3, name: undefined })), 'changed')
  assert.equal([stored.length, stored[0]!.people, stored[0]!.name], [1, 3, undefined])
  assert.is(take(booked({ people: 9 })), 'older')
  assert.is(take(booked({ updated: at(1), people: 9 })), 'older', 'another state with the same time')
  assert.is(take({ reference: 'r-1', updated: at(2), status: 'cancelled' }), 'cancelled')
  assert.equal([stored[0]!.cancelled, stored[0]!.people], [call.at, 3])
  assert.is(take(booked({ updated: at(1) })), 'older')
  assert.is(take(booked({ updated: at(3) })), 'changed')
  assert.equal([stored.length, stored[0]!.cancelled], [1, undefined])
  assert.is(take(booked(), { ...call, program: 'Another' }), 'added', 'another program counts for itself')
})

test('a cancellation that comes before its booking is remembered', () => {
  const { stored, take } = house()
  assert.is(take({ reference: 'r-1', updated: at(5), status: 'cancelled' }), 'cancelled')
  assert.equal([stored[0]!.arrival, stored[0]!.departure], ['2026-06-01', '2026-06-02'])
  assert.is(take(booked()), 'older')
  assert.ok(
    stored.every(({ erased }) => erased),
    'nobody is shown',
  )
  assert.is(take(booked({ updated: at(6) })), 'added')
  assert.equal([stored.length, stored[0]!.erased, stored[0]!.arrival], [1, undefined, '2026-06-10'])
})

test('what the host typed stays, what she took out does not come back, and her own stay is no double', () => {
  const typed: StoredBooking = { id: 1, arrival: '2026-06-10', departure: '2026-06-12', source: 'hand', made: call.at }
  const { stored, take } = house([{ ...typed, reference: 'R-1', phone: '+39 333', name: 'Ada' }])
  assert.is(take(booked()), 'changed')
  assert.is(take(booked({ updated: at(1), people: 2 })), 'changed')
  assert.equal(stored, [
    {
      ...typed,
      reference: 'R-1',
      phone: '+39 333',
      name: 'Ada Neri',
      people: 2,
      program: 'Channel',
      theirs: 'r-1',
      updated: '2026-05-31T10:01:00.000Z',
      edited: ['phone'],
    },
  ])
  const hers = () => house([{ ...typed, reference: 'R-1', edited: ['name'], name: 'Ada' }])
  const [named, moved, gone] = [hers(), hers(), hers()]
  assert.is(named.take(booked()), 'same')
  assert.equal([named.stored.length, named.stored[0]!.name], [1, 'Ada'])
  assert.is(moved.take(booked({ departure: '2026-06-13' })), 'added', 'other days are another stay')
  assert.is(gone.take({ reference: 'r-1', updated: at(1), status: 'cancelled' }), 'cancelled')
  assert.equal([gone.stored.length, gone.stored[0]!.cancelled], [1, call.at])
  const erased = house([{ ...typed, program: 'Channel', theirs: 'r-1', updated: at(1), erased: true }])
  assert.is(erased.take(booked({ updated: at(2) })), 'removed')
})

test('what is wrong is named, and the distant past is not stored', () => {
  const { stored, take } = house()
  for (const [more, said] of [
    [{ reference: '' }, 'reference required'],
    [{ reference: 7 }, 'reference required'],
    [{ reference: 'x'.repeat(41) }, 'reference maxLength'],
    [{ updated: undefined }, 'updated required'],
    [{ updated: '2026-05-30' }, 'updated format'],
    [{ updated: '2026-05-30T10:00:00' }, 'updated format'],
    [{ updated: '2026-13-30T10:00:00Z' }, 'updated format'],
    [{ updated: '2026-06-03T10:00:00Z' }, 'updated future'],
    [{ status: 'maybe' }, 'status enum'],
    [{ departure: '2026-06-10' }, 'departure order'],
    [{ status: 'cancelled', departure: undefined }, 'departure required'],
    [{ people: 'two' }, 'people format'],
    [{ guest: 'Ada' }, 'guest unknown'],
    [{ arrival: '2026-05-01', departure: '2026-05-05' }, 'past'],
  ] as const)
    assert.is(take(booked(more)), said)
  for (const given of [null, 'x', 7, []]) assert.ok(sentStay(given, call.at).faults.length)
  assert.equal(stored, [])
  assert.is(take(booked({ reference: 'x'.repeat(40), updated: '2026-06-02T08:00:00Z' })), 'added')
  assert.is(take(booked({ arrival: '2026-05-01', departure: '2026-05-18' })), 'added')
  assert.equal(
    stored.map(({ source }) => source),
    ['program', 'program'],
  )
  assert.is(take(booked({ reference: 'r-2', arrival: '2026-05-01', departure: '2026-05-17' })), 'past')
})

type State = { minute: number; reference: string; isCancelled: boolean; people: number | undefined; nights: number }

const state = fc.record<State>({
  minute: fc.integer({ min: 0, max: 59 }),
  reference: fc.constantFrom('a', 'b', 'c'),
  isCancelled: fc.boolean(),
  people: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
  nights: fc.integer({ min: 1, max: 9 }),
})

/** States of bookings, and the same in any order with some repeated. */
const deliveries = fc
  .uniqueArray(state, { selector: ({ reference, minute }) => `${reference} ${minute}`, minLength: 1 })
  .chain((all) => fc.tuple(fc.constant(all), fc.array(fc.constantFrom(...all))))
  .chain(([all, more]) => {
    const sent = [...all, ...more]
    return fc.tuple(fc.constant(all), fc.shuffledSubarray(sent, { minLength: sent.length }))
  })

const departureOf = ({ nights }: State) => `2026-06-${10 + nights}`

const sent = (one: State) =>
  one.isCancelled
    ? { reference: one.reference, updated: at(one.minute), status: 'cancelled' }
    : booked({ reference: one.reference, people: one.people, updated: at(one.minute), departure: departureOf(one) })

test('in any order, late and repeated: one stay for each reference, in its newest state', () => {
  fc.assert(
    fc.property(deliveries, ([all, delivered]) => {
      const { stored, take } = house()
      for (const one of delivered) take(sent(one))
      const references = new Set(all.map(({ reference }) => reference))
      assert.is(stored.length, references.size)
      for (const reference of references) {
        const [newest] = all.filter((one) => one.reference === reference).sort((a, b) => b.minute - a.minute)
        const stay = stored.find(({ theirs }) => theirs === reference)!
        assert.is(Boolean(stay.cancelled), newest!.isCancelled)
        if (!newest!.isCancelled)
          assert.equal([stay.erased, stay.people, stay.departure], [undefined, newest!.people, departureOf(newest!)])
      }
    }),
  )
})

test.run()
