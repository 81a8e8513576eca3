import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { languages } from '../../../schema/languages'
import { dateInText, dateParts, monthNumber } from '../../../src/core/text/written-dates'

const test = suite('months')

for (const language of languages)
  test(`every month is recognised by its name in ${language}, whatever language the guest chose`, () => {
    for (let month = 0; month < 12; month++) {
      const name = new Intl.DateTimeFormat(language, { month: 'long' }).format(new Date(2000, month, 15))
      for (const own of languages)
        assert.is(monthNumber(name, own), String(month + 1), `${name} for a guest who speaks ${own}`)
    }
  })

test('a month is recognised once its beginning is unique', () => {
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

test('a number is not a month name', () => {
  for (const typed of ['', '3', '03', '12', '2000']) assert.is(monthNumber(typed, 'it'), undefined)
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
  for (const [text, parts] of Object.entries(written)) assert.equal(dateParts(text, 'it'), parts, text)
  for (const text of ['', '12', '1980', '19801205', '120580', '12 05', 'marzo', '12 xyz 1980', 'RSSMRA80E10D612I'])
    assert.is(dateParts(text, 'it'), undefined, text)
})

test('a partly typed month matches the guest’s own language first', () => {
  const cases: [typed: string, language: string, month: string | undefined][] = [
    ['mai', 'de', '5'],
    ['mag', 'en', '5'],
    ['ene', 'it', '1'],
    ['giu', 'it', '6'],
    ['jun', 'de', '6'],
    ['jul', 'it', '7'],
    ['dic', 'de', '12'],
    ['dez', 'it', '12'],
    ['set', 'it', '9'],
    ['sep', 'it', '9'],
    ['mar', 'fr', '3'],
    ['mär', 'it', '3'],
    ['jän', 'it', '1'],
    ['ja', 'en', undefined],
    ['jui', 'it', undefined],
    ['xyz', 'it', undefined],
    ['12 dic.', 'it', '12'],
  ]
  for (const [typed, language, month] of cases) assert.is(monthNumber(typed, language), month, `${typed} ${language}`)
})

test('each order of a written date accepts only its separators', () => {
  const parts = (text: string) => dateParts(text, 'it')?.join(' ')
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
  assert.equal(dateParts('1er décembre 2026', 'fr'), ['1', '12', '2026'])
})

test.run()
