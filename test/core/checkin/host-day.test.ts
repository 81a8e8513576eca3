import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { DayParty } from '../../../schema/api'
import type { PoliceState } from '../../../schema/office-answers'
import { dayPartOf, dayPartsOf, dayTasks, lacksIdentification, urgencyOf } from '../../../src/core/checkin/host-day'

const test = suite("the host's day")
const day = '2026-11-20'
const now = '2026-11-20T17:00:00.000Z'
const party = (arrivalDate: string, departureDate: string, state: PoliceState = 'toReview', more = {}): DayParty => ({
  id: 1,
  guests: [{ who: 'main', name: 'MARIO ROSSI', state }],
  state,
  faults: [],
  room: '',
  reservationCode: '',
  arrivalDate,
  identified: {},
  departureDate,
  arrivalTimeSlot: '',
  numberOfNights: '2',
  phone: '',
  email: '',
  deadline: `${arrivalDate}T20:00:00.000Z`,
  ...more,
})

test('each party stands in one part', () => {
  const parts = [
    ['2026-11-20', '2026-11-21', 'arrivals'],
    ['2026-11-20', '2026-11-20', 'arrivals'],
    ['2026-11-21', '2026-11-22', 'tomorrow'],
    ['2026-11-18', '2026-11-20', 'departures'],
    ['2026-11-18', '2026-11-21', 'inHouse'],
    ['2026-11-18', '2026-11-19', 'past'],
    ['2026-11-18', '', 'past'],
  ] as const
  for (const [arrival, departure, part] of parts) assert.is(dayPartOf(party(arrival, departure), day), part)
})

test('in a part by room, then by name', () => {
  const of = (id: number, room: string, name: string) =>
    party(day, '2026-11-22', 'toReview', { id, room, guests: [{ who: 'main', name, state: 'toReview' }] })
  const { arrivals } = dayPartsOf([of(1, 'Rosa', 'ZANI'), of(2, 'Blu', 'BO'), of(3, 'Blu', 'ALBA')], day)
  assert.equal(
    arrivals.map(({ id }) => id),
    [3, 2, 1],
  )
})

test('what is due is late after its deadline, and nothing of a later day or of what was filed', () => {
  assert.is(urgencyOf(party(day, '2026-11-22'), day, now), 'due')
  assert.is(urgencyOf(party('2026-11-19', '2026-11-22'), day, now), 'late')
  assert.is(urgencyOf(party('2026-11-19', '2026-11-22', 'inFile'), day, now), 'none')
  assert.is(urgencyOf(party('2026-11-21', '2026-11-22'), day, now), 'none')
})

test('the tasks are of those who have come; the file takes today and yesterday', () => {
  const ids = (list: DayParty[]) => list.map(({ id }) => id)
  const tasks = dayTasks(
    [
      party(day, '2026-11-22', 'toReview', { id: 1 }),
      party('2026-11-21', '2026-11-22', 'toReview', { id: 2 }),
      party(day, '2026-11-22', 'enabled', { id: 3 }),
      party('2026-11-19', '2026-11-22', 'enabled', { id: 4 }),
      party('2026-11-18', '2026-11-22', 'enabled', { id: 5 }),
      party(day, '2026-11-22', 'incomplete', { id: 6 }),
      party(day, '2026-11-22', 'changed', { id: 7 }),
      party(day, '2026-11-22', 'inFile', { id: 8 }),
    ],
    day,
    now,
  )
  assert.equal(
    [ids(tasks.review), ids(tasks.file), ids(tasks.fix), ids(tasks.changed), ids(tasks.late)],
    [[1], [3, 4], [6], [7], [4, 5]],
  )
})

test('who was in a file waits for the host’s word until it is said, and again after a correction', () => {
  const file = { name: 'a.txt', at: '2026-11-20T10:00:00.000Z' }
  const told = (more: object) => dayTasks([party(day, '2026-11-21', 'corrected', more)], day, now).told.length
  assert.equal(
    [told({ file }), told({ file, toldAt: '2026-11-20T09:00:00.000Z' }), told({ file, toldAt: now }), told({})],
    [1, 1, 0, 0],
  )
  assert.is(dayTasks([party(day, '2026-11-21', 'sent', { file })], day, now).told.length, 0)
})

test('who arrived before yesterday and is in no file goes another way than the portal', () => {
  const tasks = dayTasks([party('2026-11-18', '2026-11-25', 'enabled'), party('2026-11-19', day, 'enabled')], day, now)
  assert.equal([tasks.old.length, tasks.file.length], [1, 1])
})

test('while only the identified are released, the others are named apart', () => {
  const known = { identified: { main: { at: now, by: 'ANNA', how: 'inPerson' } } }
  const parties = [party(day, '2026-11-21'), party(day, '2026-11-22', 'toReview', known)]
  const count = (onlyIdentified: boolean) => {
    const { review, identify } = dayTasks(parties, day, now, { onlyIdentified })
    return [review.length, identify.length]
  }
  assert.equal(
    [count(false), count(true)],
    [
      [2, 0],
      [1, 1],
    ],
  )
})

test('the whole day again is for its arrivals that were in a file and have no fault', () => {
  const file = { name: 'a.txt', at: now }
  const fault = { guest: 'main', field: 'mainGuestName', rule: 'required' }
  const parties = [
    party(day, '2026-11-21', 'inFile', { id: 7, file }),
    party('2026-11-19', '2026-11-21', 'inFile', { file }),
    party(day, '2026-11-21', 'changed', { file, faults: [fault] }),
    party(day, '2026-11-21', 'enabled'),
  ]
  assert.equal(
    dayTasks(parties, day, now).again.map(({ id }) => id),
    [7],
  )
})

test('a day has all of its parts, each with those who stand in it', () => {
  const leaving = party('2026-11-18', day, 'toReview', { id: 7 })
  const parts = dayPartsOf([leaving], day)
  assert.equal(Object.keys(parts), ['arrivals', 'inHouse', 'departures', 'tomorrow', 'past'])
  assert.equal(parts.departures, [leaving])
})

test('a deadline that is now is due, one a moment ago is late; who has none is neither', () => {
  const urgency = (deadline?: string, state: PoliceState = 'toReview') =>
    urgencyOf(party(day, '2026-11-22', state, { deadline }), day, now)
  const before = '2026-11-20T16:59:59.999Z'
  assert.equal([urgency(now), urgency(before), urgency()], ['due', 'late', 'none'])
  const due = ['refused', 'unknown', 'incomplete', 'toReview', 'enabled', 'changed'] as const
  const other = ['sending', 'inFile', 'corrected', 'sent'] as const
  assert.equal(
    [...due, ...other].map((state) => urgency(before, state)),
    [...due.map(() => 'late'), ...other.map(() => 'none')],
  )
})

test('each task has the parties it is about, those with an account apart from those of the file', () => {
  const file = { name: 'a.txt', at: now }
  const of = (id: number, state: PoliceState, more = {}) => party(day, '2026-11-22', state, { id, ...more })
  const parties = [
    of(1, 'incomplete'),
    of(2, 'refused'),
    of(3, 'unknown'),
    of(4, 'changed'),
    of(5, 'changed', { wiredAt: now }),
    of(6, 'enabled'),
    of(7, 'enabled', { account: 'A' }),
    of(8, 'inFile', { file }),
    of(9, 'inFile', { file, toldAt: now }),
    of(10, 'inFile', { file, toldAt: '2026-11-20T16:59:59.999Z' }),
    of(11, 'sending'),
    party('2026-11-19', day, 'enabled', { id: 12, account: 'A', deadline: now }),
    party('2026-11-18', day, 'enabled', { id: 13, deadline: '2026-11-19T00:00:00.000Z' }),
    party('2026-11-21', '2026-11-22', 'refused', { id: 14 }),
  ]
  const tasks = Object.entries(dayTasks(parties, day, now)).map(([task, list]) => [task, list.map(({ id }) => id)])
  assert.equal(Object.fromEntries(tasks), {
    review: [],
    identify: [],
    send: [7, 12],
    file: [6],
    old: [13],
    fix: [2, 1],
    changed: [4],
    wired: [5],
    unknown: [3],
    told: [8, 10],
    again: [8, 9, 10],
    late: [13],
  })
})

test('one of a party whom nobody compared with the document keeps all of it', () => {
  const guests = ['main', 'second'].map((who) => ({ who, name: 'X', state: 'toReview' }))
  const lacks = (identified: object) => lacksIdentification(party(day, day, 'toReview', { guests, identified }))
  assert.equal([lacks({}), lacks({ main: {} }), lacks({ main: {}, second: {} })], [true, true, false])
})

test.run()
