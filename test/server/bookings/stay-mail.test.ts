import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { mostADay } from '../../../server/mail/delivery'
import { italianDay } from '../../../server/shared/clock'
import { addDays } from '../../../src/core/text/dates'
import { answers, atTheDoor, type Door, type Jar, openDoor } from '../http/door-world'
import { atTheOffice, partOf, readable, withMail } from '../mail/mail-world'

const test = suite('the invitation of a stay by e-mail')

const invited = async (door: Door, more: object = {}) => {
  const jar = await door.host()
  const today = italianDay(new Date(door.clock.ms))
  const stay = { arrival: addDays(today, 9), departure: addDays(today, 11), code: 'A101', ...more }
  const [id] = (await door.ask('POST', '/api/bookings', { jar, body: { stays: [stay] } })).json.data.ids
  const path = `/api/bookings/${id}/invitation`
  return {
    id: id as number,
    send: (body: object = {}) => door.ask('POST', path, { jar, body }),
    preview: (query = '') => door.ask('GET', path + query, { jar }),
    sent: async () =>
      (await door.ask('GET', '/api/bookings', { jar })).json.data.stays
        .find((one: { id: number }) => one.id === id)
        .sent.map(({ about, status }: { about: string; status: string }) => `${about} ${status}`) as string[],
  }
}
const ada = { name: 'Ada <b>Neri</b>', email: 'ada@example.org', language: 'de' }

test(
  'one press sends it in the guest’s language, with the stay’s own link; another press sends another',
  atTheOffice(async (office) => {
    const door = await openDoor({ mail: office.server, settings: withMail })
    try {
      const stay = await invited(door, ada)
      await door.store.saveSettings({ publicAddress: 'https://casa.example' })
      const { data } = (await stay.preview()).json
      assert.match(data.text, /https:\/\/casa\.example\/stay\?lang=de#/)
      assert.is((await stay.send()).status, 200)
      await door.services.mailQueue.settled()
      const [letter] = office.letters
      assert.equal(letter!.to, ['ada@example.org'])
      assert.match(readable(letter!.headers.subject), /Ihr Online-Check-in für /)
      const token = (await door.services.bookings.one(stay.id))!.link!.token
      assert.ok(partOf(letter!, 'text/plain').includes(`https://casa.example/stay?lang=de#${token}`))
      assert.ok(partOf(letter!, 'text/html').includes(`href="https://casa.example/stay?lang=de#${token}"`))
      assert.not.match(partOf(letter!, 'text/html'), /<b>Neri/)
      assert.equal(await stay.sent(), ['invitation sent'])
      await stay.send({ language: 'fr' })
      await door.services.mailQueue.settled()
      assert.equal(await stay.sent(), ['invitation sent', 'invitation sent'])
      assert.match(readable(office.letters[1]!.headers.subject), /^Votre check-in/)
      assert.is.not(office.letters[1]!.headers['message-id'], letter!.headers['message-id'])
      assert.not.ok(door.lines.join().includes(token))
      const { text } = await door.ask('GET', '/api/letters', { jar: await door.host() })
      assert.not.match(text, /invitation/, 'the letters of check-ins are another list')
    } finally {
      await door.services.mailQueue.close()
      await door.close()
    }
  }),
)

test(
  'without an address or a mailbox nothing is said to be sent; two presses at once are one letter',
  atTheOffice(async (office) => {
    const door = await openDoor({ mail: office.server })
    try {
      const [plain, stay] = [await invited(door), await invited(door, ada)]
      assert.is((await plain.send()).status, 409)
      assert.is((await stay.send()).status, 409)
      await door.store.saveSettings(withMail)
      const both = await Promise.all([stay.send(), stay.send()])
      assert.equal(both.map(({ status }) => status).sort(), [200, 409])
      await door.services.mailQueue.settled()
      assert.is(office.letters.length, 1)
      assert.equal(await plain.sent(), [])
    } finally {
      await door.services.mailQueue.close()
      await door.close()
    }
  }),
)

/** What may happen between the press and the sending, and what the letter becomes. */
const meanwhile: { [what: string]: (door: Door, id: number) => Promise<unknown> } = {
  'the guest checks in': async (door, id) => {
    const jar: Jar = {}
    const draftId = 'a1b2c3d4e5f6a7b8'
    const { token } = (await door.services.bookings.one(id))!.link!
    await door.ask('POST', '/api/stay-link', { body: { token, draftId }, jar })
    const { status } = await door.ask('POST', '/api/checkin', { body: answers({ draftId }), jar })
    assert.is(status, 200)
  },
  'the stay is cancelled': async (door, id) => {
    const stay = (await door.services.bookings.one(id))!
    await door.services.bookings.save({ ...stay, cancelled: new Date(door.clock.ms).toISOString() })
  },
  'the link is withdrawn': (door, id) => door.services.bookings.links.withdraw(id),
  'the guest departs': async (door) => void (door.clock.ms += 12 * 86_400_000),
}

for (const [what, happens] of Object.entries(meanwhile))
  test(
    `it waits for a mailbox that is away, and is not sent when meanwhile ${what}`,
    atTheDoor(async (door) => {
      await door.store.saveSettings(withMail)
      const stay = await invited(door, ada)
      await stay.send()
      await door.services.mailQueue.settled()
      assert.equal(
        door.services.mailQueue.ofStay(stay.id).map(({ status }) => status),
        ['queued'],
        'nobody answers',
      )
      await happens(door, stay.id)
      door.services.mailQueue.wake()
      await door.services.mailQueue.settled()
      assert.equal(
        door.services.mailQueue.ofStay(stay.id).map(({ status }) => status),
        ['dropped'],
      )
      await door.services.mailQueue.close()
    }),
  )

test(
  'a day’s limit puts an invitation off to the next day',
  atTheOffice(async (office) => {
    const door = await openDoor({ mail: office.server, settings: withMail })
    try {
      const stay = await invited(door, ada)
      for (let n = 0; n <= mostADay.address; n++) {
        await stay.send()
        await door.services.mailQueue.settled()
      }
      assert.is(office.letters.length, mostADay.address)
      assert.is((await stay.sent()).at(-1), 'invitation queued')
      door.clock.ms += 25 * 3_600_000
      await door.services.mailQueue.settled()
      assert.is(office.letters.length, mostADay.address + 1)
    } finally {
      await door.services.mailQueue.close()
      await door.close()
    }
  }),
)

test.run()
