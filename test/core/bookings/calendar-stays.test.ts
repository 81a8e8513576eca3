import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readCalendar } from '../../../server/bookings/calendar-text'
import type { CalendarText } from '../../../src/core/bookings/calendar-stays'
import { feedReading } from '../../../src/core/bookings/calendar-stays'
import {
  airbnbBlock,
  airbnbStay,
  bookingEntry,
  calendarOf,
  day,
  type MadeEntry,
  type makers,
  otherEntry,
  vrboEntry,
} from './feeds'

const test = suite('stays in calendars')

const readOf = async (text: string, today = day(1)) => {
  const read = await readCalendar(text)
  if ('fault' in read) throw new Error(read.fault)
  return feedReading(read as CalendarText, today)
}
const read = (maker: keyof typeof makers, ...entries: MadeEntry[]) => readOf(calendarOf(maker, entries))

/** Stays as `3-5 NAME REFERENCE`. */
const short = (stays: Awaited<ReturnType<typeof readOf>>['stays']) =>
  stays.map(({ arrival, departure, name = '', reference = '' }) =>
    [`${arrival.slice(5)}/${departure.slice(5)}`, name, reference].filter(Boolean).join(' '),
  )

test('Airbnb: stays have a reference and four digits and no name, blocks are never stays', async () => {
  const { stays, blocks, odd, source } = await read(
    'airbnb',
    airbnbStay('a', day(3), day(5), 'HMABCDE123', '0042'),
    airbnbBlock('b', day(5), day(9)),
    airbnbBlock('c', day(20), day(300)),
  )
  assert.equal([blocks, odd, source], [2, [], 'airbnb'])
  assert.equal(stays, [
    {
      uid: 'a@airbnb.com',
      source: 'airbnb',
      arrival: day(3),
      departure: day(5),
      reference: 'HMABCDE123',
      phoneEnd: '0042',
    },
  ])
})

test('Booking.com: an entry is a stay only with a name', async () => {
  const { stays, blocks } = await read(
    'booking',
    bookingEntry('a', day(3), day(5)),
    bookingEntry('b', day(5), day(7), 'Mario Rossi'),
    bookingEntry('c', day(7), day(8), 'Closed'),
    ['UID:d@booking.com', 'DTSTART;VALUE=DATE:20261210', 'DTEND;VALUE=DATE:20261212', 'SUMMARY:CLOSED'],
    ['UID:e@booking.com', 'DTSTART;VALUE=DATE:20261212', 'DTEND;VALUE=DATE:20261214', 'SUMMARY:Anna Verdi'],
    bookingEntry('f', day(14), day(15), 'Reserved - Ada Neri'),
    bookingEntry('g', day(15), day(16), 'Reserved'),
  )
  const names = ['12-05/12-07 Mario Rossi', '12-12/12-14 Anna Verdi', '12-14/12-15 Ada Neri', '12-15/12-16 Reserved']
  assert.equal([short(stays), blocks], [names, 3])
})

test('Vrbo and others: reserved is a stay, closed and blocked in five languages are not', async () => {
  const vrbo = await read(
    'vrbo',
    vrboEntry('1', day(3), day(5), 'Reserved - Jane D.'),
    vrboEntry('2', day(5), day(6), 'Blocked'),
    vrboEntry('3', day(6), day(7), 'Reserved (Ugo B.)'),
    vrboEntry('4', day(7), day(8), 'Painter'),
  )
  assert.equal([short(vrbo.stays), vrbo.blocks], [['12-03/12-05 Jane D.', '12-06/12-07 Ugo B.'], 2])
  const closed = [
    'Unavailable',
    'Non disponibile',
    'Occupato',
    'Belegt',
    'Blocked - painter',
    'Owner stay',
    'Fermé',
    'No disponible',
    'Chiuso (ferie)',
    'CHIUSO PER FERIE',
    'Non disponibile per lavori',
    'Closed Period',
    'Closed for the season',
    'Gesperrt wegen Umbau',
    'Available',
    'Disponibile',
  ]
  const other = await read(
    'other',
    ...closed.map((summary, i) => otherEntry(`c${i}`, day(3), day(5), `SUMMARY:${summary}`)),
    otherEntry(
      's',
      day(9),
      day(11),
      'SUMMARY:Maria Block',
      'DESCRIPTION:Guests: 3\\nBooking ID: AB-77812<br>Email: maria@block.example\\nPhone: +39 333 1234567',
    ),
    otherEntry('n', day(12), day(14), 'SUMMARY:Prenotato'),
    otherEntry('o', day(13), day(14), 'SUMMARY:Prenotato: Ada Neri'),
    otherEntry('p', day(14), day(15), 'SUMMARY:Booked (Ugo Blu)'),
    otherEntry('x', day(15), day(16)),
    otherEntry('f', day(17), day(18), 'SUMMARY:Gone', 'STATUS:CANCELLED'),
  )
  assert.is(other.blocks, closed.length)
  assert.equal(other.stays[0], {
    uid: 's@rooms.example',
    source: 'calendar',
    arrival: day(9),
    departure: day(11),
    reference: 'AB-77812',
    name: 'Maria Block',
    people: 3,
    phone: '+39 333 1234567',
    email: 'maria@block.example',
  })
  assert.equal(short(other.stays.slice(1)), ['12-12/12-14', '12-13/12-14 Ada Neri', '12-14/12-15 Ugo Blu'])
  assert.equal(other.odd, [{ what: 'unclear', from: day(15), to: day(16) }])
})

test('odd entries are named and the rest is read', async () => {
  const timed = (uid: string, start: string, end: string, ...more: string[]): MadeEntry => [
    `UID:${uid}`,
    `DTSTART${start}`,
    `DTEND${end}`,
    'SUMMARY:Reserved',
    ...more,
  ]
  const { stays, odd, unjudged } = await read(
    'other',
    timed('zero', ';VALUE=DATE:20261203', ';VALUE=DATE:20261203'),
    timed('back', ';VALUE=DATE:20261206', ';VALUE=DATE:20261204'),
    timed('rrule', ';VALUE=DATE:20261203', ';VALUE=DATE:20261204', 'RRULE:FREQ=WEEKLY'),
    timed('long', ';VALUE=DATE:20261203', ';VALUE=DATE:20281203'),
    timed('utc', ':20261205T000000Z', ':20261207T000000Z'),
    timed('start', ':20261206T000000Z', ':20261207T100000Z'),
    timed('rome', ':20261207T230000Z', ':20261208T230000Z'),
    timed('zone', ';TZID=Pacific/Auckland:20261209T140000', ';TZID=Pacific/Auckland:20261211T100000'),
    timed('same', ';VALUE=DATE:20261212', ';VALUE=DATE:20261213'),
    timed('same', ';VALUE=DATE:20261212', ';VALUE=DATE:20261213'),
    timed('other', ';VALUE=DATE:20261214', ';VALUE=DATE:20261215'),
    timed('other', ';VALUE=DATE:20261216', ';VALUE=DATE:20261217'),
    timed('beside', ';VALUE=DATE:20261216', ';VALUE=DATE:20261218'),
    timed('later', ';VALUE=DATE:20261218', ';VALUE=DATE:20261219', 'SEQUENCE:1'),
    timed('later', ';VALUE=DATE:20261218', ';VALUE=DATE:20261220', 'SEQUENCE:2'),
    ['UID:none', 'DTSTART;VALUE=DATE:20261399', 'SUMMARY:Reserved'],
    ['UID:length', 'DTSTART;VALUE=DATE:20261221', 'DURATION:P2D', 'SUMMARY:Reserved'],
    ['UID:one', 'DTSTART;VALUE=DATE:20261224', 'SUMMARY:Reserved'],
    timed('past', ';VALUE=DATE:20251203', ';VALUE=DATE:20251203'),
  )
  assert.equal(short(stays), [
    '12-05/12-07',
    '12-06/12-07',
    '12-08/12-09',
    '12-09/12-11',
    '12-12/12-13',
    '12-14/12-15',
    '12-16/12-18',
    '12-18/12-20',
    '12-21/12-23',
    '12-24/12-25',
  ])
  assert.equal(odd.map(({ what, from = '', isRead }) => `${what} ${from.slice(5)}${isRead ? ' read' : ''}`).sort(), [
    'long 12-03',
    'noDates ',
    'noNights 12-03',
    'noNights 12-06',
    'repeats 12-03',
    'twice 12-12 read',
    'twice 12-16',
    'utc 12-05 read',
    'utc 12-06 read',
    'zone 12-09 read',
  ])
  assert.equal(unjudged.sort(), ['back', 'long', 'none', 'other', 'rrule', 'zero'])
})

test('an entry of a diary that is marked as free is named, and one of a platform closes nothing', async () => {
  const free = (uid: string, ...more: string[]) => otherEntry(uid, day(3), day(5), ...more, 'TRANSP:TRANSPARENT')
  const { stays, blocks, odd, unjudged, cancelled } = await read(
    'other',
    free('a', 'SUMMARY:Mario Rossi'),
    free('b', 'SUMMARY:Chiuso'),
    free('c', 'SUMMARY:Pulizie', 'RRULE:FREQ=WEEKLY'),
    free('d', 'SUMMARY:Ada Neri', 'STATUS:CANCELLED'),
    otherEntry('e', '2025-12-03', '2025-12-04', 'SUMMARY:Ugo Blu', 'TRANSP:TRANSPARENT'),
  )
  assert.equal([stays, blocks], [[], 0])
  assert.equal([odd, unjudged], [[{ what: 'free', from: day(3), to: day(5) }], ['a@rooms.example']])
  assert.equal(cancelled, ['d@rooms.example'])
  const platform = await read('airbnb', [...airbnbStay('a', day(3), day(5), 'HMABCDE123'), 'TRANSP:TRANSPARENT'])
  assert.equal([platform.stays, platform.odd, platform.cancelled], [[], [], []])
})

test('an entry that repeats is named until its last repetition is over', async () => {
  const cases: [lines: string[], named: boolean][] = [
    [['RRULE:FREQ=WEEKLY'], true],
    [['RRULE:FREQ=WEEKLY;UNTIL=20201231'], false],
    [['RRULE:FREQ=YEARLY;UNTIL=20261130T230000Z'], true],
    [['RRULE:FREQ=YEARLY;UNTIL=20261128T230000Z'], false],
    [['RRULE:FREQ=WEEKLY;COUNT=10;BYDAY=MO,TU'], false],
    [['RRULE:FREQ=DAILY;INTERVAL=100;COUNT=50'], true],
    [['RRULE:FREQ=DAILY;COUNT=10;BYMONTH=12'], true],
    [['RRULE:FREQ=MONTHLY;COUNT=2'], true],
    [['RRULE:FREQ=DAILY;COUNT=99999999999'], true],
    [['RRULE:FREQ=DAILY;UNTIL=20201231', 'RRULE:FREQ=DAILY'], true],
    [['RDATE;VALUE=DATE:20200105,20200106'], false],
    [['RDATE;VALUE=DATE:20200105,20261224'], true],
    [['RDATE;VALUE=PERIOD:20200105T000000Z/20200107T000000Z', 'RRULE:FREQ=DAILY;COUNT=3'], false],
  ]
  for (const [lines, named] of cases) {
    const { odd, unjudged } = await read('other', otherEntry('a', '2019-12-03', '2019-12-04', 'SUMMARY:Gas', ...lines))
    assert.equal([odd.map(({ what }) => what), unjudged.length], named ? [['repeats'], 1] : [[], 0], lines.join(' '))
  }
})

test('whole days without VALUE=DATE are read as days', async () => {
  const bare = ['UID:a', 'DTSTART:20261205', 'DTEND:20261207', 'SUMMARY:Ada Neri']
  const { stays, odd } = await read('other', bare)
  assert.equal([short(stays), odd], [['12-05/12-07 Ada Neri'], []])
})

test('without UIDs the days tell stays apart, and a reference names the same stay twice', () => {
  const event = (from: number, to: number, more: Partial<CalendarText['events'][number]> = {}) => ({
    ...{ uid: '', summary: 'Reserved', description: '', sequence: 0, repeats: false, isFree: false },
    ...{ start: { day: day(from) }, end: { day: day(to) }, ...more },
  })
  const reading = (...events: CalendarText['events']) => {
    const { stays, odd } = feedReading({ maker: '', events, unread: [] }, day(1))
    return [short(stays), odd.map(({ what }) => what)]
  }
  assert.equal(reading(event(3, 5), event(3, 6), event(4, 6)), [['12-03/12-05', '12-03/12-06', '12-04/12-06'], []])
  assert.equal(reading(event(3, 5), event(3, 5)), [['12-03/12-05'], ['twice']])
  const numbered = (uid: string, number: string) => ({ uid, description: `Booking ID: ${number}` })
  assert.equal(reading(event(3, 5, numbered('a', 'AB-111')), event(6, 7, numbered('b', 'AB-111'))), [
    ['12-03/12-05 AB-111'],
    ['twice'],
  ])
  assert.equal(reading(event(3, 5, numbered('a', 'AB-111')), event(3, 5, numbered('b', 'AB-222')))[1], [])
  const ends = (from: number, to: number) => reading(event(from, to))[1]
  assert.equal([ends(1, 1), ends(0, 0)], [['noNights'], []], 'past faults are not shown')
  const inRome = { start: { day: day(3), time: '14:00', zone: 'Europe/Rome' } }
  assert.equal(reading(event(3, 5, inRome)), [['12-03/12-05'], []])
  const long = event(3, 5, { uid: 'u'.repeat(301), summary: 'n'.repeat(121) })
  const [stay] = feedReading({ maker: '', events: [long], unread: [] }, day(1)).stays
  assert.equal([stay!.uid.length, stay!.name!.length], [300, 120])
  const { unjudged } = feedReading({ maker: '', events: [{ ...long, repeats: true }], unread: [long.uid] }, day(1))
  assert.equal(unjudged, [stay!.uid, stay!.uid], 'the stored stay of a long UID is found again')
})

test('a broken entry is named by its UID, the others are read', async () => {
  const whole = calendarOf('airbnb', [
    airbnbStay('a', day(3), day(5), 'HMABCDE123'),
    ['UID:broken@airbnb.com', 'this line is none'],
    airbnbStay('c', day(6), day(8), 'HMABCDE124'),
  ])
  const { stays, odd, unjudged } = await readOf(whole)
  assert.equal(short(stays), ['12-03/12-05 HMABCDE123', '12-06/12-08 HMABCDE124'])
  assert.equal([odd, unjudged], [[{ what: 'unreadable' }], ['broken@airbnb.com']])
})

test('an incomplete calendar is a fault', async () => {
  const whole = calendarOf('airbnb', [airbnbStay('a', day(3), day(5), 'HMABCDE123')])
  const faults = []
  for (const text of [
    '<!doctype html><p>Sign in',
    '',
    '{"a":1}',
    whole.slice(0, 200),
    whole.replace(/END:VCALENDAR\s*/, ''),
  ])
    faults.push(await readCalendar(text))
  assert.equal(faults, [
    { fault: 'html' },
    { fault: 'notCalendar' },
    { fault: 'notCalendar' },
    { fault: 'cut' },
    { fault: 'cut' },
  ])
  const many = await readCalendar(calendarOf('other', Array(5001).fill(['UID:a'])))
  assert.equal(many, { fault: 'many' })
  assert.equal((await readOf(`\uFEFF${whole.replaceAll('\r\n', '\n')}`)).stays.length, 1)
})

test.run()
