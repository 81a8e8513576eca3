import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isPaperCard, isPaperCardTyped } from '../../../src/core/checkin/spellings'

const test = suite('Italian identity cards of paper')

const card = (documentNumber: string, more: Record<string, string> = {}) => ({
  mainGuestCitizenship: 'Italia',
  mainGuestDocumentType: 'ID',
  mainGuestDocumentNumber: documentNumber,
  ...more,
})

test('since 3 August 2026 a number that has not the electronic form is a paper card', () => {
  for (const number of ['AA1234567', 'AT 123456', 'ca1234567'])
    assert.equal(
      ['2026-08-02', '2026-08-03'].map((day) => isPaperCard(card(number), 'main', day)),
      [false, true],
      number,
    )
  for (const number of ['CA00000AA', 'ca 00000 aa', 'AA12345BB', ''])
    assert.not(isPaperCard(card(number), 'main', '2026-11-20'))
})

test('while typing, a number that may become an electronic one is not reported', () => {
  const warned = (text: string) =>
    [...text].map((_, end) => isPaperCardTyped(card(text.slice(0, end + 1)), 'main', '2026-11-20'))
  assert.not(warned('CA00000AA').includes(true))
  assert.not(warned('ca 00000 aa').includes(true))
  assert.equal(warned('AT123456'), [false, false, false, false, false, false, false, true])
  assert.equal(warned('CA00000AAA').at(-1), true)
  assert.not(warned('1A00000AA').includes(true), 'a number that the card refuses gets no second warning')
})

test('other documents and guests get no warning', () => {
  for (const more of [{ mainGuestDocumentType: 'PASS' }, { mainGuestCitizenship: 'Francia' }])
    assert.not(isPaperCard(card('AA1234567', more), 'main', '2026-11-20'))
  assert.not(isPaperCard(card('AA1234567'), 'second', '2026-11-20'))
})

test.run()
