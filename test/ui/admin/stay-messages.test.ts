import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type ExpectedStay, handedWays, type SentToGuest, stayLetters } from '../../../schema/bookings'
import { type HostLanguage, hostLanguages } from '../../../schema/languages'
import type { Flow } from '../../../schema/steps'
import { speaker } from '../../../src/core/flow/speaker'
import { messageHistory, messageLines } from '../../../src/ui/admin/stays/stay-words'
import { type GuestHouse, house } from '../../../src/ui/shared/published'
import steps from '../../../steps.json'

const test = suite('what a guest was sent, in words')

const speaking = (language: HostLanguage) => {
  const speak = speaker(JSON.parse(readFileSync(`src/text/host.${language}.json`, 'utf8')), language)
  const one = { language, countries: [], flow: steps as unknown as Flow, speak } as unknown as GuestHouse
  house.set(one)
}

const stay: ExpectedStay = {
  id: 1,
  source: 'hand',
  arrival: '2027-06-20',
  departure: '2027-06-22',
  state: 'expected',
  remarks: [],
  sent: [],
  parties: [],
  doubts: [],
}
const at = '2027-06-10T10:00:00.000Z'
const sent = (about: SentToGuest['about'], status: SentToGuest['status'], more: object = {}): SentToGuest => ({
  about,
  status,
  at,
  ...more,
})
const lines = (more: Partial<ExpectedStay>) => messageLines({ ...stay, ...more }).map(({ text }) => text)

test('the row says the last message and the next, or that none was sent', () => {
  speaking('it')
  assert.equal(lines({}), ['Non ancora invitato'])
  assert.equal(lines({ state: 'registered' }), [])
  const failed = sent('invitation', 'failed', { error: 'La casella non esiste' })
  assert.equal(lines({ sent: [failed] }), ['Invito: non inviato (La casella non esiste)'])
  assert.equal(messageLines({ ...stay, sent: [failed] })[0]!.isBad, true)
  const planned = { about: 'reminder', at: '2027-06-18T07:00:00.000Z' } as const
  const [last, next] = lines({ sent: [sent('invitation', 'sent')], planned })
  assert.match(last!, /^Invito: inviato il .*10.*12:00/)
  assert.match(next!, /^Promemoria: parte da solo il .*18.*09:00/)
  assert.equal(lines({ planned: { ...planned, byHand: true } }), ["Da ricordare a mano: manca l'email"])
})

test('each state of each message has its words in each host language, the last first', () => {
  for (const language of hostLanguages) {
    speaking(language)
    const statuses = ['queued', 'sending', 'sent', 'failed', 'held', 'dropped'] as const
    const history = messageHistory({
      sent: stayLetters.flatMap((about) => statuses.map((status) => sent(about, status, { error: 'x' }))),
      handed: handedWays.map((way) => ({ about: 'invitation', way, at: '2027-06-11T10:00:00.000Z' })),
    })
    assert.is(history.length, 21)
    for (const { text } of history) assert.not.match(text, /stayMessage|[{}]/, language)
    assert.match(
      history
        .slice(0, 3)
        .map(({ text }) => text)
        .join(),
      /WhatsApp/,
    )
  }
})

test.run()
