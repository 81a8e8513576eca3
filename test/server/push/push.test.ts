import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { noticeKinds } from '../../../schema/calls/access'
import { outgoingLimits } from '../../../server/outgoing/guarded-request'
import { openPush } from '../../../server/push/push'
import { answers, type Door, type Jar, atTheDoor as opened, pin } from '../http/door-world'
import { inward } from '../outgoing/inward'
import { pushService } from './push-service'

const test = suite('notices to the host')

const withService = async (work: (service: Awaited<ReturnType<typeof pushService>>) => Promise<void>) => {
  const service = await pushService()
  await work(service).finally(service.close)
}

const atTheDoor = (work: Parameters<typeof opened>[0]) => opened(work)()

/** A house whose `push` tries again when the test says so. */
const withPush = (work: (world: ReturnType<typeof pushAt>) => Promise<void>, isPrivateAllowed = true) =>
  atTheDoor(async (door) => work(pushAt(door, isPrivateAllowed)))
const pushAt = (door: Door, isPrivateAllowed: boolean) => {
  const later: { run: () => void; seconds: number }[] = []
  const push = openPush({
    store: door.store,
    limits: outgoingLimits(isPrivateAllowed),
    now: () => new Date(door.clock.ms),
    report: assert.unreachable,
    timer: (run, milliseconds) => {
      later.push({ run, seconds: milliseconds / 1000 })
      return () => {}
    },
  })
  const again = async () => {
    for (const { run } of later.splice(0)) run()
    await push.settled()
  }
  return { door, push, later, again }
}
const about = { kinds: noticeKinds, language: 'it', origin: 'https://casa.example' } as const
const told = { kind: 'checkin', room: 'Camera Blu' } as const

test('a device that subscribed reads of a new check-in: what happened, the room, and nothing of the guest', () =>
  withService(({ browser, arrived }) =>
    atTheDoor(async ({ ask, host, guest, services }) => {
      const jar = await host()
      const { key } = (await ask('GET', '/api/push', { jar })).json.data
      assert.is(Buffer.from(key, 'base64url').length, 65)
      const address = browser('phone')
      const kept = await ask('POST', '/api/push', { jar, body: { ...address, kinds: ['checkin', 'fame'] } })
      assert.equal(kept.json.data, { key, endpoint: address.endpoint, kinds: ['checkin'], language: 'it' })

      const visitor = await guest()
      const draft = answers({ draftId: 'a'.repeat(32) })
      for (const times of [1, 2])
        assert.is((await ask('POST', '/api/checkin', { jar: visitor, body: draft })).status, 200, `${times}`)
      await services.push.settled()
      assert.is(arrived.length, 1, 'the same attempt is told once')
      const [{ notice, ttl, urgency }] = arrived as [(typeof arrived)[0]]
      assert.equal(notice, { title: 'Nuovo check-in', body: notice.body, to: '/admin-today' })
      assert.ok(notice.body)
      for (const [field, value] of Object.entries(draft))
        if (String(value).length > 2 && field !== 'roomDescription')
          assert.not.ok(JSON.stringify(notice).includes(String(value)), field)
      assert.equal([ttl > 3600, urgency], [true, 'normal'])
    }),
  ))

test('each kind is switched by the device; the words are in its language', () =>
  withService(({ browser, arrived }) =>
    withPush(async ({ push }) => {
      await push.keep('desk', { ...about, ...browser('desk'), kinds: ['payment'], language: 'de' })
      await push.keep('phone', { ...about, ...browser('phone'), kinds: ['checkin', 'refusal'], language: 'en' })
      push.tell(told)
      push.tell({ kind: 'payment', room: 'Camera Blu' })
      push.tell({ kind: 'refusal', room: 'Camera Blu' })
      await push.settled()
      assert.equal(arrived.map(({ to, notice: { title } }) => `${to} ${title}`).sort(), [
        'desk Zahlung eingegangen',
        'phone New check-in',
        'phone Submission refused',
      ])
    }),
  ))

test('a subscription that its push service has ended is forgotten; one that cannot be encrypted for, too', () =>
  withService((service) =>
    withPush(async ({ push, door, later }) => {
      for (const status of [404, 410, 400]) {
        await push.keep('phone', { ...about, ...service.browser('phone') })
        service.answers(status)
        push.tell(told)
        await push.settled()
        assert.equal(await door.store.notes('push'), [], `${status}`)
      }
      service.answers(201)
      const keys = { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: 'A'.repeat(22) }
      await push.keep('phone', { ...about, ...service.browser('phone'), keys })
      push.tell(told)
      await push.settled()
      assert.equal(await door.store.notes('push'), [])
      assert.equal(later, [])
    }),
  ))

test('a busy push service is asked again as it says, three times in all, and keeps the subscription', () =>
  withService((service) =>
    withPush(async ({ push, door, later, again }) => {
      await push.keep('phone', { ...about, ...service.browser('phone') })
      service.answers(429, { 'retry-after': '45' })
      push.tell(told)
      await push.settled()
      assert.equal(
        later.map(({ seconds }) => seconds),
        [45],
      )
      service.answers(500)
      await again()
      assert.equal(
        later.map(({ seconds }) => seconds),
        [20],
      )
      await again()
      assert.equal([later.length, service.asked.length, service.arrived.length], [0, 3, 0])
      assert.is((await door.store.notes('push')).length, 1)
      service.answers(429, { 'retry-after': '86400' })
      push.tell(told)
      await push.settled()
      assert.equal(
        later.map(({ seconds }) => seconds),
        [600],
      )
      service.answers(201)
      await again()
      assert.is(service.arrived.length, 1)
    }),
  ))

test('an address inside the network is never connected to, and does not stay', () =>
  withService((service) =>
    withPush(async ({ push, door }) => {
      for (const endpoint of [service.browser('phone').endpoint, ...inward]) {
        await push.keep('phone', { ...about, ...service.browser('phone'), endpoint })
        push.tell(told)
        await push.settled()
        assert.equal(await door.store.notes('push'), [], endpoint)
      }
      assert.equal(service.asked, [])
    }, false),
  ))

test('what is no subscription is refused; a device has one, which is sealed', () =>
  withService(({ browser }) =>
    atTheDoor(async ({ ask, host, store }) => {
      const jar = await host()
      const address = browser('one')
      const keep = (body: object) => ask('POST', '/api/push', { jar, body: { kinds: [], ...body } })
      for (const wrong of [
        {},
        { ...address, endpoint: 'file:///etc/passwd' },
        { ...address, endpoint: `https://a.example/${'x'.repeat(1000)}` },
        { ...address, keys: { ...address.keys, auth: 'short' } },
        { ...address, keys: { ...address.keys, p256dh: 7 } },
        { ...address, keys: null },
      ])
        assert.is((await keep(wrong)).status, 400, JSON.stringify(wrong).slice(0, 80))
      assert.is((await keep(address)).status, 200)
      assert.is((await keep(browser('two'))).status, 200)
      const notes = await store.notes('push')
      assert.is(notes.length, 1)
      assert.not.ok(JSON.stringify(notes).includes('127.0.0.1'))
    }),
  ))

test('of more than twenty devices the oldest is forgotten', () =>
  withService(({ browser }) =>
    atTheDoor(async ({ ask, host, store }) => {
      const at = '2026-11-21T10:00:00.000Z'
      for (let n = 1; n <= 20; n++) await store.note('push', { at, device: `device ${n}`, sealed: '' })
      await ask('POST', '/api/push', { jar: await host(), body: { kinds: [], ...browser('one') } })
      const kept = (await store.notes('push')).map(({ device }) => device)
      assert.equal([kept.length, kept[0]], [20, 'device 2'])
    }),
  ))

test('signing out, being thrown out and a new PIN end the notices of a device', () =>
  withService((service) =>
    atTheDoor(async ({ ask, host, store, clock, services }) => {
      const left = async () => (await store.notes('push')).length
      const subscribe = async (jar: Jar, name: string) => {
        const { status } = await ask('POST', '/api/push', {
          jar,
          body: { ...service.browser(name), kinds: ['payment'] },
        })
        assert.is(status, 200)
      }
      const desk = await host()
      const phone = await host()
      await subscribe(desk, 'desk')
      await subscribe(phone, 'phone')
      assert.is(await left(), 2)
      await ask('POST', '/api/admin/logout', { jar: phone })
      assert.is(await left(), 1)

      const tablet = await host()
      await subscribe(tablet, 'tablet')
      const devices = (await ask('GET', '/api/devices', { jar: desk })).json.data as { device: string }[]
      const held = (await store.notes('push')).map(({ device }) => device)
      const other = devices.find(({ device, ...one }) => held.includes(device) && !('isThis' in one))!
      assert.is(
        (await ask('POST', `/api/devices/${other.device}/out`, { jar: desk, body: { current: pin } })).status,
        200,
      )
      assert.is(await left(), 1)

      await subscribe(await host(), 'laptop')
      const body = { value: '1357', current: pin }
      assert.is((await ask('PATCH', '/api/settings/adminPin', { jar: desk, body })).status, 200)
      assert.is(await left(), 1)
      assert.ok((await ask('GET', '/api/push', { jar: desk })).json.data.kinds, 'of the device that stays signed in')

      clock.ms += 31 * 60_000
      assert.is((await ask('GET', '/api/push', { jar: desk })).status, 401)
      services.sessions.renew(await store.secret('cookies', String))
      assert.is((await ask('POST', '/api/admin/logout', { jar: { visitor: 'x' } })).status, 200)
      assert.is(await left(), 1)
      assert.is((await ask('POST', '/api/admin/logout', { jar: desk })).status, 200)
      assert.is(await left(), 0, 'also after the session has ended')
    }),
  ))

test('a trial notice says whether it was taken; after "off" nothing comes', () =>
  withService((service) =>
    atTheDoor(async ({ ask, host, services }) => {
      const jar = await host()
      const tryIt = async () => (await ask('POST', '/api/push/test', { jar })).json.data.sent
      assert.is(await tryIt(), false)
      await ask('POST', '/api/push', { jar, body: { ...service.browser('phone'), kinds: [] } })
      assert.is(await tryIt(), true)
      assert.is((await ask('DELETE', '/api/push', { jar })).status, 200)
      services.push.tell(told)
      await services.push.settled()
      assert.is(service.arrived.length, 1)
      assert.not.ok('kinds' in (await ask('GET', '/api/push', { jar })).json.data)
    }),
  ))

test('at most thirty notices go out in ten minutes', () =>
  withService((service) =>
    withPush(async ({ push, door }) => {
      await push.keep('phone', { ...about, ...service.browser('phone') })
      for (let n = 0; n < 40; n++) push.tell(told)
      await push.settled()
      assert.is(service.arrived.length, 30)
      door.clock.ms += 601_000
      push.tell(told)
      await push.settled()
      assert.is(service.arrived.length, 31)
    }),
  ))

test.run()
