import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readCalendar } from '../../../server/bookings/calendar-text'
import { calendarOf, type MadeEntry } from '../../core/bookings/feeds'

const test = suite('the text of a calendar')

const eventsOf = async (...entries: MadeEntry[]) => {
  const read = await readCalendar(calendarOf('other', entries))
  if ('fault' in read) throw new Error(read.fault)
  return read.events
}

test('an entry ends at its end, after its duration, or after one day', async () => {
  const whole = 'DTSTART;VALUE=DATE:20261203'
  const cases: [lines: MadeEntry, end: object | undefined][] = [
    [[whole], { day: '2026-12-04' }],
    [[whole, 'DTEND;VALUE=DATE:20261207', 'DURATION:P1D'], { day: '2026-12-07' }],
    [[whole, 'DURATION:P1D'], { day: '2026-12-04' }],
    [[whole, 'DURATION:P2W'], { day: '2026-12-17' }],
    [[whole, 'DURATION:PT36H'], { day: '2026-12-05' }],
    [[whole, 'DURATION:P9999D'], { day: '2054-04-19' }],
    [[whole, 'DURATION:P10000D'], undefined],
    [[whole, 'DURATION:P0D'], undefined],
    [[whole, 'DURATION:-P2D'], undefined],
    [['DTSTART:20261203T140000Z', 'DURATION:P2D'], { day: '2026-12-05', time: '14:00', zone: 'UTC' }],
    [['DTSTART:20261203T233000', 'DURATION:PT10H30M'], { day: '2026-12-04', time: '10:00', zone: '' }],
    [['DTSTART:20261203T090000', 'DURATION:PT36H'], { day: '2026-12-04', time: '21:00', zone: '' }],
    [['DTSTART:20261203T140000Z'], undefined],
    [['DTSTART;VALUE=DATE:20261399'], undefined],
    [['SUMMARY:x'], undefined],
  ]
  for (const [lines, end] of cases) {
    const [event] = await eventsOf(['UID:a', ...lines])
    assert.equal(event!.end, end, lines.join(' '))
  }
})

test('an entry has its times with their zone, its revision and its address', async () => {
  const rome = 'TZID=Europe/Rome'
  const [plain, odd] = await eventsOf(
    ['UID:a', `DTSTART;${rome}:20261203T140000`, `DTEND;${rome}:20261205T100000`],
    [
      ...['UID:b', 'SUMMARY:Reserved', 'DESCRIPTION:one', 'URL:https://x.example/1', 'SEQUENCE:3', 'STATUS:Cancelled'],
      ...['DTSTART:20261203T140000', 'RDATE:20261210T140000'],
    ],
  )
  assert.equal(plain, {
    ...{ uid: 'a', summary: '', description: '\n', sequence: 0, repeats: false, isFree: false },
    start: { day: '2026-12-03', time: '14:00', zone: 'Europe/Rome' },
    end: { day: '2026-12-05', time: '10:00', zone: 'Europe/Rome' },
  })
  assert.equal(odd, {
    ...{ uid: 'b', summary: 'Reserved', description: 'one\nhttps://x.example/1', sequence: 3 },
    ...{ repeats: true, until: '2026-12-10', isFree: true, start: { day: '2026-12-03', time: '14:00', zone: '' } },
  })
  const free = await eventsOf(
    ['UID:c', 'TRANSP:TRANSPARENT'],
    ['UID:d', 'RRULE:FREQ=DAILY'],
    ['UID:e', 'TRANSP:OPAQUE'],
  )
  assert.equal(
    free.map(({ isFree, repeats }) => [isFree, repeats]),
    [
      [true, false],
      [false, true],
      [false, false],
    ],
  )
})

const calendar = (lines: readonly string[]) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const read = async (lines: readonly string[]) => {
  const found = await readCalendar(calendar(lines))
  if ('fault' in found) throw new Error(found.fault)
  return { uids: found.events.map(({ uid }) => uid), unread: found.unread }
}
const made = (uid: string, ...more: string[]) => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  ...more,
  'DTSTART:20261203',
  'END:VEVENT',
]

test('an entry without an end hides none that follows', async () => {
  const open = ['BEGIN:VEVENT', 'UID:open', 'DTSTART:20261203']
  assert.equal(await read([...open, ...made('a'), ...made('b')]), { uids: ['a', 'b'], unread: ['open'] })
  assert.equal(await read([...made('a'), ...open]), { uids: ['a'], unread: ['open'] })
})

test('no calendar within 2 MB stops the server: a line of 490,000 parameters, entries that never end', async () => {
  // ical.js took 15 s for the first, an expression that looked for ends 4 s for the second.
  const long = `SUMMARY${';a=b'.repeat(490_000)}:x`
  assert.equal(await read([...made('a', long, 'URL:https://x.example/1'), ...made('b')]), {
    uids: ['a', 'b'],
    unread: [],
  })
  const folded = `SUMMARY${';a=b\r\n '.repeat(200_000)}:x`
  assert.equal((await read([...made('a', folded)])).uids, ['a'])
  const { uids, unread } = await read(
    ['BEGIN:VEVENT', 'UID:open'].concat(...Array(4_998).fill(['BEGIN:VEVENT', `X:${'x'.repeat(300)}`])),
  )
  assert.equal([uids, unread.length], [[], 4_999])
})

test.run()
