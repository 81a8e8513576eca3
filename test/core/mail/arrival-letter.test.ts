import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readWords } from '../../../server/flow/read'
import { lettersOf } from '../../../src/core/mail/letter-words'
import { arrivalLetter, doorLetter } from '../../../src/core/mail/stay-letter'

const test = suite('letters about the arrival')
const house = { companyName: 'Hotel Bellavista', emailSubject: '' }
const it = lettersOf(readWords('src/text').words.it)

test('the arrival letter has the instructions without secrets, and its link', () => {
  const guide = {
    address: 'Via Roma 1',
    door: 'Suona\r\n![foto](a)\n\n due volte',
    keyBox: '4711',
    wifiName: 'Casa',
    wifiPassword: 'segreta',
    contact: 'Ada',
  }
  const stay = { roomDescription: 'Camera Blu', arrivalDate: '2026-07-10' }
  const { subject, text } = arrivalLetter(
    { settings: house, words: it, language: 'it', cin: 'IT1' },
    stay,
    guide,
    'https://casa.example/arrival',
  )
  assert.is(subject, "Istruzioni per l'arrivo")
  assert.is(
    text,
    `Come arrivare
=============

${it['greeting.nobody']}

${it['arrive.lead']}

Apri le istruzioni:
https://casa.example/arrival

Camera: Camera Blu
Arrivo: Venerdì 10 luglio 2026
Indirizzo: Via Roma 1
Porta e ingresso: Suona, due volte
Contatto: Ada

Hotel Bellavista
Codice identificativo nazionale (CIN): IT1
${it['arrive.why']}
`,
  )
  assert.not.match(
    arrivalLetter({ settings: house, words: it, language: 'it' }, {}, {}, undefined).text,
    /https|Camera|Arrivo:|Indirizzo|CIN/,
  )
})

test('the letter of a guest at the door names the room and the hour in Italy', () => {
  const letter = (room: string) => doorLetter({ settings: house, words: it }, room, new Date('2026-07-10T20:30:00Z'))
  const { subject, text, html } = letter('Camera Blu')
  assert.is(subject, 'Un ospite è alla porta')
  for (const said of ['Camera Blu: venerdì 10 luglio 2026', '22:30', it['door.compare']!, it['host.foot']!])
    assert.ok(text.includes(said), said)
  assert.match(html, '<html lang="it"')
  assert.match(letter(' ').text, '—: venerdì')
})

test.run()
