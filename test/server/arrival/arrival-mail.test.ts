import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { italianDay } from '../../../server/shared/clock'
import { addDays } from '../../../src/core/text/dates'
import { romeInstant } from '../../../src/core/text/rome-time'
import { answers, codes, type Door, openDoor } from '../http/door-world'
import { atTheOffice, partOf, readable, withMail } from '../mail/mail-world'

const test = suite('the letter with arrival instructions')

const guide = {
  id: 'house',
  address: 'Via del Pozzo 7',
  keyBox: '4711-chiave',
  wifiName: 'Casa',
  wifiPassword: 'pozzo-profondo',
  door: { it: 'Portone verde', de: 'Grünes Tor' },
  contact: { it: 'Ada <b>Neri</b>' },
}
const secret = /4711-chiave|pozzo-profondo/
const settings = {
  ...withMail,
  arrivalGuides: [guide],
  publicAddress: 'https://casa.example',
  houseCin: 'IT058091A1HOUSE001',
}

const registered = async ({ ask, guest }: Door, more: object = {}) => {
  const jar = await guest('A101')
  const { json } = await ask('POST', '/api/checkin', { jar, body: answers(more) })
  const id: number = json.data.id
  const confirmed = await ask('POST', `/api/checkin/${id}/confirm`, { jar })
  return { id, token: confirmed.json.data.receipt as string }
}

/** Lets the listener of changes and the queue work: each answer comes after what was under way. */
const settled = async ({ ask, services }: Door) => {
  for (let turn = 0; turn < 20; turn++) await ask('GET', '/healthz')
  await services.mailQueue.settled()
}

const withDoor = (run: (door: Door, letters: Parameters<typeof partOf>[0][]) => Promise<void>, more: object = {}) =>
  atTheOffice(async ({ server, letters }) => {
    const door = await openDoor({ mail: server, settings: { ...settings, ...more } })
    try {
      await run(door, letters)
    } finally {
      await door.close()
    }
  })

test(
  'it leaves when the rule holds, once, in the guest’s language, without a secret; the confirmation has the link',
  withDoor(
    async (door, letters) => {
      const jar = await door.host()
      const { id, token } = await registered(door, { selectedLanguage: 'de' })
      await settled(door)
      const toGuest = () => letters.filter(({ to }) => to.includes('mario.rossi@example.com'))
      assert.is(toGuest().length, 1)
      const link = `https://casa.example/arrival?lang=de#${token}`
      assert.ok(partOf(toGuest()[0]!, 'text/plain').includes(link))
      assert.not.match(partOf(toGuest()[0]!, 'text/plain'), /Grünes Tor/)
      const identify = (body: object) => door.ask('POST', `/api/checkin/${id}/identified`, { jar, body })
      await identify({ guests: ['main'], how: 'inPerson', by: 'Ada' })
      await settled(door)
      const [, letter] = toGuest()
      assert.match(readable(letter!.headers.subject), /^Hinweise zur Anreise/)
      const text = partOf(letter!, 'text/plain')
      for (const said of ['Via del Pozzo 7', 'Grünes Tor', link, 'IT058091A1HOUSE001'])
        assert.ok(text.includes(said), said)
      assert.not.match(letter!.raw + text + partOf(letter!, 'text/html'), secret)
      assert.not.match(partOf(letter!, 'text/html'), /<b>Neri/)
      await identify({ guests: ['main'] })
      await identify({ guests: ['main'], how: 'video', by: 'Ada' })
      await door.ask('POST', `/api/checkin/${id}/arrival`, { jar, body: { as: 'released' } })
      await settled(door)
      assert.is(toGuest().length, 2, 'once')
      const { data } = (await door.ask('GET', '/api/letters', { jar })).json
      assert.equal(
        data.filter(({ arrival }: { arrival?: true }) => arrival).map(({ status }: { status: string }) => status),
        ['sent'],
      )
      assert.not.match(door.lines.join(), new RegExp(token.slice(4)))
    },
    { arrivalIdentified: true },
  ),
)

test(
  'one that waits for its time is not sent once it was withdrawn; shown again, it goes; a deletion takes it along',
  withDoor(
    async (door, letters) => {
      const today = italianDay(new Date(door.clock.ms))
      const arrivalDate = addDays(today, 1)
      const days = { arrivalDate, departureDate: addDays(today, 4) }
      const [one, two] = [await registered(door, days), await registered(door, { ...days, email: 'due@example.com' })]
      await settled(door)
      const states = async (id: number) =>
        door.services.mailQueue.status(id).flatMap(({ arrival, status }) => (arrival ? [status] : []))
      assert.equal(await states(one.id), ['queued'])
      await door.ask('POST', `/api/checkin/${one.id}/arrival`, { jar: await door.host(), body: { as: 'withdrawn' } })
      await door.ask('DELETE', `/api/checkin/${two.id}`, { jar: await door.host() })
      door.clock.ms = romeInstant(arrivalDate, '14:00') + 1000
      const toGuests = () => letters.filter(({ to }) => !to.includes(withMail.emailReplyTo!)).length
      const before = toGuests()
      await settled(door)
      assert.is(letters.filter(({ headers }) => /Istruzioni/.test(readable(headers.subject))).length, 0)
      assert.is(toGuests(), before)
      assert.equal([await states(one.id), await states(two.id)], [['dropped'], []])
      await door.ask('POST', `/api/checkin/${one.id}/arrival`, { jar: await door.host(), body: { as: 'rule' } })
      await settled(door)
      assert.equal(await states(one.id), ['sent'])
    },
    { arrivalTimed: true },
  ),
)

test(
  'written or changed after check-ins, the letter goes again only where the host wants it, once a press, not twice at once',
  withDoor(
    async (door, letters) => {
      const jar = await door.host()
      const { id } = await registered(door)
      await settled(door)
      const arrivals = () => letters.filter(({ headers }) => /^Istruzioni per l'arrivo/.test(readable(headers.subject)))
      assert.is(arrivals().length, 0, 'nothing is written yet')
      const found = async (room = '') =>
        (await door.ask('GET', `/api/arrival-letters?room=${room}`, { jar })).json.data.ids as number[]
      const send = async () => (await door.ask('POST', '/api/arrival-letters', { jar, body: { ids: [id] } })).json.data
      assert.equal(await found(), [])
      const [room, other] = codes.map((code) => code.id)
      await door.store.saveSettings({ arrivalGuides: [guide] })
      assert.equal([await found(), await found(room), await found(other)], [[id], [id], []])
      const alone = async (checkin: number) =>
        (await door.ask('GET', `/api/arrival-letters?checkin=${checkin}`, { jar })).json.data.ids as number[]
      assert.equal([await alone(id), await alone(id + 1)], [[id], []])
      assert.equal(await send(), { queued: 1 })
      await settled(door)
      await door.store.saveSettings({ arrivalGuides: [{ ...guide, door: { it: 'Portone rosso' } }] })
      await settled(door)
      assert.is(arrivals().length, 1, 'a change alone sends nothing')
      const both = await Promise.all([send(), send()])
      assert.is(
        both.reduce((sum, { queued }) => sum + queued, 0),
        1,
      )
      await settled(door)
      const [first, second, ...more] = arrivals()
      assert.equal(more, [])
      assert.match(partOf(first!, 'text/plain'), /Portone verde/)
      assert.match(partOf(second!, 'text/plain'), /Portone rosso/)
      assert.is.not(first!.headers['message-id'], second!.headers['message-id'])
      // Withdrawn, or gone: nobody is written to.
      await door.ask('POST', `/api/checkin/${id}/arrival`, { jar, body: { as: 'withdrawn' } })
      assert.equal([await found(), await send()], [[], { queued: 0 }])
      await door.ask('DELETE', `/api/checkin/${id}`, { jar })
      assert.equal([await found(), await send()], [[], { queued: 0 }])
      await settled(door)
      assert.is(arrivals().length, 2)
    },
    { arrivalGuides: [] },
  ),
)

test.run()
