import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type CalendarStay, calendar } from '../../../src/core/exports/ics'
import { fc } from '../../property'

const test = suite('calendar')
const now = '2026-11-20T16:31:27.123Z'
const stay: CalendarStay = {
  id: '7',
  facility: 'Hôtel Bellavista & Figli',
  arrival: '2026-12-30',
  departure: '2027-01-02',
  summary: 'Hotel Bellavista',
  description: 'Riferimento: 7-30122026',
}
const linesOf = (more: Partial<CalendarStay> = {}) =>
  calendar({ ...stay, ...more }, now)!
    .replace(/\r\n /g, '')
    .split('\r\n')
const unescaped = (text: string) => text.replace(/\\(.)/g, (_, char: string) => (char === 'n' ? '\n' : char))

test('a line is folded after its 75th octet, and each character counts its own octets', () => {
  const lines = (summary: string) =>
    calendar({ ...stay, summary }, now)!
      .split('\r\n')
      .map((line) => Buffer.byteLength(line))
  const at = calendar(stay, now)!
    .split('\r\n')
    .findIndex((line) => line.startsWith('SUMMARY:'))
  assert.equal(lines('x'.repeat(67)).slice(at, at + 2), [75, 'DESCRIPTION:Riferimento: 7-30122026'.length])
  assert.equal(lines('x'.repeat(68)).slice(at, at + 2), [75, 2])
  assert.equal(lines('é'.repeat(40)).slice(at, at + 2), [74, 15])
  assert.equal(lines('漢'.repeat(30)).slice(at, at + 2), [74, 25])
  assert.equal(lines('🏠'.repeat(20)).slice(at, at + 2), [72, 17])
})

test('one night is an event, and a departure on or before the arrival is none', () => {
  assert.ok(linesOf({ departure: '2026-12-31' }).includes('DTEND;VALUE=DATE:20261231'))
  for (const departure of ['2026-12-30', '2026-12-29', '']) assert.is(calendar({ ...stay, departure }, now), undefined)
})

test('a stay is an event of whole days that ends on the day of departure', () => {
  assert.equal(calendar(stay, now)!.split('\r\n'), [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Benvenuto//Check-in//IT',
    'BEGIN:VEVENT',
    'UID:checkin-7@hotel-bellavista-figli',
    'DTSTAMP:20261120T163127Z',
    'DTSTART;VALUE=DATE:20261230',
    'DTEND;VALUE=DATE:20270102',
    'SUMMARY:Hotel Bellavista',
    'DESCRIPTION:Riferimento: 7-30122026',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test('the same stay always has the same file name, also for a house without Latin letters', () => {
  const uid = (facility: string) => linesOf({ facility })[4]
  assert.is(uid('Casa Fiori'), 'UID:checkin-7@casa-fiori')
  assert.is(uid('casa.example'), 'UID:checkin-7@casa.example')
  for (const none of ['', '  ', '旅館', ';:\n']) assert.is(uid(none), 'UID:checkin-7@benvenuto', none)
})

test('commas, semicolons, backslashes and new lines are escaped, and nothing can add a line of its own', () => {
  assert.is(
    linesOf({ summary: 'Casa; "Fiori", via C:\\\r\nEND:VEVENT\rX\nY\0\x07' })[8],
    'SUMMARY:Casa\\; "Fiori"\\, via C:\\\\\\nEND:VEVENT\\nX\\nY',
  )
  assert.is(linesOf().length, linesOf({ summary: 'a\r\nATTACH:b', description: '\r\nBEGIN:VALARM' }).length)
})

test('no line is longer than 75 octets, no character is cut, and the text comes back whole', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      const clean = text.replace(/\p{Cc}/gu, '')
      const file = calendar({ ...stay, summary: clean, description: 'x' }, now)!
      for (const line of file.split('\r\n')) {
        assert.ok(Buffer.byteLength(line) <= 75, line)
        assert.is(Buffer.from(line).toString('utf8'), line)
      }
      assert.is(unescaped(linesOf({ summary: clean })[8]!.slice('SUMMARY:'.length)), clean)
    }),
  )
})

test('a stay with invalid days, or in the wrong order, has no file', () => {
  for (const [arrival, departure] of [
    ['', ''],
    ['2026-12-30', ''],
    ['2026-02-30', '2026-03-02'],
    ['2026-12-30', '2026-12-30'],
    ['2026-12-30', '2026-12-29'],
  ] as const)
    assert.is(calendar({ ...stay, arrival, departure }, now), undefined)
})

test('a character counts its UTF-8 octets, up to the last of each length', () => {
  const kept = (sign: string) => {
    const [line] = calendar({ ...stay, summary: sign.repeat(80) }, now)!
      .split('\r\n')
      .filter((one) => one.startsWith('SUMMARY:'))
    return [...line!.slice('SUMMARY:'.length)].length
  }
  const signs = ['~', '\u0080', '\u07ff', '\u0800', '\ufffd', '\u{10000}']
  assert.equal(signs.map(kept), [67, 33, 33, 22, 22, 16])
})

test('each further line of a long text has its blank and 74 octets more', () => {
  const lines = calendar({ ...stay, summary: 'x'.repeat(67 + 74 + 74 + 1) }, now)!.split('\r\n')
  const at = lines.findIndex((line) => line.startsWith('SUMMARY:'))
  assert.equal(
    lines.slice(at, at + 5).map((line) => line.length),
    [75, 75, 75, 2, 35],
  )
})

test('a house’s name has no dash at its ends, and keeps its letters, figures and dots', () => {
  const uid = (facility: string) => linesOf({ facility })[4]!.split('@')[1]
  assert.equal(['-Casa-', ' (Casa) 2 ', 'B&B "Al Sole".', 'È qui!', '--'].map(uid), [
    'casa',
    'casa-2',
    'bb-al-sole.',
    'e-qui',
    'benvenuto',
  ])
})

test('an event has the place where there is one', () => {
  assert.ok(linesOf({ location: 'Via Roma 1, Como' }).includes('LOCATION:Via Roma 1\\, Como'))
  assert.not.ok(linesOf().some((line) => line.startsWith('LOCATION')))
})

test.run()
