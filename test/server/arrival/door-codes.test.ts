import { setTimeout as pause } from 'node:timers/promises'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { italianDay } from '../../../server/shared/clock'
import { addDays } from '../../../src/core/text/dates'
import { romeInstant } from '../../../src/core/text/rome-time'
import { answers, atTheDoor, type Door, type Jar, openDoor } from '../http/door-world'
import { atTheOffice, partOf, readable, withMail } from '../mail/mail-world'
import { pushService } from '../push/push-service'

const test = suite('the QR code at the door')
const minute = 60_000
const settings = { doorQr: true, videoCall: 'https://video.example/casa' }

const codeToday = async ({ ask, host }: Door) => {
  const { data } = (await ask('GET', '/api/door', { jar: await host() })).json
  return { door: data.here.split('#')[1] as string, display: data.display.split('#')[1] as string, day: data.day }
}
const registered = async ({ ask, guest }: Door, more: object = {}, code = 'A101') => {
  const jar = await guest(code)
  const sent = await ask('POST', '/api/checkin', { jar, body: answers(more) })
  const id: number = sent.json.data.id
  const { json } = await ask('POST', `/api/checkin/${id}/confirm`, { jar })
  return { id, receipt: json.data.receipt as string }
}
const here = ({ ask }: Door, body: object, jar?: Jar) => ask('POST', '/api/door/here', { body, ...(jar && { jar }) })
const over = ({ status, json }: { status: number; json: { over?: string } }) => [status, json.over]

test('a guest with the receipt, or the code, tells the host once; Oggi shows it until all are identified', () =>
  atTheOffice(async ({ server, letters }) => {
    const door = await openDoor({ mail: server, settings: { ...withMail, ...settings } })
    try {
      const { door: token } = await codeToday(door)
      const { id, receipt } = await registered(door)
      const first = await here(door, { door: token, receipt })
      assert.is(first.status, 200, first.text)
      const { by, room, call, again } = first.json.data
      assert.equal([by, room, call, again], ['mail', 'Camera Blu', 'https://video.example/casa', undefined])
      assert.not.match(first.text, /ROSSI|MARIO/)
      const told = () => letters.filter(({ headers }) => /alla porta/.test(readable(headers.subject)))
      assert.is(told().length, 1)
      assert.match(partOf(told()[0]!, 'text/plain'), /Camera Blu/)
      assert.not.match(partOf(told()[0]!, 'text/plain'), /ROSSI|MARIO/i)
      // At once, by both ways, and in parallel: the notice before stands.
      const more = await Promise.all(
        [1, 2, 3].map((n) => here(door, n % 2 ? { door: token, receipt } : { door: token, code: 'a101' })),
      )
      assert.equal(
        more.map(({ json }) => [json.data.at === first.json.data.at, json.data.again > 0]),
        [1, 2, 3].map(() => [true, true]),
      )
      assert.is(told().length, 1)
      door.clock.ms += 3 * minute
      assert.is((await here(door, { door: token, code: 'A101' })).json.data.again, undefined)
      assert.is(told().length, 2)
      const jar = await door.host()
      const party = async () =>
        (await door.ask('GET', '/api/day', { jar })).json.data.parties.find((one: { id: number }) => one.id === id)
      assert.is((await party()).atDoor.by, 'mail')
      await door.ask('POST', `/api/checkin/${id}/identified`, {
        jar,
        body: { guests: ['main'], how: 'video', by: 'Ada' },
      })
      assert.not.ok((await party()).atDoor)
    } finally {
      await door.close()
    }
  })())

test('a subscribed phone is told and no mail leaves; two parties at once are two notices, each with its room', async () => {
  const service = await pushService()
  await atTheOffice(async ({ server, letters }) => {
    const door = await openDoor({ mail: server, settings: { ...withMail, ...settings } })
    try {
      const jar = await door.host()
      const subscribed = await door.ask('POST', '/api/push', {
        jar,
        body: { ...service.browser('phone'), kinds: ['door'] },
      })
      assert.is(subscribed.status, 200, subscribed.text)
      const { door: token } = await codeToday(door)
      const [one, other] = [await registered(door), await registered(door, {}, '2020')]
      const told = await Promise.all([one, other].map(({ receipt }) => here(door, { door: token, receipt })))
      assert.equal(
        told.map(({ json }) => json.data.by),
        ['push', 'push'],
      )
      const rooms = told.map(({ json }) => json.data.room)
      assert.is(new Set(rooms).size, 2)
      assert.equal(service.arrived.map(({ notice }) => notice.body).sort(), rooms.sort())
      const { parties } = (await door.ask('GET', '/api/day', { jar })).json.data as { parties: { atDoor?: object }[] }
      assert.is(parties.filter(({ atDoor }) => atDoor).length, 2)
      assert.is(letters.filter(({ headers }) => /alla porta/.test(readable(headers.subject))).length, 0)
      // A phone that no longer takes notices: the mailbox does.
      service.answers(410)
      door.clock.ms += 3 * minute
      assert.is((await here(door, { door: token, receipt: one.receipt })).json.data.by, 'mail')
      assert.is(letters.filter(({ headers }) => /alla porta/.test(readable(headers.subject))).length, 1)
    } finally {
      await door.close()
    }
  })().finally(service.close)
})

test(
  'without a device and a mailbox the guest reads that nobody was told',
  atTheDoor(
    async (door) => {
      const { door: token } = await codeToday(door)
      const { receipt } = await registered(door)
      assert.is((await here(door, { door: token, receipt })).json.data.by, 'nobody')
    },
    { settings },
  ),
)

test(
  'the code of another day, of another house, a stay that begins later or is over, and nobody today: each is said',
  atTheDoor(
    async (door) => {
      const { door: old } = await codeToday(door)
      const today = italianDay(new Date(door.clock.ms))
      door.clock.ms = romeInstant(addDays(today, 1), '05:00')
      const late = await registered(door, { arrivalDate: addDays(today, 1), departureDate: addDays(today, 4) })
      assert.is(
        (await here(door, { door: old, receipt: late.receipt })).status,
        200,
        'a late guest with yesterday’s sheet',
      )
      door.clock.ms = romeInstant(addDays(today, 1), '06:30')
      assert.equal(over(await here(door, { door: old, receipt: late.receipt })), [410, 'otherDay'])
      const { door: token, day } = await codeToday(door)
      assert.is(day, addDays(today, 1))
      const other = await openDoor({ settings })
      const { door: theirs } = await codeToday(other)
      await other.close()
      assert.equal(over(await here(door, { door: theirs, receipt: late.receipt })), [404, 'otherHouse'])
      const next = { arrivalDate: addDays(today, 2), departureDate: addDays(today, 4) }
      const early = await registered(door, next, '2020')
      const answer = await here(door, { door: token, receipt: early.receipt })
      assert.equal([...over(answer), answer.json.arrivalDate], [409, 'early', next.arrivalDate])
      assert.equal(over(await here(door, { door: token, code: '2020' })), [409, 'nobody'])
      assert.equal(over(await here(door, { door: token, receipt: `${late.id}-${'A'.repeat(22)}` })), [404, 'unknown'])
      door.clock.ms = romeInstant(addDays(today, 9), '12:00')
      const { door: later } = await codeToday(door)
      assert.equal(over(await here(door, { door: later, receipt: early.receipt })), [410, 'over'])
    },
    { settings },
  ),
)

test(
  'who photographs it floods nobody: guessed codes count, a right one looks wrong while waiting, eight notices a day',
  atTheDoor(
    async (door) => {
      const { door: token } = await codeToday(door)
      const { receipt } = await registered(door)
      const guess = (code: string) => here(door, { door: token, code })
      const statuses = []
      for (const code of ['XX01', 'XX02', 'XX03', 'XX04', 'XX05', 'XX06', 'XX07'])
        statuses.push((await guess(code)).status)
      assert.equal(statuses.slice(0, 3), [404, 404, 404])
      assert.is(statuses.at(-1), 429)
      assert.is((await guess('A101')).status, 429, 'no word on whether it is right')
      const notices = new Set<string>()
      for (let n = 0; n < 30; n++) {
        const { json } = await here(door, { door: token, receipt })
        if (json.data) notices.add(json.data.at)
        door.clock.ms += 3 * minute
      }
      assert.is(notices.size, 8)
    },
    { settings },
  ),
)

test(
  'a right code behind six wrong ones sent at once has to wait as behind slow ones',
  atTheDoor(
    async (door) => {
      const { door: token } = await codeToday(door)
      await registered(door)
      const codes = [...Array.from({ length: 6 }, (_, n) => `X${100 + n}`), 'A101']
      const { checkins } = door.services.store
      door.services.store.checkins = async (query) => {
        const found = await checkins(query)
        await pause(300)
        return found
      }
      const all = await Promise.all(codes.map((code) => here(door, { door: token, code })))
      assert.ok(all.filter(({ status }) => status === 404).length <= 5)
      assert.is(all.at(-1)!.status, 429)
    },
    { settings },
  ),
)

test(
  'a thousand presses at once are one notice, and the house goes on answering',
  atTheDoor(
    async (door) => {
      let told = 0
      door.services.push.reach = async () => ++told > 0
      const { door: token } = await codeToday(door)
      const { receipt } = await registered(door)
      const all = await Promise.all(Array.from({ length: 1000 }, () => here(door, { door: token, receipt })))
      assert.is(told, 1)
      const taken = all.filter(({ status }) => status === 200)
      assert.ok(taken.length && all.every(({ status }) => status === 200 || status === 429))
      assert.is(new Set(taken.map(({ json }) => json.data.at)).size, 1)
      assert.is((await here(door, { door: token, receipt })).json.data.by, 'push')
    },
    { settings },
  ),
)

test(
  'the tablet’s page shows today’s code without a sign-in, and nothing else; switched off, all of it is 404',
  atTheDoor(
    async (door) => {
      const { display, day } = await codeToday(door)
      const shown = await door.ask('POST', '/api/door/code', { body: { token: display } })
      assert.is(shown.json.data.day, day)
      assert.equal(Object.keys(shown.json.data).sort(), ['day', 'here', 'left'])
      // Until 6 in the morning after.
      const until = door.clock.ms + shown.json.data.left * 1000
      assert.ok(Math.abs(until - romeInstant(addDays(day, 1), '06:00')) < 2000)
      assert.is((await door.ask('POST', '/api/door/code', { body: { token: 'x'.repeat(22) } })).status, 404)
      assert.is((await door.ask('GET', '/api/door')).status, 401)
      await door.store.saveSettings({ doorQr: false })
      assert.is((await door.ask('POST', '/api/door/code', { body: { token: display } })).status, 404)
      assert.is((await here(door, { door: 'x', code: 'A101' })).status, 404)
    },
    { settings },
  ),
)

test.run()
