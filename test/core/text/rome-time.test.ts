import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { romeInstant, romeOffset } from '../../../src/core/text/rome-time'

const test = suite('the clock in Italy')
const hour = 3_600_000
const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome', dateStyle: 'short', timeStyle: 'medium' })

test('the offset equals the system’s time zone data, every hour around its changes and every day between', () => {
  for (let year = 2024; year <= 2034; year++)
    for (const month of [1, 2, 3, 4, 7, 9, 10, 11, 12])
      for (
        let at = Date.UTC(year, month - 1, 1);
        at < Date.UTC(year, month, 1);
        at += (month === 3 || month === 10 ? 1 : 24) * hour
      ) {
        const shown = Date.parse(`${clock.format(at).replace(' ', 'T')}Z`)
        assert.is(romeOffset(at), (shown - at) / hour, new Date(at).toISOString())
      }
})

test('a day and time is one instant: the first of a repeated hour, the next of a skipped one', () => {
  assert.is(romeInstant('2026-11-20', '14:00'), Date.parse('2026-11-20T13:00:00Z'))
  assert.is(romeInstant('2026-07-01', '00:30'), Date.parse('2026-06-30T22:30:00Z'))
  assert.is(romeInstant('2026-10-25', '02:30'), Date.parse('2026-10-25T00:30:00Z'))
  assert.is(romeInstant('2026-10-25', '03:00'), Date.parse('2026-10-25T02:00:00Z'))
  assert.is(romeInstant('2026-03-29', '01:59'), Date.parse('2026-03-29T00:59:00Z'))
  assert.is(romeInstant('2026-03-29', '02:30'), Date.parse('2026-03-29T01:30:00Z'))
  assert.is(romeInstant('2026-03-29', '03:00'), Date.parse('2026-03-29T01:00:00Z'))
  assert.ok(Number.isNaN(romeInstant('2026-13-01', '10:00')))
  assert.ok(Number.isNaN(romeInstant('2026-11-20', '25:00')))
})

test('summer time begins and ends at one in the morning of the last Sunday, to the millisecond', () => {
  const changes: [from: string, to: string][] = [
    ['2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z'],
    ['2027-03-28T01:00:00Z', '2027-10-31T01:00:00Z'],
    ['2024-03-31T01:00:00Z', '2024-10-27T01:00:00Z'],
  ]
  for (const [from, to] of changes)
    assert.equal(
      [Date.parse(from) - 1, Date.parse(from), Date.parse(to) - 1, Date.parse(to)].map(romeOffset),
      [1, 2, 2, 1],
      from,
    )
  assert.is(romeInstant('2026-01-01', '00:00'), Date.parse('2025-12-31T23:00:00Z'))
  assert.is(romeInstant('2026-03-29', '02:00'), Date.parse('2026-03-29T01:00:00Z'))
  assert.is(romeInstant('2026-10-25', '02:00'), Date.parse('2026-10-25T00:00:00Z'))
  assert.is(romeInstant('2026-10-25', '02:59'), Date.parse('2026-10-25T00:59:00Z'))
})

test.run()
