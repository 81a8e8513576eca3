import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { languages } from '../../../schema/languages'
import { dateInText, dateParts, monthNumber } from '../../../src/core/text/written-dates'

const test = suite('months')

for (const language of languages)
  test(`every month is recognised by its name in ${language}, and by each beginning of three letters that it alone has`, () => {
    const format = new Intl.DateTimeFormat(language, { month: 'long' })
    const names = Array.from({ length: 12 }, (_, month) => format.format(new Date(2000, month, 15)))
    for (const [month, name] of names.entries())
      for (let length = 3; length <= name.length; length++) {
        const beginning = name.slice(0, length)
        const isUnique = names.filter((other) => other.startsWith(beginning)).length === 1
        assert.is(monthNumber(beginning), isUnique ? String(month + 1) : undefined, beginning)
      }
  })

test('a month is recognised once its beginning is unique', () => {
  assert.equal(
    ['m', 'ma', 'mar', 'marz', 'marzo', 'MARZO', 'marzoo'].map((typed) => monthNumber(typed)),
    [undefined, undefined, '3', '3', '3', '3', undefined],
  )
  assert.equal(
    ['jui', 'juin', 'juil', 'fév', 'aou'].map((typed) => monthNumber(typed)),
    [undefined, '6', '7', '2', '8'],
  )
  assert.is(monthNumber('Jänner'), '1', 'as Austria says')
})

test('a number is not a month name', () => {
  for (const typed of ['', '3', '03', '12', '2000']) assert.is(monthNumber(typed), undefined)
})

test('a whole date is split, day before month except in ISO and with a month name first', () => {
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
    '12051980': ['12', '05', '1980'],
  }
  for (const [text, parts] of Object.entries(written)) assert.equal(dateParts(text), parts, text)
  for (const text of ['', '12', '1980', '19801205', '120580', '12 05', 'marzo', '12 xyz 1980', 'RSSMRA80E10D612I'])
    assert.is(dateParts(text), undefined, text)
})

test('a partly typed month is recognised in every language', () => {
  const cases: [typed: string, month: string | undefined][] = [
    ['mai', '5'],
    ['mag', '5'],
    ['ene', '1'],
    ['giu', '6'],
    ['jun', '6'],
    ['jul', '7'],
    ['dic', '12'],
    ['dez', '12'],
    ['set', '9'],
    ['sep', '9'],
    ['mar', '3'],
    ['mär', '3'],
    ['jän', '1'],
    ['ja', undefined],
    ['jui', undefined],
    ['xyz', undefined],
    ['12 dic.', '12'],
  ]
  for (const [typed, month] of cases) assert.is(monthNumber(typed), month, typed)
})

test('each order of a written date accepts only its separators', () => {
  const parts = (text: string) => dateParts(text)?.join(' ')
  const written: [string, string | undefined][] = [
    ['1980/5/3', '3 5 1980'],
    ['1980.05.03 10:00', '03 05 1980'],
    ['1980-05-03x', undefined],
    ['19800-05-03', undefined],
    ['3 / 5 / 1980', '3 5 1980'],
    ['3 5 1980', '3 5 1980'],
    ['3a5a1980', undefined],
    ['3/5/80', undefined],
    ['123/5/1980', undefined],
    ['3 maggio 1980', '3 5 1980'],
    ['3maggio1980', '3 5 1980'],
    ['1º maggio 1980', '1 5 1980'],
    ['1ª maggio 1980', '1 5 1980'],
    ['3rd of May, 1980', '3 5 1980'],
    ['2nd May 1980', '2 5 1980'],
    ['1st May 1980', '1 5 1980'],
    ['the 4th of May 1980', '4 5 1980'],
    ['3 ma 1980', undefined],
    ['maggio 3 1980', '3 5 1980'],
    ['May 3rd 1980', '3 5 1980'],
    ['May 31980', undefined],
    ['3 del mayo del 1980', '3 5 1980'],
    ['3 février 1980', '3 2 1980'],
    ['  3  \t maggio \n 1980 ', '3 5 1980'],
    // A phone that takes dictation ends a sentence with a full stop.
    ['3 maggio 1980.', '3 5 1980'],
    ['03/05/1980. ', '03 05 1980'],
    ['Il 3 maggio 1980.', '3 5 1980'],
    ['Am 3. Mai 1980.', '3 5 1980'],
    ['le 3 mai 1980', '3 5 1980'],
    ['El 3 de mayo de 1980', '3 5 1980'],
    ['on May 3rd, 1980', '3 5 1980'],
    ['3 maggio 1980 circa', undefined],
  ]
  for (const [text, expected] of written) assert.is(parts(text), expected, text)
})

test('the first of a month is "1er" in French only, and is read back', () => {
  assert.is(dateInText('2026-12-01', 'fr'), 'mardi 1er décembre 2026')
  assert.is(dateInText('2026-12-21', 'fr'), 'lundi 21 décembre 2026')
  assert.is(dateInText('2026-12-01', 'it'), 'martedì 1 dicembre 2026')
  assert.equal(dateParts('1er décembre 2026'), ['1', '12', '2026'])
})

test.run()
