import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Booking, BookingState, ExpectedStay, StoredBooking } from '../../../schema/bookings'
import type { Checkin } from '../../../schema/checkin'
import { bookingRemarks, bookingState, needsLook, stayParts } from '../../../src/core/bookings/booking-state'
import { comparedCheckin, newMatches } from '../../../src/core/bookings/matching'
import { day } from './feeds'

const test = suite('check-ins matched to stays')

const booking = (id: number, from: number, to: number, more: Partial<Booking> = {}): StoredBooking => ({
  id,
  source: 'airbnb',
  made: '',
  arrival: day(from),
  departure: day(to),
  code: 'A101',
  ...more,
})

const checkin = (id: number, from: number, to: number, name = 'MARIO ROSSI', more: Partial<Checkin> = {}) =>
  ({
    id,
    arrivalDate: day(from),
    departureDate: day(to),
    reservationCode: 'A101',
    roomDescription: 'Camera Blu',
    mainGuestName: name.split(' ')[0],
    mainGuestLastName: name.split(' ').slice(1).join(' '),
    phone: '+393331234567',
    ...more,
  }) as Checkin

const matched = (bookings: StoredBooking[], checkins: Checkin[], codes: Parameters<typeof newMatches>[2] = []) => {
  const { sure, doubts } = newMatches(
    bookings,
    checkins.flatMap((one) => comparedCheckin(one) ?? []),
    codes,
  )
  return {
    sure: sure.map(({ booking: of, checkin: id, how }) => `${id} is ${of}: ${how}`),
    doubts: doubts.map(({ checkin: id, bookings: of }) => `${id} may be ${of.join(' or ')}`),
  }
}

test('a typed booking reference decides the match, whatever the dates and the room', () => {
  const said = { specialRequests: 'Booking hmabcde123, late arrival', reservationCode: 'B202' }
  assert.equal(matched([booking(1, 3, 5, { reference: 'HMABCDE123' })], [checkin(9, 20, 22, 'A B', said)]), {
    sure: ['9 is 1: reference'],
    doubts: [],
  })
  assert.equal(
    matched(
      [booking(1, 3, 5, { reference: 'HMABCDE123' })],
      [checkin(9, 20, 22, 'A B', { specialRequests: 'XHMABCDE1234' })],
    ),
    { sure: [], doubts: [] },
  )
})

test('so does the number a guest typed where the house asks it, in groups and in any case', () => {
  const two = [booking(1, 3, 5, { reference: '4123456789' }), booking(2, 20, 22, { reference: 'HMABCDE123' })]
  const typed = (bookingReference: string) => ({ bookingReference, reservationCode: 'B202' }) as Partial<Checkin>
  assert.equal(matched(two, [checkin(9, 20, 22, 'A B', typed('4123.456 789'))]).sure, ['9 is 1: reference'])
  assert.equal(matched(two, [checkin(9, 8, 9, 'A B', typed(' hmabcde123 '))]).sure, ['9 is 2: reference'])
  assert.equal(matched(two, [checkin(9, 8, 9, 'A B', typed('412345678'))]), { sure: [], doubts: [] })
})

test('a check-in without a departure is of one night', () => {
  const one = { ...checkin(9, 3, 5), departureDate: '' }
  assert.equal(matched([booking(1, 2, 4)], [one]).doubts, ['9 may be 1'])
  assert.equal(matched([booking(1, 4, 6)], [one]).doubts, [])
})

test('a code of only one stay decides the match', () => {
  const codes = [
    {
      id: 'x',
      code: 'A101',
      description: 'Blu',
      showPaymentPage: false,
      totalRooms: 1,
      totalBeds: 2,
      arrivalDate: day(3),
    },
  ]
  assert.equal(matched([booking(1, 3, 5, { name: 'Jo March' })], [checkin(9, 4, 6)], codes).sure, ['9 is 1: code'])
  assert.equal(matched([booking(1, 4, 5, { name: 'Jo March' })], [checkin(9, 4, 6)], codes).sure, [])
})

test('room and both days decide the match, unless the names differ', () => {
  assert.equal(matched([booking(1, 3, 5)], [checkin(9, 3, 5)]).sure, ['9 is 1: room'])
  assert.equal(matched([booking(1, 3, 5, { name: 'Jane Doe' })], [checkin(9, 3, 5)]), {
    sure: [],
    doubts: ['9 may be 1'],
  })
  const byRoom = booking(1, 3, 5, { code: undefined as never, room: 'camera blù' })
  assert.equal(matched([byRoom], [checkin(9, 3, 5)]).sure, ['9 is 1: room'])
})

test('other dates in the same room are a doubt; another room or week is no match', () => {
  assert.equal(matched([booking(1, 3, 5)], [checkin(9, 4, 7)]).doubts, ['9 may be 1'])
  assert.equal(matched([booking(1, 3, 5)], [checkin(9, 5, 7)]), { sure: [], doubts: [] })
  assert.equal(matched([booking(1, 3, 5)], [checkin(9, 3, 5, 'A B', { reservationCode: 'B202' })]), {
    sure: [],
    doubts: [],
  })
})

test('a name with the day of arrival decides the match, in any order, with accents or a shortened surname', () => {
  for (const name of ['Mario Rossi', 'ROSSI Mario', 'Màrio R.'])
    assert.equal(matched([booking(1, 3, 9, { name })], [checkin(9, 3, 5)]).sure, ['9 is 1: name'], name)
  for (const name of ['Rossi', 'Mario B.', 'Maria Rossi'])
    assert.equal(matched([booking(1, 3, 9, { name })], [checkin(9, 3, 5)]).sure, [], name)
  const second = { addSecondGuest: 'yes', secondGuestName: 'ANNA', secondGuestLastName: 'VERDI' } as Partial<Checkin>
  assert.equal(matched([booking(1, 3, 9, { name: 'Anna Verdi' })], [checkin(9, 3, 5, 'MARIO ROSSI', second)]).sure, [
    '9 is 1: name',
  ])
})

test('the same name or phone in another room, or on other days that meet, is a doubt', () => {
  const doubt = { sure: [], doubts: ['9 may be 1'] }
  const none = { sure: [], doubts: [] }
  const [name, phone] = [{ name: 'Mario Rossi' }, { phoneEnd: '4567' }]
  const without = { code: undefined as never }
  const cases: [expected: object, stay: Partial<Booking>, to?: number, inRoom?: Partial<Checkin>][] = [
    [doubt, name, 5, { reservationCode: 'B202' }],
    [doubt, phone, 5, { reservationCode: 'B202' }],
    [doubt, { ...name, ...without, arrival: day(2) }],
    [doubt, { ...phone, ...without, arrival: day(2) }],
    [doubt, without],
    [none, { ...without, departure: day(6) }],
    [none, { ...without, name: 'Jane Doe' }],
    [none, { ...without, room: 'Rossa' }],
    [doubt, { ...without, ...name, room: 'Rossa' }],
    [none, { ...without, phoneEnd: '567', arrival: day(2) }],
  ]
  for (const [expected, stay, to = 5, inRoom] of cases)
    assert.equal(matched([booking(1, 3, to, stay)], [checkin(9, 3, to, 'MARIO ROSSI', inRoom)]), expected)
  // The zero before a number is not dialled from abroad.
  const dialled = booking(1, 3, 9, { phone: '0 3123 4567' })
  assert.equal(matched([dialled], [checkin(9, 3, 5)]).sure, ['9 is 1: phone'])
})

test('the end of the phone number with the day of arrival decides the match', () => {
  assert.equal(matched([booking(1, 3, 9, { phoneEnd: '4567' })], [checkin(9, 3, 5)]).sure, ['9 is 1: phone'])
  assert.equal(matched([booking(1, 3, 9, { phoneEnd: '9999' })], [checkin(9, 3, 5)]).sure, [])
})

test('two stays or two check-ins that fit equally are offered, not matched', () => {
  assert.equal(matched([booking(1, 3, 5), booking(2, 3, 5)], [checkin(9, 3, 5)]), {
    sure: [],
    doubts: ['9 may be 1 or 2'],
  })
  assert.equal(matched([booking(1, 3, 5)], [checkin(8, 3, 5, 'A B'), checkin(9, 3, 5, 'C D')]), {
    sure: [],
    doubts: ['8 may be 1', '9 may be 1'],
  })
  const named = [booking(1, 3, 5, { name: 'Ada Neri' }), booking(2, 3, 5, { name: 'Mario Rossi' })]
  assert.equal(matched(named, [checkin(8, 3, 5, 'ADA NERI'), checkin(9, 3, 5)]).sure, ['8 is 1: name', '9 is 2: name'])
})

test('a match stays, and one undone by the host is not offered again', () => {
  const own = booking(1, 3, 5, { checkins: [{ id: 9, how: 'room' }] })
  assert.equal(matched([own], [checkin(9, 20, 22)]), { sure: [], doubts: [] })
  assert.equal(matched([own], [checkin(9, 3, 5), checkin(10, 3, 5, 'C D')]), { sure: [], doubts: ['10 may be 1'] })
  assert.equal(matched([booking(1, 3, 5, { not: [9] })], [checkin(9, 3, 5)]), { sure: [], doubts: [] })
})

test('a second check-in that shares the room comes with the first', () => {
  const both = [checkin(9, 3, 5), checkin(10, 3, 5, 'C D', { roomOf: '9' })]
  assert.equal(matched([booking(1, 3, 5, { name: 'Mario Rossi' })], both).sure, ['9 is 1: name', '10 is 1: party'])
  const two = [booking(1, 3, 5, { name: 'Mario Rossi' }), booking(2, 3, 5, { name: 'Carla Dini' })]
  const named = [checkin(9, 3, 5), checkin(10, 3, 5, 'CARLA DINI', { roomOf: '9' })]
  assert.equal(matched(two, named).sure, ['9 is 1: name', '10 is 2: name'])
})

test('a check-in of the same guests on the day 30 nights end is the next one of a long stay', () => {
  const long = booking(1, 3, 48, { name: 'Mario R.', checkins: [{ id: 9, how: 'link' }] })
  const both = (from: number, name?: string) => [checkin(9, 3, 33), checkin(10, from, 48, name)]
  assert.equal(matched([long], both(33)).sure, ['10 is 1: name'])
  assert.equal(matched([booking(1, 3, 48, { name: 'Mario Rossi' })], both(33)).sure, ['9 is 1: name', '10 is 1: name'])
  assert.equal(matched([long], both(34)).sure, [])
  assert.equal(matched([long], both(33, 'CARLA DINI')), { sure: [], doubts: ['10 may be 1'] })
  assert.equal(matched([{ ...long, not: [10] }], both(33)), { sure: [], doubts: [] })
  assert.equal(matched([{ ...long, departure: day(33) }], both(33)).sure, [])
})

test('a check-in moves from a cancelled stay to its replacement, unless the host made the match', () => {
  const gone = booking(1, 3, 5, { cancelled: 'x', checkins: [{ id: 9, how: 'room' }] })
  assert.equal(matched([gone, booking(2, 3, 6, { name: 'Mario Rossi' })], [checkin(9, 3, 5)]).sure, ['9 is 2: name'])
  const said = { ...gone, checkins: [{ id: 9, how: 'host' as const }] }
  assert.equal(matched([said, booking(2, 3, 5)], [checkin(9, 3, 5)]).sure, [])
})

test('the guide’s test guest and an erased identity match no stay', () => {
  assert.equal(matched([booking(1, 3, 5)], [checkin(9, 3, 5, 'A B', { identityRemovedAt: 'x' })]).sure, [])
})

test('the state of a stay from before its arrival to after its departure', () => {
  const states = [1, 3, 4, 5, 6].map((today) => bookingState(booking(1, 3, 5), [], day(today)))
  assert.equal(states, ['expected', 'today', 'missing', 'missing', 'absent'])
  assert.equal(bookingState(booking(1, 3, 5), [{}], day(4)), 'registered')
  assert.equal(bookingState(booking(1, 3, 5, { cancelled: 'x' }), [{}], day(4)), 'cancelled')
})

test('fewer people, more people, other dates and a cancelled stay are reported', () => {
  const two = checkin(9, 3, 5, 'A B', { addSecondGuest: 'yes' } as Partial<Checkin>)
  const said = (more: Partial<Booking>, checkins: Checkin[]) =>
    bookingRemarks(booking(1, 3, 5, more), checkins).map(({ what }) => what)
  assert.equal(said({}, [two]), [])
  assert.equal(said({ people: 2 }, [two]), [])
  assert.equal(said({ people: 3 }, [two]), ['fewer'])
  assert.equal(said({ people: 3 }, [two, checkin(10, 3, 5)]), [])
  assert.equal(said({ people: 1 }, [checkin(9, 3, 6), checkin(10, 3, 5)]), ['more', 'dates'])
  assert.equal(said({ people: 1, cancelled: 'x' }, [two]), ['cancelled'])
  assert.equal(said({ people: 1, cancelled: 'x' }, []), [])
})

test('a long stay asks for a check-in for each 30 nights, of the same guests', () => {
  const two = { addSecondGuest: 'yes' } as Partial<Checkin>
  const said = (...checkins: [from: number, to: number][]) =>
    bookingRemarks(
      booking(1, 3, 70, { people: 2 }),
      checkins.map(([from, to], i) => checkin(i, from, to, 'A B', two)),
    )
  const goesOn = (from: number, to: number) => ({ what: 'goesOn', arrival: day(from), departure: day(to) })
  assert.equal(said([3, 33]), [goesOn(33, 63)])
  assert.equal(said([3, 33], [33, 63]), [goesOn(63, 70)])
  assert.equal(said([33, 63], [3, 33], [63, 70]), [])
  assert.equal(said([3, 10]), [{ what: 'dates', arrival: day(3), departure: day(10) }])
  assert.equal(bookingRemarks(booking(1, 3, 33), [checkin(9, 3, 33)]), [])
  const parties = [
    [3, 33],
    [3, 33],
    [33, 63],
  ] as [number, number][]
  const ofFour = { addSecondGuest: 'yes', addThirdGuest: 'yes', addGuest4: 'yes' } as Partial<Checkin>
  const joined = checkin(9, 33, 63, 'A B', ofFour)
  const remarksOf = (...checkins: Checkin[]) => bookingRemarks(booking(1, 3, 63), checkins)
  const [one, other, next] = parties.map(([from, to], i) => checkin(i, from, to, 'A B', two))
  assert.equal(remarksOf(one!, other!, next!), [goesOn(33, 63)], 'one of two parties')
  assert.equal(remarksOf(one!, other!, next!, checkin(3, 33, 63)), [], 'a guest may leave')
  assert.equal(remarksOf(one!, other!, joined), [], 'two parties in one check-in')
  const threeParts = bookingRemarks(booking(1, 3, 70), [one!, other!, next!])
  assert.equal(threeParts, [goesOn(33, 63), goesOn(63, 70)], 'whoever stays goes on without the one who left')
  const last = { arrival: '9999-12-20', departure: '9999-12-28' }
  assert.equal(stayParts(last), [last], 'thirty nights later is no day')
})

test('the next check-in of a long stay is the day’s work once its 30 nights are over', () => {
  const looked = (today: number) => {
    const remarks = [{ what: 'goesOn' as const, arrival: day(33), departure: day(48) }]
    const stay = { ...booking(1, 3, 48), state: 'registered' as const, remarks, sent: [], parties: [], doubts: [] }
    return needsLook(stay, day(today))
  }
  assert.equal([4, 32, 33, 40, 48, 49].map(looked), [false, false, true, true, true, false])
})

test('an invitation by hand is the day’s work a week ahead, a reminder by hand always', () => {
  const looked = (arrival: number, about: 'invitation' | 'reminder', byHand?: true) =>
    needsLook(
      {
        ...booking(1, arrival, arrival + 2),
        state: 'expected',
        remarks: [],
        sent: [],
        parties: [],
        doubts: [],
        planned: { about, at: '', ...(byHand && { byHand }) },
      },
      day(1),
    )
  assert.equal(
    [looked(8, 'invitation', true), looked(9, 'invitation', true), looked(25, 'reminder', true), looked(8, 'reminder')],
    [true, false, true, false],
  )
})

test('another stay in the room is the day’s work a week ahead', () => {
  const other = { id: 2, source: 'booking', arrival: day(9), departure: day(12) } as const
  const looked = (arrival: number, state: BookingState = 'expected') => {
    const [remarks, none] = [[{ what: 'overlap' as const, other }], { sent: [], parties: [], doubts: [] }]
    return needsLook({ ...booking(1, arrival, arrival + 3), state, remarks, ...none }, day(1))
  }
  assert.equal([looked(8), looked(9), looked(8, 'registered')], [true, false, true])
})

test('a stay is looked at on the days around it: with a difference, a doubt, or no check-in the day before', () => {
  const looked = (state: BookingState, from: number, to: number, more: Partial<ExpectedStay> = {}) =>
    needsLook({ ...booking(1, from, to), state, remarks: [], sent: [], parties: [], doubts: [], ...more }, day(10))
  const [remarks, doubts] = [[{ what: 'cancelled' }] as const, [[2]] as never]
  const cases: [isLooked: boolean, ...stay: Parameters<typeof looked>][] = [
    [true, 'expected', 11, 13],
    [false, 'expected', 12, 13],
    [true, 'missing', 8, 10],
    [false, 'missing', 7, 9],
    [false, 'absent', 8, 10],
    [true, 'absent', 8, 10, { doubts }],
    [false, 'registered', 10, 12, { doubts }],
    [true, 'registered', 10, 12, { remarks: [...remarks] }],
    [false, 'cancelled', 10, 12],
    [true, 'cancelled', 10, 12, { remarks: [...remarks] }],
  ]
  for (const [isLooked, ...stay] of cases) assert.is(looked(...stay), isLooked, JSON.stringify(stay))
})

test.run()
