import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { ExpectedStay } from '../../../schema/bookings'
import type { DayParty } from '../../../schema/calls/party-states'
import type { DayFile, PoliceState } from '../../../schema/offices'
import { policeStates } from '../../../schema/offices'
import {
  dayPartOf,
  dayPartsOf,
  dayTasks,
  dueParties,
  isNothingOpen,
  lacksIdentification,
  nextCheckins,
  nextTerm,
  urgencyOf,
} from '../../../src/core/police/host-day'

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
  arrivalTimeSlot: '15:00-16:30',
  numberOfNights: '2',
  phone: '',
  email: '',
  deadline: `${arrivalDate}T20:00:00.000Z`,
  ...more,
})

const tasksOf = (parties: DayParty[], files: DayFile[] = [], options = {}) =>
  dayTasks({ parties, files, day, at: now }, options)
const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id)

test('each party is in one section of the day', () => {
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

test('nothing is open only once the next check-in of a long stay is made', () => {
  const stay = { id: 1, source: 'hand', state: 'registered', sent: [], parties: [], doubts: [], remarks: [] } as const
  const goesOn = (arrival: string): ExpectedStay => {
    const days = { arrival, departure: '2026-12-04' }
    return { ...stay, ...days, arrival: '2026-10-21', remarks: [{ what: 'goesOn', ...days }] } as never
  }
  const open = (arrival: string) => isNothingOpen({ parties: [], day, expected: [goesOn(arrival)] })
  assert.equal([open('2026-11-20'), open('2026-11-21')], [false, true])
  const [next] = nextCheckins({ day, expected: [goesOn('2026-11-20')] })
  assert.equal([next!.arrival, next!.departure], ['2026-11-20', '2026-12-04'])
  const party = (name: string, arrival: string, departure: string) => ({ name, arrival, departure })
  const first = ['2026-10-21', '2026-11-20'] as const
  const parties = [party('A', ...first), party('B', ...first), party('A', '2026-11-20', '2026-12-04')]
  const [rest] = nextCheckins({ day, expected: [{ ...goesOn('2026-11-20'), parties } as never] })
  assert.equal(
    rest!.parties.map(({ name }) => name),
    ['B'],
    'A is copied already',
  )
})

test('a party with reported guests who left has a task, whatever its state', () => {
  const of = (id: number, state: PoliceState, more = {}) => party(day, '2026-11-22', state, { id, ...more })
  const { left } = tasksOf([of(1, 'sent'), of(2, 'sent', { left: 1 }), of(3, 'changed', { left: 2 })])
  assert.equal(ids(left), [2, 3])
})

test('parties of a section are sorted by room, then by name', () => {
  const of = (id: number, room: string, name: string) =>
    party(day, '2026-11-22', 'toReview', { id, room, guests: [{ who: 'main', name, state: 'toReview' }] })
  const { arrivals } = dayPartsOf([of(1, 'Rosa', 'ZANI'), of(2, 'Blu', 'BO'), of(3, 'Blu', 'ALBA')], day)
  assert.equal(
    arrivals.map(({ id }) => id),
    [3, 2, 1],
  )
})

test('a due party is late after its deadline, even in a file, until reported; later days are not', () => {
  assert.is(urgencyOf(party(day, '2026-11-22'), day, now), 'due')
  assert.is(urgencyOf(party('2026-11-19', '2026-11-22'), day, now), 'late')
  assert.is(urgencyOf(party('2026-11-19', '2026-11-22', 'inFile'), day, now), 'late')
  assert.is(urgencyOf(party('2026-11-19', '2026-11-22', 'sent'), day, now), 'none')
  assert.is(urgencyOf(party('2026-11-21', '2026-11-22'), day, now), 'none')
})

test('tasks concern arrived parties; the file takes today and yesterday', () => {
  const tasks = tasksOf([
    party(day, '2026-11-22', 'toReview', { id: 1 }),
    party('2026-11-21', '2026-11-22', 'toReview', { id: 2 }),
    party(day, '2026-11-22', 'enabled', { id: 3 }),
    party('2026-11-19', '2026-11-22', 'enabled', { id: 4 }),
    party('2026-11-18', '2026-11-22', 'enabled', { id: 5 }),
    party(day, '2026-11-22', 'incomplete', { id: 6 }),
    party(day, '2026-11-22', 'changed', { id: 7 }),
    party(day, '2026-11-22', 'inFile', { id: 8 }),
  ])
  assert.equal(
    [ids(tasks.review), ids(tasks.file), ids(tasks.fix), ids(tasks.changed), ids(tasks.late)],
    [[1], [3, 4], [6], [7], [4, 5]],
  )
})

const fileOf = (note: number, of: number[], more: Partial<DayFile> = {}): DayFile => ({
  note,
  name: `${note}.txt`,
  at: '2026-11-20T10:00:00.000Z',
  ids: of,
  outdated: [],
  gone: 0,
  ...more,
})

test('a file waits for its upload; one with a changed or withdrawn line must be replaced as a whole', () => {
  const parties = [
    party(day, '2026-11-21', 'inFile', { id: 1 }),
    party(day, '2026-11-21', 'outdated', { id: 2 }),
    party('2026-11-19', '2026-11-21', 'inFile', { id: 3 }),
    party('2026-11-17', '2026-11-21', 'inFile', { id: 4 }),
  ]
  const files = [fileOf(7, [1, 2], { outdated: [2] }), fileOf(8, [3]), fileOf(9, [4]), fileOf(10, [3], { gone: 1 })]
  const { upload, replace, past } = tasksOf(parties, files)
  assert.equal(
    [upload, replace, past].map((list) => list.map(({ note }) => note)),
    [[8], [7, 10], [9]],
  )
  assert.equal([ids(replace[0]!.parties), ids(replace[0]!.changed)], [[1, 2], [2]])
})

test('the day is not done while an arrival is neither sent nor uploaded, and the next deadline is shown', () => {
  const all = (parties: DayParty[]) => ({ parties, day, at: now })
  const later = { deadline: '2026-11-21T09:00:00.000Z' }
  const parties = [
    party(day, '2026-11-21', 'sent', { id: 1, deadline: '2026-11-20T18:00:00.000Z' }),
    party(day, '2026-11-21', 'inFile', { id: 2, ...later }),
    party(day, '2026-11-21', 'outdated', { id: 3, ...later }),
    party(day, '2026-11-21', 'sending', { id: 4, deadline: '2026-11-21T10:00:00.000Z' }),
    party('2026-11-19', '2026-11-21', 'corrected', { id: 5, deadline: '2026-11-20T16:00:00.000Z' }),
    party('2026-11-21', '2026-11-22', 'toReview', { id: 6, deadline: '2026-11-20T18:00:00.000Z' }),
  ]
  assert.equal(ids(dueParties(all(parties))), [2, 3, 4, 5])
  const term = nextTerm(all(parties))!
  assert.equal([term.at, ids(term.parties)], [later.deadline, [2, 3]])
  assert.equal(ids(nextTerm(all([parties[3]!, parties[1]!]))!.parties), [2], 'the earliest')
  const unsaid = party(day, '2026-11-21', 'toReview', { id: 7, arrivalTimeSlot: 'unknown', deadline: now })
  assert.equal(ids(nextTerm(all([unsaid, ...parties]))!.parties), [2, 3], 'an hour that nobody said is no deadline')
  const none = all([parties[0]!, parties[5]!])
  assert.equal([dueParties(none), nextTerm(none)], [[], undefined])
  assert.is(nextTerm(all([parties[4]!])), undefined, 'a term that is over does not run')
})

test('a party that arrived before yesterday and is in no file cannot use the portal', () => {
  const tasks = tasksOf([party('2026-11-18', '2026-11-25', 'enabled'), party('2026-11-19', day, 'enabled')])
  assert.equal([tasks.old.length, tasks.file.length], [1, 1])
})

test('if only identified guests may be released, the others are listed separately', () => {
  const known = { identified: { main: { at: now, by: 'ANNA', how: 'inPerson' } } }
  const parties = [party(day, '2026-11-21'), party(day, '2026-11-22', 'toReview', known)]
  const count = (onlyIdentified: boolean) => {
    const { review, identify } = tasksOf(parties, [], { onlyIdentified })
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

test('a second file of the whole day has the arrivals that were in a file and have no fault', () => {
  const file = { name: 'a.txt', at: now, state: 'made' }
  const fault = { guest: 'main', field: 'mainGuestName', rule: 'required' }
  const parties = [
    party(day, '2026-11-21', 'inFile', { id: 7, file }),
    party('2026-11-19', '2026-11-21', 'inFile', { file }),
    party(day, '2026-11-21', 'changed', { file, faults: [fault] }),
    party(day, '2026-11-21', 'enabled'),
  ]
  assert.equal(ids(tasksOf(parties).again), [7])
})

test('a day has all of its parts with their parties', () => {
  const leaving = party('2026-11-18', day, 'toReview', { id: 7 })
  const parts = dayPartsOf([leaving], day)
  assert.equal(Object.keys(parts), ['arrivals', 'inHouse', 'departures', 'tomorrow', 'past'])
  assert.equal(parts.departures, [leaving])
})

test('a deadline at this moment is due, an earlier one late; without a deadline neither', () => {
  const urgency = (deadline?: string, state: PoliceState = 'toReview') =>
    urgencyOf(party(day, '2026-11-22', state, { deadline }), day, now)
  const before = '2026-11-20T16:59:59.999Z'
  assert.equal([urgency(now), urgency(before), urgency()], ['due', 'late', 'none'])
  for (const state of policeStates) assert.is(urgency(before, state), state === 'sent' ? 'none' : 'late', state)
})

test('each task has its parties; those with an account are separate from those of the file', () => {
  const file = { name: 'a.txt', at: now, state: 'made' }
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
    of(11, 'sending'),
    of(15, 'enabled', {
      account: 'A',
      guests: ['sent', 'sent', 'enabled'].map((state, at) => ({ who: `guest${at}`, name: 'X', state })),
    }),
    party('2026-11-19', day, 'enabled', { id: 12, account: 'A', deadline: now }),
    party('2026-11-18', day, 'enabled', { id: 13, deadline: '2026-11-19T00:00:00.000Z' }),
    party('2026-11-21', '2026-11-22', 'refused', { id: 14 }),
  ]
  const tasks = Object.entries(tasksOf(parties)).map(([task, list]) => [task, ids(list as { id: number }[])])
  assert.equal(Object.fromEntries(tasks), {
    review: [],
    identify: [],
    send: [7, 12],
    sending: [11],
    file: [6],
    old: [13],
    fix: [2, 1],
    changed: [4],
    wired: [5, 15],
    left: [],
    unknown: [3],
    again: [8],
    late: [13],
    upload: [],
    past: [],
    replace: [],
  })
})

test('a party with one guest without a document check stays unchecked', () => {
  const guests = ['main', 'second'].map((who) => ({ who, name: 'X', state: 'toReview' }))
  const lacks = (identified: object) => lacksIdentification(party(day, day, 'toReview', { guests, identified }))
  assert.equal([lacks({}), lacks({ main: {} }), lacks({ main: {}, second: {} })], [true, true, false])
})

test('a day is closed once every arrived party is reported and no reported guest was removed', () => {
  const cases: [parties: DayParty[], isClosed: boolean][] = [
    [[], true],
    [[party(day, '2026-11-22', 'sent')], true],
    [[party(day, '2026-11-22', 'toReview')], false],
    [[party('2026-11-21', '2026-11-22', 'toReview')], true],
    [[party(day, '2026-11-22', 'sent', { left: 1 })], false],
    [[party(day, '2026-11-22', 'sent', { left: 0 })], true],
  ]
  for (const [parties, isClosed] of cases) assert.is(isNothingOpen({ parties, day }), isClosed, JSON.stringify(parties))
})

test.run()
