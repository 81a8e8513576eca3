import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { addDays, addMonths, daysBetween, daysIn, isCalendar, monthDays } from '../../../src/core/text/dates'
import { compact, isoDate, italian } from '../../../src/core/text/written-dates'
import { fc } from '../../property'

const test = suite('dates')

test('only days of the calendar are dates', () => {
  for (const date of ['2026-11-20', '2024-02-29', '2000-02-29', '1900-01-01', '0001-01-01', '9999-12-31'])
    assert.ok(isCalendar(date), date)
  for (const date of [
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '26-01-01',
    '2026-1-1',
    '2026-01-01T00:00',
    ' 2026-01-01',
    '2026-01-01\n',
    '',
    'null',
  ])
    assert.not.ok(isCalendar(date), date)
})

test('the months have the days of the calendar', () => {
  const of = (year: number) => Array.from({ length: 14 }, (_, month) => daysIn(year, month))
  assert.equal(of(2026), [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 0])
  assert.equal(of(2024), [0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 0])
})

test('days are added across months, years, leap days and the clock changes of summer time', () => {
  assert.is(addDays('2026-12-31', 1), '2027-01-01')
  assert.is(addDays('2024-02-28', 1), '2024-02-29')
  assert.is(addDays('2026-03-28', 2), '2026-03-30')
  assert.is(addDays('2026-10-24', 2), '2026-10-26')
  assert.is(addDays('2026-03-01', -1), '2026-02-28')
  assert.is(addDays('0099-12-31', 1), '0100-01-01')
})

test('months are added on the same day, or on the last of a shorter month', () => {
  assert.is(addMonths('2026-11-25', 2), '2027-01-25')
  assert.is(addMonths('2027-01-31', 1), '2027-02-28')
  assert.is(addMonths('2028-01-31', 1), '2028-02-29')
  assert.is(addMonths('2027-01-31', -2), '2026-11-30')
  assert.is(addMonths('2026-11-25', -23), '2024-12-25')
  assert.equal([addMonths('2026-02-30', 1), addMonths('', 1), addMonths('9999-12-01', 1)], ['', '', ''])
})

test('an invalid day or number of days gives no day', () => {
  for (const [date, n] of [
    ['1980-5-', 1],
    ['', 1],
    ['2026-02-30', 1],
    ['2026-01-01', NaN],
    ['2026-01-01', 1.5],
    ['9999-12-31', 1],
    ['0001-01-01', -400],
    ['2026-01-01', 1e30],
  ] as const)
    assert.is(addDays(date, n), '', `${date} ${n}`)
})

test('the nights between two days undo their addition', () => {
  fc.assert(
    fc.property(fc.integer({ min: -300_000, max: 300_000 }), fc.integer({ min: -300_000, max: 300_000 }), (from, n) => {
      const start = addDays('1970-01-01', from)
      const end = addDays(start, n)
      if (start && end) assert.is(daysBetween(start, end), n)
    }),
  )
  assert.is(daysBetween('2026-11-20', '2026-11-19'), -1)
  assert.ok(Number.isNaN(daysBetween('', '2026-11-19')))
})

test('a month has its days in order', () => {
  assert.equal(
    [
      daysIn(2026, 2),
      daysIn(2024, 2),
      daysIn(1900, 2),
      daysIn(2000, 2),
      daysIn(2026, 12),
      daysIn(2026, 13),
      daysIn(2026, 0),
    ],
    [28, 29, 28, 29, 31, 0, 0],
  )
  const days = monthDays('2028-02')
  assert.equal([days.length, days[0], days[28]], [29, '2028-02-01', '2028-02-29'])
  for (const month of ['2026-13', '2026-00', '2026-1', 'x', '']) assert.equal(monthDays(month), [], month)
})

test('a date is written in the Italian form and that of the tourism files', () => {
  assert.is(italian('2026-11-20'), '20/11/2026')
  assert.is(compact('2026-11-20'), '20261120')
  assert.is(italian('soon'), 'soon')
})

test('a date in any known form is one date', () => {
  for (const text of [
    '1980-05-03',
    '1980-05-03T10:20:30.000Z',
    '1980-05-03 00:00',
    '3/5/1980',
    '03/05/1980',
    '03-05-1980',
    '3.5.1980',
  ])
    assert.is(isoDate(text), '1980-05-03', text)
  for (const text of ['31/02/1980', '5/1980', '1980-5-', 'yesterday', '']) assert.is(isoDate(text), undefined, text)
})

test('the days of a month and the form of a date are checked at their limits', () => {
  assert.equal(monthDays('2026-04').slice(-2), ['2026-04-29', '2026-04-30'])
  assert.equal(monthDays('2026-12').slice(8, 11), ['2026-12-09', '2026-12-10', '2026-12-11'])
  assert.equal(monthDays('12026-01'), [])
  assert.equal(
    [italian('2026-1-2'), compact('2026-1-2'), compact('2026-01-02x')],
    ['2026-1-2', '2026-1-2', '2026-01-02x'],
  )
  assert.equal([italian('2026-13-45'), compact('2026-13-45')], ['45/13/2026', '20261345'])
  assert.equal([daysIn(2100, 2), daysIn(2400, 2), daysIn(2028, 2), daysIn(2026, 2)], [28, 29, 29, 28])
})

test('distant days are counted, invalid days count as zero', () => {
  assert.equal([daysBetween('2024-01-01', '2025-01-01'), daysBetween('2026-01-01', '2026-12-31')], [366, 364])
  assert.equal([daysBetween('0001-01-01', '0001-01-02'), daysBetween('2026-03-28', '2026-03-30')], [1, 2])
  assert.ok(Number.isNaN(daysBetween('x', '2026-01-01')) && Number.isNaN(daysBetween('2026-01-01', '2026-02-30')))
  assert.equal([addDays('9999-12-30', 1), addDays('0001-01-02', -1)], ['9999-12-31', '0001-01-01'])
  assert.equal(
    [addDays('2026-01-01', 0), addDays('2026-01-31', 29), addDays('2026-02-28', 1)],
    ['2026-01-01', '2026-03-01', '2026-03-01'],
  )
})

test('a date is read in no other form than those', () => {
  for (const text of [
    '1980-05-03x',
    '1980-5-3',
    '3/5/80',
    '3/5/19800',
    '003/5/1980',
    '3 5 1980',
    ' 3/5/1980',
    '29/2/1900',
  ])
    assert.is(isoDate(text), undefined, text)
  assert.equal(
    [isoDate('29/2/2000'), isoDate('31.12.1999'), isoDate('1-1-2000')],
    ['2000-02-29', '1999-12-31', '2000-01-01'],
  )
})

test.run()
