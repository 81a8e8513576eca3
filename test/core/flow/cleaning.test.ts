import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Flow } from '../../../schema/steps'
import { type Cleaner, cleanerNames as names } from '../../../schema/vocabulary'
import { nationalNumber } from '../../../src/core/flow/telephone'
import { clean, cleanedAnswers, plainCharacters, trimmed } from '../../../src/core/flow/validation'
import { fc } from '../../property'

const test = suite('clean')
const name = (text: string) => clean(['letters', 'upper'], text)

test('what a box gets has no invisible characters, plain blanks, and ASCII from other keyboards', () => {
  const cases = [
    ['\u202a+39\u00a0333\u202c', '+39 333'],
    ['\u200bmario@rossi.it\ufeff', 'mario@rossi.it'],
    ['ＴＫ１２　ａ＠ｂ．ｉｔ～！', 'TK12 a@b.it~!'],
    ['٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹', '0123456789 0123456789'],
    ['Chloé 王 ß´’\t9', 'Chloé 王 ß´’ 9'],
  ]
  for (const [text, plain] of cases) assert.is(plainCharacters(text!), plain, text)
})

test('a name keeps letters, digits, spaces, hyphens and apostrophes, in capitals', () => {
  assert.is(name("d'Angiò 3"), "D'ANGIÒ 3")
  assert.is(name('Müller<script>'), 'MÜLLERSCRIPT')
  assert.is(name('O’Brien'), "O'BRIEN")
})

test('a hyphen between two names stays, in one form; other signs are removed as specified', () => {
  for (const typed of ['Anna-Maria', 'Anna–Maria', 'Anna‐Maria', 'Anna−Maria', 'Anna--Maria'])
    assert.is(name(typed), 'ANNA-MARIA', typed)
  assert.is(name('Rossi, jr.'), 'ROSSI JR')
  assert.is(name('Ma_rio.123,'), 'MARIO123')
})

test('an ß becomes two letters', () => {
  assert.is(name('Groß'), 'GROSS')
})

test('a document number has no spaces and is in capitals', () => {
  assert.is(clean(['noSpaces', 'upper'], ' ca 123\t45 aa '), 'CA12345AA')
})

test('a telephone number has its country prefix only once', () => {
  for (const typed of ['170 1234567', '+49 170 1234567', '0049 170/1234567', ' +49-170-1234567'])
    assert.is(nationalNumber(typed, '+49'), '1701234567', typed)
  assert.is(nationalNumber('+49 (0)170 1234567', '+49'), '01701234567')
  assert.is(nationalNumber('0171 123456', '+49'), '0171123456', 'a nought of the number itself stays')
  assert.is(
    nationalNumber('+43 664 1234567', '+49'),
    '+436641234567',
    'another country is not thrown away, but named by the check',
  )
  assert.is(nationalNumber('+49 170', ''), '+49170')
  assert.equal(
    ['+', '+4', '+49', '0', '00', '004', '0049'].map((typed) => nationalNumber(typed, '+49')),
    ['+', '+4', '', '0', '+', '+4', ''],
    'while it is typed',
  )
})

test('a fiscal code keeps letters and digits', () => {
  assert.is(clean(['alphanumeric', 'upper'], 'rss-mra 80a01 h501u'), 'RSSMRA80A01H501U')
})

test('a telephone number keeps digits', () => {
  assert.is(clean(['digits'], '333 / 12.34-567'), '3331234567')
})

test('text without cleaners stays as it is', () => {
  assert.is(clean(undefined, ' Übernachtung? '), ' Übernachtung? ')
})

test('cleaning a clean value changes nothing, in any order of the cleaners', () => {
  assert.equal([clean(['noSpaces', 'letters'], 'A_B'), clean(['letters', 'noSpaces'], 'A_B')], ['AB', 'AB'])
  const lists = fc.uniqueArray(fc.constantFrom<Cleaner>(...names))
  fc.assert(
    fc.property(
      lists,
      fc.string({ unit: 'grapheme' }),
      (list, text) => clean(list, clean(list, text)) === clean(list, text),
    ),
  )
})

test('an answer sent to the server is cleaned as its card cleans it, and never emptied', () => {
  const fields: Flow['fields'] = {
    lastName: { control: 'text', clean: ['letters', 'upper'] },
    phoneNumber: { control: 'phone', clean: ['digits'] },
  }
  assert.equal(
    cleanedAnswers(
      { fields },
      {
        secondGuestLastName: ' müller–lüdenscheidt ',
        mainGuestLastName: '!!!',
        phoneNumber: '+43 664',
        notes: ' a-b ',
      },
    ),
    {
      secondGuestLastName: 'MÜLLER-LÜDENSCHEIDT',
      mainGuestLastName: '!!!',
      phoneNumber: '+43 664',
      notes: ' a-b ',
    },
  )
})

test('a trimmed answer has single blanks inside; the lines of a note stay', () => {
  assert.is(trimmed('  ANNA   MARIA '), 'ANNA MARIA')
  assert.is(trimmed('Culla\nper  favore \n'), 'Culla\nper favore')
})

test('each cleaner removes its characters and no others', () => {
  const signs = "A’b‘c`d´e-f‐g–h―i_j.k,l m'n2٣(é)ß\t"
  const one = (cleaner: Cleaner, text = signs) => clean([cleaner], text)
  assert.is(one('letters'), "A'b'c'd'e-f-g-h-ijkl m'n2٣éß")
  assert.is(one('letters', 'a.-_,b'), 'a-b')
  assert.is(one('upper', 'straße i'), 'STRASSE I')
  assert.is(one('noSpaces', ' a\t b\u00a0c\n'), 'abc')
  assert.is(one('digits', signs), '2')
  assert.is(one('alphanumeric', signs), 'Abcdefghijklmn2٣éß')
  assert.is(trimmed('\t a \u00a0 b \n  c\n\n'), 'a b \n c')
})

test.run()
