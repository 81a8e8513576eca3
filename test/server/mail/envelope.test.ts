import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Checkin } from '../../../schema/checkin'
import { defaults } from '../../../schema/settings'
import { readWords } from '../../../server/flow/read'
import { envelopeOf, houseOf, type LetterFlow } from '../../../server/mail/envelope'
import { lettersOf } from '../../../src/core/mail/letter-words'
import { guestLetter, hostLetter } from '../../../src/core/mail/letters'
import { stay } from '../store/store-world'
import { dot, party, withMail } from './mail-world'

const test = suite('the envelope of a letter')

const { words: shipped } = readWords('src/text')
const words = {
  ...shipped,
  it: { ...shipped.it, 'targa.label': 'Targa' },
  de: { ...shipped.de, 'targa.label': 'Kennzeichen' },
}
const fields = { targa: { control: 'text', schema: { type: 'string' } } }
const flow = { flow: { fields }, words } as unknown as LetterFlow
const settings = { ...defaults, ...withMail, logoUrl: dot }
const record = { ...stay(1, { ...party, targa: 'AB 123 CD' }), id: 1 } as unknown as Checkin

test('a guest gets a letter of the house in the language they chose, with their own answers, and answers the house', async () => {
  const { letter, logo, ...rest } = await envelopeOf(flow, 'guest', record, settings, 'number')
  assert.equal(rest, {
    id: 'number',
    from: { name: 'Hotel Bellavista', address: 'checkin@bellavista.example' },
    to: 'jorg@example.org',
    replyTo: 'info@bellavista.example',
    language: 'de',
  })
  assert.is(logo!.file.contentType, 'image/png')
  const own = [['Kennzeichen', 'AB 123 CD']] as [string, string][]
  assert.equal(
    letter,
    guestLetter({ settings, words: lettersOf(words.de!), language: 'de', picture: logo!.picture }, record, own),
  )
})

test('the house gets its letter in Italian, and answers the guest', async () => {
  const { letter, logo, ...rest } = await envelopeOf(flow, 'host', record, settings, 'number')
  assert.equal(rest, {
    id: 'number',
    from: { name: 'Hotel Bellavista', address: 'checkin@bellavista.example' },
    to: 'info@bellavista.example',
    replyTo: 'jorg@example.org',
    language: 'it',
  })
  const own = [['Targa', 'AB 123 CD']] as [string, string][]
  assert.equal(letter, hostLetter({ settings, words: lettersOf(words.it!), picture: logo!.picture }, record, own))
})

test('without a guest’s address there is no guest letter, and the house replies to itself', async () => {
  const { email: _, ...silent } = record
  assert.is((await envelopeOf(flow, 'guest', silent as Checkin, settings, 'number')).to, '')
  assert.is((await envelopeOf(flow, 'host', silent as Checkin, settings, 'number')).replyTo, 'info@bellavista.example')
})

test('a guest with an unknown language gets an Italian letter', async () => {
  for (const selectedLanguage of [undefined, 'xx']) {
    const { language, letter } = await envelopeOf(
      flow,
      'guest',
      { ...record, selectedLanguage } as Checkin,
      settings,
      '1',
    )
    assert.is(language, 'it')
    assert.match(letter.text, /^Check-in completato\n/)
  }
})

test('the house gets letters at its reply address, else at its sender address', async () => {
  assert.is(houseOf(settings), 'info@bellavista.example')
  assert.is(houseOf({ ...settings, emailReplyTo: '' }), 'checkin@bellavista.example')
})

test('a house without a logo attaches none', async () => {
  for (const addressee of ['guest', 'host'] as const) {
    const { logo, letter } = await envelopeOf(flow, addressee, record, { ...settings, logoUrl: '' }, 'number')
    assert.is(logo, undefined)
    assert.not.match(letter.html, /<img/)
  }
})

test.run()
