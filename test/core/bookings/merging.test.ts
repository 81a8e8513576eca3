import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Booking, StoredBooking } from '../../../schema/bookings'
import type { FeedStay } from '../../../src/core/bookings/calendar-stays'
import { mergedReading } from '../../../src/core/bookings/merging'
import { day } from './feeds'

const test = suite('readings merged into stays')

const stay = (from: number, to: number, more: Partial<FeedStay> = {}): FeedStay => ({
  uid: `${from}`,
  source: 'airbnb',
  arrival: day(from),
  departure: day(to),
  ...more,
})

/** A house whose stays are changed by readings, as the server does it. */
const house = (first: Booking[] = []) => {
  let stored: StoredBooking[] = first.map((one, i) => ({ ...one, id: i + 1 }))
  const read = (today: number, stays: FeedStay[], unjudged: string[] = [], cancelled: string[] = []) => {
    const when = { today: day(today), at: `${day(today)}T10:00:00.000Z` }
    const merged = mergedReading(stored, { stays, unjudged, cancelled }, { id: 'f', code: 'A101' }, when)
    const after = new Map(merged.changed.map((one) => [one.id, one]))
    stored = stored.map((one) => after.get(one.id) ?? one)
    for (const one of merged.added) stored.push({ ...one, id: stored.length + 1 })
    const gone = [...merged.cancelled, ...(merged.asks ? [] : merged.lost)]
    stored = stored.map((one) => (gone.includes(one.id) ? { ...one, cancelled: when.at } : one))
    return merged
  }
  return {
    read,
    edit: (id: number, more: Partial<Booking>) => {
      stored = stored.map((one) => (one.id === id ? { ...one, ...more } : one))
    },
    all: () => stored,
    /** The stays that are not cancelled as `3-5`. */
    open: () =>
      stored
        .filter(({ cancelled }) => !cancelled)
        .map(({ arrival, departure }) => `${Number(arrival.slice(8))}-${Number(departure.slice(8))}`),
  }
}

test('a reading again changes nothing, a changed UID or changed dates move the stay', () => {
  const { read, open, all } = house()
  read(1, [stay(3, 5, { reference: 'HM1' }), stay(8, 9)])
  const again = read(1, [stay(3, 5, { reference: 'HM1' }), stay(8, 9)])
  assert.equal([again.added, again.changed, again.lost], [[], [], []])
  const moved = read(1, [stay(4, 6, { uid: 'new', reference: 'HM1' }), stay(8, 9, { uid: 'other' })])
  assert.equal([moved.added.length, moved.changed.length, open()], [0, 2, ['4-6', '8-9']])
  assert.equal(all()[0]!.code, 'A101')
})

test('another reference is another stay, even on the same days under the same UID', () => {
  const { read, open, all } = house()
  read(1, [stay(3, 5, { reference: 'HM1' })])
  const { added } = read(1, [stay(3, 5, { reference: 'HM2' })])
  assert.equal([added.length, open(), Boolean(all()[0]!.cancelled)], [1, ['3-5'], true])
})

test('a vanished stay is cancelled before its arrival, and returns with its entry', () => {
  const { read, open } = house()
  read(1, [stay(3, 5), stay(8, 9)])
  read(3, [stay(8, 9)])
  assert.equal(open(), ['3-5', '8-9'], 'calendars drop stays that have begun')
  read(3, [])
  assert.equal(open(), ['3-5'])
  read(3, [stay(8, 9)])
  assert.equal(open(), ['3-5', '8-9'])
})

test('a stay that its calendar cancels is cancelled until it ends, without a question, and returns with its entry', () => {
  const { read, open, edit } = house()
  const four = [stay(3, 6), stay(8, 9), stay(10, 11), stay(12, 13)]
  read(1, four)
  for (const [today, cancelled] of [
    [3, true],
    [5, true],
    [6, false],
  ] as const) {
    assert.equal(read(today, four.slice(1), [], ['3']).cancelled, cancelled ? [1] : [], `on day ${today}`)
    read(today, four)
  }
  assert.equal(read(3, four.slice(1), ['3'], ['3']).cancelled, [], 'contradicting entries')
  assert.equal(read(3, four, [], ['3']).cancelled, [], 'another entry of the same stay')
  const { asks, lost } = read(3, four.slice(0, 1), [], ['8', '10', '12'])
  assert.equal([asks, lost, open()], [false, [], ['3-6']])
  edit(1, { pinned: true })
  read(3, [], [], ['3'])
  assert.equal(open(), ['3-6'])
})

test('an unreadable entry cancels nothing, nor does one without a name', () => {
  const { read, open } = house()
  read(1, [stay(3, 5), stay(8, 9)])
  read(1, [stay(8, 9)], ['3'])
  assert.equal(open(), ['3-5', '8-9'])
  read(1, [stay(3, 5)], [''])
  assert.equal(open(), ['3-5', '8-9'])
})

test('a calendar that suddenly empties asks, and a kept stay is not lost again', () => {
  const { read, open, edit } = house()
  const twenty = Array.from({ length: 20 }, (_, i) => stay(2 + i, 3 + i))
  read(1, twenty)
  const emptied = read(1, [])
  assert.equal([emptied.asks, emptied.lost.length, open().length], [true, 20, 20])
  const half = read(1, twenty.slice(0, 10))
  assert.equal([half.asks, half.lost.length], [true, 10])
  const few = read(1, twenty.slice(0, 18))
  assert.equal([few.asks, few.lost.length, open().length], [false, 2, 18])
  for (const id of few.lost) edit(id, { pinned: true })
  for (let id = 1; id <= 20; id++) edit(id, { pinned: true })
  assert.equal(read(1, []).lost, [])
  read(1, twenty)
  assert.equal(read(1, []).lost.length, 20, 'once it was back it can be lost again')
})

test('the host is asked from three lost stays on that are half of all, or from two when all are gone', () => {
  const asks = (before: number, after: number) => {
    const { read } = house()
    const stays = Array.from({ length: before }, (_, i) => stay(2 + i, 3 + i))
    read(1, stays)
    return read(1, stays.slice(0, after)).asks
  }
  assert.equal([asks(6, 3), asks(7, 4), asks(4, 2), asks(2, 0), asks(1, 0)], [true, false, false, true, false])
})

test('every fact of an entry reaches its stay', () => {
  const { read, all } = house()
  read(1, [stay(3, 5)])
  const facts = {
    name: 'Ada Neri',
    people: 2,
    phone: '+39 333',
    email: 'a@b.example',
    phoneEnd: '0042',
    reference: 'H1',
  }
  read(1, [stay(4, 6, { uid: '3', ...facts })])
  assert.equal(all(), [
    {
      ...{ id: 1, uid: '3', source: 'airbnb', made: all()[0]!.made, feed: 'f', code: 'A101' },
      ...{ arrival: day(4), departure: day(6), ...facts },
    },
  ])
})

test('a stay typed by the host is joined only with an entry of its room or reference, and of its days', () => {
  const typed: Booking = { source: 'hand', made: '', arrival: day(3), departure: day(5), code: 'A101' }
  const joined = (more: Partial<Booking>, entry: Partial<FeedStay> = {}) => {
    const { read } = house([{ ...typed, ...more }])
    return !read(1, [stay(3, 5, entry)]).added.length
  }
  const cases: [isJoined: boolean, ...given: Parameters<typeof joined>][] = [
    [true, {}],
    [false, { code: 'B202' }],
    [false, { code: undefined as never }],
    [true, { code: 'B202', reference: 'HM1' }, { reference: 'HM1' }],
    [false, { reference: 'HM1' }, { reference: 'HM2' }],
    [false, { cancelled: 'x' }],
    [false, { arrival: day(2) }],
    [false, { departure: day(6) }],
  ]
  for (const [isJoined, ...given] of cases) assert.is(joined(...given), isJoined, JSON.stringify(given))
})

test('the host’s edits stay, and a stay typed by the host is joined with its calendar entry', () => {
  const typed: Booking = {
    source: 'hand',
    made: '',
    arrival: day(3),
    departure: day(5),
    code: 'A101',
    name: 'Ada Neri',
  }
  const { read, all, open } = house([typed])
  read(1, [stay(3, 5, { reference: 'HM1', people: 2 })])
  assert.equal([all().length, all()[0]!.name, all()[0]!.reference, all()[0]!.feed], [1, 'Ada Neri', 'HM1', 'f'])
  read(1, [stay(3, 6, { reference: 'HM1', people: 3 })])
  assert.equal([all()[0]!.people, open()], [3, ['3-6']])
})

test('a calendar does not restore an edited field or an erased person', () => {
  const { read, all, edit } = house()
  read(1, [stay(3, 5, { name: 'Jane D.', people: 2 }), stay(8, 9, { name: 'Ugo Blu' })])
  edit(1, { name: 'Jane Doe', edited: ['name'] })
  edit(2, { name: undefined as never, erased: true })
  read(1, [stay(3, 5, { name: 'Jane D.', people: 4 }), stay(8, 9, { uid: 'x', name: 'Ugo Blu', phone: '+39 333 111' })])
  assert.equal(
    [all()[0]!.name, all()[0]!.people, all()[1]!.name, all()[1]!.phone],
    ['Jane Doe', 4, undefined, undefined],
  )
})

test('a booking of the same days under another name is another stay, also after the first was cancelled', () => {
  const link = { token: 'john', made: '' }
  const after = (...readings: FeedStay[][]) => {
    const { read, edit, all } = house()
    read(1, [stay(3, 10, { uid: 'a', name: 'John Smith' })])
    edit(1, { link })
    for (const stays of readings) read(1, stays)
    return all().map(
      ({ name, cancelled, link }) => `${name ?? ''}${cancelled ? ' cancelled' : ''}${link ? ' link' : ''}`,
    )
  }
  const [john, anna] = [stay(3, 10, { uid: 'b', name: 'john  SMITH' }), stay(3, 10, { uid: 'c', name: 'Anna Bell' })]
  const two = ['John Smith cancelled link', 'Anna Bell']
  assert.equal([after([], [anna]), after([anna]), after([], [anna], [anna])], [two, two, two])
  assert.equal(after([], [john]), ['john  SMITH link'], 'the same guest under a new UID')
  assert.equal(after([], [stay(3, 10, { uid: 'c' })]), ['John Smith link'], 'an entry without a name')
  assert.equal(after([], [{ ...anna!, uid: 'a' }]), ['Anna Bell link'], 'the same UID is surer than a name')
})

test('a name typed by the host does not part a stay from its entry, unless it was cancelled', () => {
  const jane = (uid: string) => stay(3, 5, { uid, name: 'Jane D.' })
  const { read, edit, open, all } = house()
  read(1, [jane('a')])
  edit(1, { name: 'Rosa Bianchi', edited: ['name'] })
  read(1, [jane('b')])
  assert.equal([all().length, all()[0]!.name], [1, 'Rosa Bianchi'])
  read(1, [])
  read(1, [jane('c')])
  assert.equal([all().map(({ name }) => name), open()], [['Rosa Bianchi', 'Jane D.'], ['3-5']])
})

test('stays of other calendars are left alone', () => {
  const other: Booking = { source: 'vrbo', made: '', feed: 'g', uid: '3', arrival: day(3), departure: day(5) }
  const { read, open } = house([other])
  assert.equal(read(1, []).lost, [])
  read(1, [stay(3, 5)])
  assert.equal(open(), ['3-5', '3-5'])
})

test.run()
