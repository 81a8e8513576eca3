import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { CalendarFeed } from '../../../schema/bookings'
import { openBookings } from '../../../server/bookings/calendar-feeds'
import { outgoingLimits } from '../../../server/outgoing/guarded-request'
import { openStore } from '../../../server/store/sqlite/open'
import type { NewCheckin } from '../../../server/store/store'
import { compact } from '../../../src/core/text/written-dates'
import {
  airbnbBlock,
  airbnbStay,
  bookingEntry,
  calendarOf,
  day,
  type MadeEntry,
  otherEntry,
  vrboEntry,
} from '../../core/bookings/feeds'
import { folder } from '../store/store-world'

const test = suite('a month of six calendars')

type Feed = (today: number) => string | 'down' | 'html' | 'large'

/** Stays as `[first day they are in the calendar, last day, entry]`; entries of the past have left the calendar. */
const during = (today: number, ...stays: [from: number, to: number, entry: MadeEntry][]) =>
  stays.flatMap(([from, to, entry]) => (from <= today && today <= to ? [entry] : []))

/** The six calendars on a day of December 2026. Rooms are A1 to A6. */
const feeds: { readonly [code: string]: Feed } = {
  // Blocks move and change their UID every day; stay HMAAAAAA1 changes its UID daily, HMAAAAAA2 is cancelled on the
  // 6th, HMAAAAAA3 moves by a day on the 9th.
  A001: (today) =>
    calendarOf('airbnb', [
      ...during(
        today,
        [1, 12, airbnbStay(`one-${today}`, day(10), day(13), 'HMAAAAAA1', '4567')],
        [2, 5, airbnbStay('two', day(15), day(17), 'HMAAAAAA2')],
        [3, 8, airbnbStay('three', day(20), day(23), 'HMAAAAAA3')],
        [9, 23, airbnbStay('three-b', day(21), day(24), 'HMAAAAAA3')],
      ),
      airbnbBlock(`near-${today}`, day(today), day(today + 2)),
      airbnbBlock(`far-${today}`, day(today + 90), day(today + 300)),
    ]),
  // Booking.com without names: nothing is a booking. From the 12th with names.
  A002: (today) =>
    calendarOf('booking', [
      bookingEntry('x', day(4), day(7)),
      ...during(
        today,
        [1, 11, bookingEntry('y', day(18), day(20))],
        [12, 31, bookingEntry('y', day(18), day(20), 'Ada Neri')],
      ),
      bookingEntry(`z-${today}`, day(today + 30), day(today + 60)),
    ]),
  // Vrbo changes UIDs at its restart on the 8th and is down from the 10th to the 12th.
  A003: (today) =>
    today >= 10 && today <= 12
      ? 'down'
      : calendarOf('vrbo', [
          ...during(today, [1, 14, vrboEntry(today < 8 ? 'v1' : 'w1', day(11), day(14), 'Reserved - Jo M.')]),
          vrboEntry(`b${today}`, day(25), day(28), 'Blocked'),
        ]),
  // A program with names and people; it sends its web page on the 5th and 50 MB on the 7th. One stay is there twice, one
  // is a whole day in UTC, one has the hours of another zone.
  A004: (today) =>
    today === 5 || today === 7
      ? today === 5
        ? 'html'
        : 'large'
      : calendarOf('other', [
          otherEntry('k1', day(6), day(9), 'SUMMARY:Klaus Hofer', 'DESCRIPTION:Guests: 2'),
          otherEntry('k2', day(26), day(29), 'SUMMARY:Rita Gallo', 'DESCRIPTION:Guests: 4'),
          otherEntry('k2', day(26), day(29), 'SUMMARY:Rita Gallo', 'DESCRIPTION:Guests: 4'),
          [
            'UID:k5@rooms.example',
            `DTSTART:${compact(day(22))}T000000Z`,
            `DTEND:${compact(day(24))}T000000Z`,
            'SUMMARY:Olga Weiss',
            'DESCRIPTION:Guests: 2',
          ],
          [
            'UID:k6@rooms.example',
            `DTSTART;TZID=America/New_York:${compact(day(14))}T230000`,
            `DTEND;TZID=America/New_York:${compact(day(16))}T100000`,
            'SUMMARY:Tom Grey',
          ],
          otherEntry('k3', day(1), day(2), 'SUMMARY:Weekly cleaning', 'RRULE:FREQ=WEEKLY'),
          otherEntry('k7', day(2), day(3), 'SUMMARY:Gardener', `RRULE:FREQ=DAILY;UNTIL=${compact(day(8))}`),
          otherEntry('k4', day(16), day(16), 'SUMMARY:Nobody'),
        ]),
  // Twenty stays that vanish on the 3rd and are back on the 4th.
  A005: (today) =>
    calendarOf(
      'airbnb',
      today === 3
        ? []
        : Array.from({ length: 20 }, (_, i) => airbnbStay(`t${i}`, day(40 + i), day(41 + i), `HMTTTTT${10 + i}`)),
    ),
  // Only closed days, in three languages.
  A006: (today) =>
    calendarOf('other', [
      otherEntry('c1', day(2), day(9), 'SUMMARY:Non disponibile'),
      otherEntry('c2', day(10), day(12), 'SUMMARY:Belegt'),
      otherEntry(`c${today}`, day(today), day(today + 1), 'SUMMARY:Unavailable'),
    ]),
}

const guest = (code: string, from: number, to: number, name: string, lastName: string, more = {}) => ({
  reservationCode: code,
  roomDescription: `Camera ${code}`,
  arrivalDate: day(from),
  departureDate: day(to),
  mainGuestName: name,
  mainGuestLastName: lastName,
  ...more,
})

/** The check-ins by the day they were sent on, in the evening. */
const sent: { readonly [today: number]: NewCheckin[] } = {
  5: [guest('A004', 6, 9, 'KLAUS', 'HOFER', { addSecondGuest: 'yes' })],
  9: [guest('A001', 10, 13, 'LIV', 'BERG', { phone: '+47 1234567' })],
  12: [guest('A003', 11, 15, 'JO', 'MARCH')],
  18: [guest('A002', 18, 20, 'ADA', 'NERI')],
  20: [guest('A001', 20, 23, 'PIA', 'ROTH')],
  21: [guest('A004', 22, 24, 'OLGA', 'WEISS', { addSecondGuest: 'yes', addThirdGuest: 'yes' })],
  26: [guest('A004', 26, 29, 'RITA', 'GALLO')],
}

/**
 * Worked by hand: on a day, each stay of the first four rooms that is not over as `room arrival-departure state`, then
 * remarks and the number of doubts.
 */
const table: { readonly [today: number]: string[] } = {
  1: [
    'A001 10-13 expected',
    'A003 11-14 expected',
    'A004 6-9 expected',
    'A004 14-16 expected',
    'A004 22-24 expected',
    'A004 26-29 expected',
  ],
  3: [
    'A001 10-13 expected',
    'A001 15-17 expected',
    'A001 20-23 expected',
    'A003 11-14 expected',
    'A004 6-9 expected',
    'A004 14-16 expected',
    'A004 22-24 expected',
    'A004 26-29 expected',
  ],
  6: [
    'A001 10-13 expected',
    'A001 15-17 cancelled',
    'A001 20-23 expected',
    'A003 11-14 expected',
    'A004 6-9 registered',
    'A004 14-16 expected',
    'A004 22-24 expected',
    'A004 26-29 expected',
  ],
  // Vrbo is down: its stay stays expected. Nobody has registered in A003 on its first two days.
  12: [
    'A001 10-13 registered',
    'A001 15-17 cancelled',
    'A001 21-24 expected',
    'A002 18-20 expected',
    'A003 11-14 missing',
    'A004 14-16 expected',
    'A004 22-24 expected',
    'A004 26-29 expected',
  ],
  13: [
    'A001 10-13 registered',
    'A001 15-17 cancelled',
    'A001 21-24 expected',
    'A002 18-20 expected',
    'A003 11-14 registered dates',
    'A004 14-16 expected',
    'A004 22-24 expected',
    'A004 26-29 expected',
  ],
  15: [
    'A001 15-17 cancelled',
    'A001 21-24 expected',
    'A002 18-20 expected',
    'A004 14-16 missing',
    'A004 22-24 expected',
    'A004 26-29 expected',
  ],
  21: ['A001 21-24 today doubts 1', 'A004 22-24 expected', 'A004 26-29 expected'],
  22: ['A001 21-24 missing doubts 1', 'A004 22-24 registered more', 'A004 26-29 expected'],
  26: ['A004 26-29 today'],
  27: ['A004 26-29 registered fewer'],
}

/** A body of so many megabytes. */
const megabytes = function* (count: number) {
  const one = Buffer.alloc(1_000_000, 'X')
  for (let n = 0; n < count; n++) yield one
}

test('expected, matched and missing stays equal a table worked by hand, with no false booking', async () => {
  let today = 1
  const asked = new Map<string, number>()
  const server = createServer((req, res) => {
    const code = req.url!.slice(1, 5)
    asked.set(code, (asked.get(code) ?? 0) + 1)
    const text = feeds[code]!(today)
    if (text === 'down') return void res.destroy()
    const etag = `"${text.length}-${text.replace(/\D/g, '').slice(-40)}"`
    if (req.headers['if-none-match'] === etag) return void res.writeHead(304).end()
    if (text === 'large') return void Readable.from(megabytes(50)).pipe(res.writeHead(200))
    res.writeHead(200, { etag }).end(text === 'html' ? '<html>Sign in</html>' : text)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const clock = { ms: Date.parse(`${day(1)}T09:00:00Z`) }
  const now = () => new Date(clock.ms)
  const dir = folder()
  let store = await openStore({ dir, backups: 0, now })
  const list = Object.keys(feeds).map(
    (code): CalendarFeed => ({ id: code, name: code, code, address: `http://127.0.0.1:${port}/${code}/token.ics` }),
  )
  await store.saveSettings({ calendarFeeds: list })
  const lines: string[] = []
  const opened = () => openBookings({ store, now, report: (line) => lines.push(line), limits: outgoingLimits(true) })
  let bookings = opened()
  const stateOf = async (id: string) => (await bookings.feeds.states()).find((one) => one.id === id)!
  const shown = async () =>
    (await bookings.expected()).stays
      .filter(({ code, departure }) => code! < 'A005' && departure >= day(today))
      .map(({ code, arrival, departure, state, remarks, doubts }) =>
        [
          code,
          `${Number(arrival.slice(8))}-${Number(departure.slice(8))}`,
          state,
          ...remarks.map(({ what }) => what),
          doubts.length ? `doubts ${doubts.length}` : '',
        ]
          .filter(Boolean)
          .join(' '),
      )
      .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  try {
    const unread = { odd: [], stays: 0, blocks: 0, source: 'calendar', lost: [] }
    assert.equal(await stateOf('A001'), { id: 'A001', ...unread })
    for (; today <= 31; today++) {
      // Three readings a day; the process ends and starts again on the 7th.
      for (const hour of [9, 9.25, 15, 21]) {
        clock.ms = Date.parse(`${day(today)}T00:00:00Z`) + hour * 3_600_000
        await bookings.feeds.tick()
      }
      if (today === 7) {
        await bookings.stop()
        await store.close()
        store = await openStore({ dir, backups: 0, now })
        bookings = opened()
      }
      if (table[today]) assert.equal(await shown(), table[today]!, `day ${today}`)
      if (today === 3) {
        const { lost } = await stateOf('A005')
        assert.is(lost.length, 20, 'a calendar that empties asks')
        assert.is(await bookings.feeds.answerLost('A005', lost.slice(1), true), false, 'an answer about other stays')
      }
      if (today === 5) assert.equal([(await stateOf('A004')).fault, (await stateOf('A004')).stays], ['html', 4])
      if (today === 7) assert.equal([(await stateOf('A004')).fault, (await stateOf('A004')).stays], ['large', 4])
      if (today === 8)
        assert.equal((await stateOf('A004')).odd.map(({ what, isRead }) => (isRead ? `${what} read` : what)).sort(), [
          'noNights',
          'repeats',
          'repeats',
          'twice read',
          'utc read',
          'zone read',
        ])
      if (today === 10) {
        const { fault, read = '' } = await stateOf('A003')
        assert.equal([fault, read.slice(0, 10)], ['unreached', day(9)], 'the last success stays')
      }
      for (const one of sent[today] ?? []) await store.addCheckin(one)
    }
    today = 31
    const { stays } = await bookings.expected()
    assert.is(stays.filter(({ code, state }) => code === 'A005' && state === 'expected').length, 20)
    assert.equal(
      stays.filter(({ code }) => code === 'A006'),
      [],
    )
    // Nine stays of the first four rooms in all: one more, or one twice, would be a false booking.
    assert.is((await bookings.all()).filter(({ code }) => code! < 'A005').length, 9)
    assert.equal(
      (await stateOf('A004')).odd.map(({ what }) => what),
      ['repeats'],
    )
    assert.equal([(await stateOf('A006')).stays, (await stateOf('A006')).blocks], [0, 3])
    assert.is(asked.get('A006'), 31 * 3, 'a calendar is read every half hour at most')
    assert.not.match(lines.join(), 'token')
    const read = async () => (await store.notes('calendar-reading')).map(({ feed }) => feed).sort()
    assert.is((await read())[0], 'A001')
    await store.saveSettings({ calendarFeeds: list.slice(1) })
    await bookings.feeds.tick()
    assert.is((await read())[0], 'A002', 'of a removed calendar nothing is kept, though no other is due')
  } finally {
    await bookings.stop()
    await store.close()
    server.closeAllConnections()
    server.close()
  }
})

test.run()
