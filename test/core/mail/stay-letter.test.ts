import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { languages } from '../../../schema/languages'
import { lettersOf } from '../../../src/core/mail/letter-words'
import { letterPlaceholders, stayLetter } from '../../../src/core/mail/stay-letter'
import { words } from '../../fixtures/words'

const test = suite('letters to guests of expected stays')

const stay = {
  name: 'Ada Neri',
  room: 'Camera Blu',
  arrival: '2027-06-20',
  departure: '2027-06-23',
  link: 'https://casa.example/stay?lang=it#token',
}
const house = { companyName: 'Casa Rosa', emailSubject: '' }

test('each letter in each language has its link and no open braces; a reminder says another thing', () => {
  for (const language of languages) {
    const [invitation, first, second] = (['invitation', 'reminder', 'secondReminder'] as const).map((about) =>
      stayLetter({ settings: house, words: lettersOf(words[language]), language }, about, stay),
    )
    for (const { subject, text, html } of [invitation!, first!]) {
      assert.ok(text.includes(stay.link) && html.includes(stay.link), language)
      const { arrival, departure, room, stay: nights } = lettersOf(words[language])
      for (const label of [arrival, departure, room, nights]) assert.match(text, `${label}`, language)
      assert.not.match(subject + text, /[{}]/, language)
      assert.is(/(\s?):\nhttp/.exec(text)![1], language === 'fr' ? '\u00a0' : '', `before the colon in ${language}`)
    }
    assert.is.not(invitation!.subject, first!.subject)
    assert.equal(second, first)
  }
})

test('the host’s own words may name every fact of the stay, the link too', () => {
  const holes = letterPlaceholders('letter.remind.lead')
  const own = { ...lettersOf(words.it), 'remind.lead': holes.map((hole) => `{${hole}}`).join(' | ') }
  const { text } = stayLetter({ settings: house, words: own, language: 'it' }, 'reminder', stay)
  assert.match(text, 'Ada Neri | Casa Rosa | Camera Blu | 20/06/2027 | 23/06/2027 | 3 | https://casa.example/stay')
  assert.equal(letterPlaceholders('letter.lead'), [])
})

test('the foot has the national code of the room; without one no line of it', () => {
  for (const language of languages) {
    const letter = (cin = '') =>
      stayLetter({ settings: house, words: lettersOf(words[language]), language, cin }, 'invitation', stay)
    assert.match(letter('IT058091C2ROOM0101').text, 'IT058091C2ROOM0101')
    assert.match(letter('IT058091C2ROOM0101').html, 'IT058091C2ROOM0101')
    assert.not.match(letter().text, 'CIN')
  }
})

test.run()
