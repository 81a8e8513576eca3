import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { escapeMarkup, escapeText } from '../../../src/core/text/escape'
import {
  characterFault,
  fold,
  hasPortalLetter,
  outputLetters,
  plainCapitals,
} from '../../../src/core/text/transliteration'
import { fc } from '../../property'

const test = suite('output letters')

const written: [string, string][] = [
  ['Niccolò', 'NICCOLO'],
  ['N\u0069ccolo\u0300', 'NICCOLO'],
  ["D'Angelo", "D'ANGELO"],
  ['D’Angelo', "D'ANGELO"],
  ['D‘Angelo', "D'ANGELO"],
  ['Dʼangelo', "D'ANGELO"],
  ['Dʻangelo', "D'ANGELO"],
  ['D`Angelo', "D'ANGELO"],
  ['D´Angelo', "D'ANGELO"],
  ['Ann‐A‑B–C', 'ANN A B C'],
  ['Groß', 'GROSS'],
  ['Æsir', 'AESIR'],
  ['Ørsted', 'ORSTED'],
  ['Łukasz', 'LUKASZ'],
  ['Đorđe', 'DORDE'],
  ['Œuvre', 'OEUVRE'],
  ['Þór', 'THOR'],
  ['Guðrún', 'GUDRUN'],
  ['Işık İnan', 'ISIK INAN'],
  ['Ħamrun', 'HAMRUN'],
  ['Ŧaŋ', 'TAN'],
  ['Anna-Maria', 'ANNA MARIA'],
  ['  Jr.,  St. ', 'JR ST'],
  ['A\u00a0B', 'A B'],
  ['Đặng Thị Ước', 'DANG THI UOC'],
  ['', ''],
]

test('accents are removed, and other letters are replaced as in passports', () => {
  for (const [typed, expected] of written) assert.equal(outputLetters(typed), { text: expected, refused: '' }, typed)
})

const wrong: [string, string, string][] = [
  ['Иван', 'ИВАН', 'script'],
  ['李', '李', 'script'],
  ['Ann@', '@', 'letters'],
  ['R2D2', '2', 'letters'],
  ['A\tB', '\t', 'control'],
  ['A\r\nB', '\r\n', 'control'],
  ['A\u202eB', '\u202e', 'control'],
  ['\ud800', '\ud800', 'control'],
  ['Ann 😀', '😀', 'emoji'],
  ['🇮🇹', '🇮🇹', 'emoji'],
]

test('all other characters are refused and named, never dropped', () => {
  for (const [typed, refused, kind] of wrong)
    assert.equal([outputLetters(typed).refused, characterFault(refused)], [refused, kind], JSON.stringify(typed))
})

test('an accepted text has only A to Z, apostrophes and single inner spaces', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
      const { text, refused } = outputLetters(typed)
      if (!refused) assert.ok(/^([A-Z']+( [A-Z']+)*)?$/.test(text), text)
      if (!refused) assert.equal(outputLetters(text), { text, refused: '' })
    }),
    { numRuns: 2000 },
  )
})

test('a name has a letter that the official files can write', () => {
  for (const name of ['A', "D'", 'Ø', 'Łukasz', 'ß', "'NDRANGHETA", '3 A']) assert.ok(hasPortalLetter(name), name)
  for (const name of ['', "'", "' '", '٣', '12', 'Ǆ', 'Иван', '山']) assert.not(hasPortalLetter(name), name)
})

test('a letter or a sign of each kind is written as the passport writes it', () => {
  const letters: [string, string][] = [
    ['ẞßÆæŒœØøŁłĐđÐðÞþĦħŦŧŊŋ', 'SSSSAEAEOEOEOOLLDDDDTHTHHHTTNN'],
    ['ÀÉÎÕÜÇÑŞŽ', 'AEIOUCNSZ'],
    ['A’B‘CʼDʻE`F´G', "A'B'C'D'E'F'G"],
    ['A-B‐C‑D–E\u00a0F', 'A B C D E F'],
    ['A.B,C', 'ABC'],
  ]
  for (const [typed, text] of letters) assert.equal(outputLetters(typed), { text, refused: '' }, typed)
  assert.is(plainCapitals("  Ann-Marie d'Été 12! "), "ANN MARIE D'ETE 12!")
})

test('each refused character is named once, the most telling kind first', () => {
  assert.equal(outputLetters('A1B1C_2'), { text: 'A1B1C_2', refused: '1_2' })
  assert.equal(outputLetters('аб á б'), { text: 'АБ A Б', refused: 'АБ' })
  const kinds = ['1', '_', 'И', '\n', '😀', '1И', 'И\n', '\n😀', ''].map(characterFault)
  assert.equal(kinds, ['letters', 'letters', 'script', 'control', 'emoji', 'script', 'control', 'emoji', 'letters'])
})

test('names are compared in capitals, with one space between words', () => {
  const names: [string, string][] = [
    ['Roma', 'ROMA'],
    ['san giovanni', 'SAN GIOVANNI'],
    ["L'Aquila", 'L AQUILA'],
    ['Reggio nell’Emilia (RE)', 'REGGIO NELL EMILIA RE'],
    ['Bolzano/Bozen - BZ', 'BOLZANO BOZEN BZ'],
    [' Forlì  ', 'FORLI'],
    ['Straße 12', 'STRASSE 12'],
    ['', ''],
  ]
  for (const [typed, folded] of names) assert.is(fold(typed), folded, typed)
})

test('text in a page has its signs as entities: in a document the three of markup, in a page quotes too', () => {
  const signs = `<a href="x">Tom & 'Jo'</a>`
  assert.is(escapeText(signs), `&lt;a href="x"&gt;Tom &amp; 'Jo'&lt;/a&gt;`)
  assert.is(escapeMarkup(signs), '&lt;a href=&quot;x&quot;&gt;Tom &amp; &#39;Jo&#39;&lt;/a&gt;')
})

test.run()
