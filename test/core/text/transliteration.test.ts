import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { characterFault, hasPortalLetter, outputLetters } from '../../../src/core/text/transliteration'
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

test('accents come off, letters that have none to take off become those of the passport', () => {
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

test('everything else is refused and named, never dropped', () => {
  for (const [typed, refused, kind] of wrong)
    assert.equal([outputLetters(typed).refused, characterFault(refused)], [refused, kind], JSON.stringify(typed))
})

test('what is not refused has only A to Z, apostrophes and single spaces inside', () => {
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

test.run()
