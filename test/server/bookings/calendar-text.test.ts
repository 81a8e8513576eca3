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
    ...{ repeats: true, isFree: true, start: { day: '2026-12-03', time: '14:00', zone: '' } },
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

test.run()
