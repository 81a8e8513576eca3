import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { formats } from '../../../src/core/flow/schema-faults'

const test = suite('formats')
const {
  dayGiven,
  day,
  monthGiven,
  month,
  yearGiven,
  year,
  calendar,
  past,
  since1900,
  thisYear,
  email,
  emailOrEmpty,
  webAddress,
  country,
  citizenship,
} = formats({ today: () => '2026-11-20', isCitizenship: (name) => ['Italia', 'Apolide'].includes(name) })

test('each part of a date is validated separately', () => {
  for (const date of ['1980-05-1', '1980-05-01', '1980-05-31']) assert.ok(day(date), date)
  for (const date of ['1980-05-', '1980-05-0', '1980-05-32', '1980-05-1x', '1980-05']) assert.not(day(date), date)
  for (const date of ['1980-1-', '1980-12-01']) assert.ok(month(date), date)
  for (const date of ['1980--', '1980-0-', '1980-13-']) assert.not(month(date), date)
  assert.not(dayGiven('1980-5-'))
  assert.not(monthGiven('1980--1'))
  assert.ok(dayGiven('1980-5-0') && monthGiven('1980-13-1'), 'given, if impossible')
  assert.not(yearGiven('-5-1'))
  assert.ok(yearGiven('19-5-1'))
  for (const date of ['19-5-1', '19800-5-1', '198x-5-1']) assert.not(year(date), date)
})

test('a day that does not exist is invalid', () => {
  assert.ok(calendar('2024-02-29'))
  for (const date of ['2023-02-29', '2026-04-31', '2026-4-1', '2026-04-01T00:00']) assert.not(calendar(date), date)
})

test('a birth date in the future is invalid', () => {
  assert.ok(past('2026-11-20'))
  assert.not(past('2026-11-21'))
})

test('the main guest was born between 1900 and this year', () => {
  assert.ok(since1900('1900-01-01'))
  assert.not(since1900('1899-12-31'))
  assert.ok(since1900('2027-01-01'), 'a year to come is the fault of another rule')
  assert.ok(thisYear('2026-12-31'))
  assert.not(thisYear('2027-01-01'))
  for (const rule of [since1900, thisYear]) assert.ok(rule('19-01-01'), 'so is a year of two digits')
})

test('an e-mail address has something before and after the sign, and no line break', () => {
  for (const good of ['a@b.it', 'anna.rossi+x@posta.example.com', 'jürgen@müller.de']) assert.ok(email(good), good)
  for (const bad of [
    '',
    'a',
    '@b.it',
    'a@b',
    'a@.it',
    'a b@c.it',
    'a@b.it,c@d.it',
    'a@b.it\r\nBcc: x@y.it',
    '<a@b.it>',
  ])
    assert.not(email(bad), bad)
  assert.ok(emailOrEmpty(''))
})

test('a web address is http or https and nothing else', () => {
  for (const good of ['', 'https://paypal.me/x', 'http://localhost:3000/?a=1', 'https://a.it/@me'])
    assert.ok(webAddress(good), good)
  for (const bad of [
    'javascript:alert(1)',
    'paypal.me/x',
    'https://',
    'data:text/html,x',
    'https://a b',
    ' https://a.it',
    'https://paypal.me@evil.example',
    'https://user:word@a.it/',
    'https://a.it\\@evil.example',
    'https://a.it/\u202egpj.exe',
    'https://a.it/\0',
    'https://a.it/\u200bx',
  ])
    assert.not(webAddress(bad), bad)
})

test('a country is in the list', () => {
  assert.ok(country('Italia'))
  assert.not(country('italia'))
})

test('a citizenship is a country’s, or none for the stateless', () => {
  assert.ok(citizenship('Italia') && citizenship('Apolide'))
  assert.not(citizenship('apolide'))
  assert.not(country('Apolide'))
})

test('each part of a date is checked at its limits', () => {
  const of = (rule: (date: string) => boolean, ...dates: string[]) => dates.filter(rule)
  assert.equal(
    of(day, ...['0', '00', '1', '01', '9', '10', '19', '29', '30', '31', '32', '011'].map((d) => `2000-1-${d}`)),
    ['2000-1-1', '2000-1-01', '2000-1-9', '2000-1-10', '2000-1-19', '2000-1-29', '2000-1-30', '2000-1-31'],
  )
  assert.equal(of(month, ...['0', '1', '09', '10', '12', '13', '012'].map((m) => `2000-${m}-1`)), [
    '2000-1-1',
    '2000-09-1',
    '2000-10-1',
    '2000-12-1',
  ])
  assert.equal(of(year, '0000-1-1', '9999-', '999-1-1', '2000'), ['0000-1-1', '9999-', '2000'])
  assert.equal(of(since1900, '1899-1-1', '1900-1-1', '189-1-1', '1899', ''), ['1900-1-1', '189-1-1', '1899', ''])
  assert.equal(of(thisYear, '2026-1-1', '2027-1-1', '202-1-1', '2027'), ['2026-1-1', '202-1-1', '2027'])
  assert.equal([dayGiven(''), monthGiven(''), yearGiven('')], [false, false, false])
})

test.run()
