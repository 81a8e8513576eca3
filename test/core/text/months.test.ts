import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { languages } from '../../../schema/languages'
import { dateParts, monthNumber } from '../../../src/core/text/months'

const test = suite('months')

for (const language of languages)
  test(`every month is understood by its name in ${language}, whatever language the guest chose`, () => {
    for (let month = 0; month < 12; month++) {
      const name = new Intl.DateTimeFormat(language, { month: 'long' }).format(new Date(2000, month, 15))
      for (const own of languages)
        assert.is(monthNumber(name, own), String(month + 1), `${name} for a guest who speaks ${own}`)
    }
  })

test('a month is understood once it can be no other', () => {
  assert.equal(
    ['m', 'ma', 'mar', 'marz', 'marzo', 'MARZO', 'marzoo'].map((typed) => monthNumber(typed, 'it')),
    [undefined, undefined, '3', '3', '3', '3', undefined],
  )
  assert.equal(
    ['jui', 'juin', 'juil', 'fév', 'aou'].map((typed) => monthNumber(typed, 'fr')),
    [undefined, '6', '7', '2', '8'],
  )
  assert.is(monthNumber('Jänner', 'de'), '1', 'as Austria says')
})

test('a number is no name', () => {
  for (const typed of ['', '3', '03', '12', '2000']) assert.is(monthNumber(typed, 'it'), undefined)
})

test('a date written whole is taken apart, the day before the month but for ISO and a month named first', () => {
  const written = {
    '12/05/1980': ['12', '05', '1980'],
    ' 1.2.1980 ': ['1', '2', '1980'],
    '1980-05-12': ['12', '05', '1980'],
    '1980-05-12T00:00:00.000Z': ['12', '05', '1980'],
    '12 May 1980': ['12', '5', '1980'],
    'May 12th, 1980': ['12', '5', '1980'],
    '1er mars 1980': ['1', '3', '1980'],
    '12 de mayo de 1980': ['12', '5', '1980'],
    '12. Mai 1980': ['12', '5', '1980'],
  }
  for (const [text, parts] of Object.entries(written)) assert.equal(dateParts(text, 'it'), parts, text)
  for (const text of ['', '12', '1980', '12051980', '12 05', 'marzo', '12 xyz 1980', 'RSSMRA80E10D612Z'])
    assert.is(dateParts(text, 'it'), undefined, text)
})

test.run()
