import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { mask } from '../../../schema/settings'
import { outgoingLimits } from '../../../server/outgoing/guarded-request'
import { openWebhooks } from '../../../server/programs/webhooks'
import { changeFeed } from '../../../server/store/store'
import { identityRemoval } from '../../../src/core/data-protection/retention'
import { answers, byHand, type Door, openDoor, pin } from '../http/door-world'
import { isSigned, type Receiver, receiver } from './receiver'

const test = suite('webhooks')

type World = Awaited<ReturnType<typeof worldOf>>

const worldOf = async (door: Door, to: Receiver) => {
  const jar = await door.host()
  const send = async (method: string, path: string, body?: object) =>
    door.ask(method, path, { jar, ...(body && { body }) })
  const { webhooks } = door.services
  const settled = async () => {
    await webhooks.settled()
    return to.events
  }
  return {
    ...door,
    to,
    jar,
    send,
    settled,
    set: (webhookAddress: string, webhookGuests = false) =>
      send('PATCH', '/api/settings/webhook', { webhookAddress, webhookGuests, current: pin }),
    key: async () => (await send('POST', '/api/webhook/key', { current: pin })).json.data.key as string,
    state: async () => (await send('GET', '/api/webhook')).json.data.webhook,
    add: async (more: object = {}) => (await send('POST', '/api/checkin', byHand(more))).json.data.id as number,
    patch: (id: number, body: object) => send('PATCH', `/api/checkin/${id}/update`, body),
    /** Lets time pass and does what is due then. */
    wait: async (seconds: number) => {
      door.clock.ms += seconds * 1000
      return settled()
    },
  }
}

/** A house, a receiver, and (unless a test sets it up itself) an address and a key. */
const withReceiver =
  (work: (world: World) => Promise<void>, isSetUp = true) =>
  async () => {
    const to = await receiver()
    const door = await openDoor()
    try {
      const world = await worldOf(door, to)
      if (isSetUp) {
        await world.set(to.address)
        await world.key()
      }
      await work(world)
    } finally {
      await door.close()
      to.close()
    }
  }

const said = (events: Receiver['events']) => events.map(({ type, data }) => `${type} ${data.version}`)

test('an address that nothing would be sent to is refused when it is typed, before the PIN is asked', async () => {
  const door = await openDoor({ outgoing: outgoingLimits(false) })
  try {
    const { send } = await worldOf(door, {} as Receiver)
    const faults = {
      'http://pms.example/hook': /https/,
      'https://10.0.0.7/hook': /rete privata/,
      'https://[::ffff:127.0.0.1]/hook': /rete privata/,
      'https://2130706433/hook': /rete privata/,
      'https://exa[mple/hook': /non è scritto bene/,
    }
    for (const [webhookAddress, words] of Object.entries(faults)) {
      const { status, json } = await send('PATCH', '/api/settings/webhook', { webhookAddress, webhookGuests: false })
      assert.equal([status, json.faults], [400, undefined], webhookAddress)
      assert.match(json.message, words)
    }
    const good = { webhookAddress: 'https://pms.example/hook', webhookGuests: false, current: pin }
    assert.is((await send('PATCH', '/api/settings/webhook', good)).status, 200)
  } finally {
    await door.close()
  }
})

test(
  'a check-in is told from its coming to its end, in order, signed, with its state and nobody’s name',
  withReceiver(async (world) => {
    const key = await world.key()
    const jar = await world.guest()
    const draft = answers({ draftId: 'a'.repeat(32) })
    const { id } = (await world.ask('POST', '/api/checkin', { jar, body: draft })).json.data
    await world.settled()
    await world.ask('POST', `/api/checkin/${id}/confirm`, { jar })
    await world.settled()
    await world.send('POST', '/api/enable', { ids: [id], enabled: true })
    await world.settled()
    await world.send('POST', '/api/told', { ids: [id], told: true })
    await world.settled()
    const identified = { guests: ['main'], how: 'inPerson', by: 'Rosa' }
    assert.is((await world.send('POST', `/api/checkin/${id}/identified`, identified)).status, 200)
    await world.settled()
    await world.patch(id, { paymentStatus: 'completed', mainGuestName: 'CARLO' })
    await world.settled()
    await world.send('DELETE', `/api/checkin/${id}`)
    const events = await world.settled()
    assert.equal(
      events.map(({ type, data: { version, changed } }) => [type, version, changed]),
      [
        ['checkin.created', 1, undefined],
        ['checkin.changed', 2, ['confirmed']],
        ['checkin.changed', 3, ['enabled']],
        ['checkin.changed', 4, ['police']],
        ['checkin.changed', 5, ['identified']],
        ['checkin.changed', 6, ['payment', 'police', 'guests']],
        ['checkin.removed', 7, undefined],
      ],
    )
    assert.equal(
      events.map(({ data }) => data.state?.police),
      ['open', 'open', 'open', 'reported', 'reported', 'open', undefined],
    )
    for (const event of events) {
      assert.ok(isSigned(event, key), event.type)
      assert.not.ok(isSigned({ ...event, text: `${event.text} ` }, key))
      for (const [field, value] of Object.entries(draft))
        if (/Name|Document|Fiscal|email|phoneN|birthC|Address/.test(field))
          assert.not.ok(event.text.includes(String(value)), field)
    }
    assert.is((await world.state()).waiting, 0)
    assert.equal(await world.store.notes('webhook-checkin'), [])
  }),
)

test(
  'after the retention a check-in keeps its state and has no guests',
  withReceiver(async (world) => {
    const { store, send, settled } = world
    await world.set(world.to.address, true)
    const id = await world.add()
    await send('POST', '/api/enable', { ids: [id], enabled: true })
    await send('POST', '/api/told', { ids: [id], told: true })
    await send('POST', `/api/checkin/${id}/identified`, { guests: ['main'], how: 'inPerson', by: 'Rosa' })
    const before = (await settled()).at(-1)!.data
    assert.equal([before.state!.police, before.state!.enabled, before.state!.identified], ['reported', true, 1])
    const reduced = identityRemoval((await store.checkin(id))!, '2027-02-01T02:30:00.000Z')
    await changeFeed(store).store.updateCheckin(id, reduced)
    const { changed, state, guests } = (await settled()).at(-1)!.data
    assert.equal([changed, state, guests], [['guests'], before.state, []])
  }),
)

test(
  'the address needs the PIN, is a secret in every answer, and a key is shown once; a backup has neither',
  withReceiver(async (world) => {
    const { send, to, store } = world
    const body = { webhookAddress: to.address, webhookGuests: true }
    assert.is((await send('PATCH', '/api/settings/webhook', body)).status, 400)
    assert.is((await send('POST', '/api/webhook/key', {})).status, 400)
    assert.equal((await send('GET', '/api/webhook')).json.data, {})
    assert.is((await world.set('ftp://x.example/')).status, 400)
    assert.is((await world.set(to.address)).status, 200)
    assert.is((await send('POST', '/api/webhook/test', {})).status, 409, 'no key')
    assert.is((await send('PATCH', '/api/settings/webhookGuests', { value: true })).status, 400, 'needs the PIN')
    const key = await world.key()
    assert.is(Buffer.from(key.slice(6), 'base64').length, 32)
    const shown = [await send('GET', '/api/webhook'), await send('GET', '/api/settings')].map(({ text }) => text)
    for (const text of shown) {
      assert.not.match(text, 'very-secret')
      assert.not.ok(text.includes(key.slice(6)))
    }
    assert.is((await send('GET', '/api/settings')).json.data.webhookAddress, mask)
    assert.is((await world.state()).host, new URL(to.origin).host)
    const none = await world.ask('GET', '/api/settings')
    assert.not.match(none.text, 'webhook')
    await world.add()
    await world.settled()
    const backup = Buffer.from(await store.backup()).toString('latin1')
    for (const text of ['very-secret', key.slice(6)]) assert.not.ok(backup.includes(text))
    for (const path of ['/api/webhook', '/api/webhook/test', '/api/webhook/on', '/api/webhook/key'])
      assert.is((await world.ask(path === '/api/webhook' ? 'GET' : 'POST', path)).status, 401, path)
  }, false),
)

test(
  'while keys rotate both sign; the former one ends after a week, a third ends the first at once',
  withReceiver(async (world) => {
    const [first, second] = [await world.key(), await world.key()]
    const test = async () => {
      assert.equal((await world.send('POST', '/api/webhook/test', {})).json.data, { answer: { status: 204 } })
      return world.to.events.at(-1)!
    }
    const both = await test()
    assert.equal(
      [first, second].map((key) => isSigned(both, key)),
      [true, true],
    )
    assert.equal([both.type, both.data], ['webhook.test', {}])
    world.clock.ms += 7 * 86_400_000 + 1
    const jar = await world.host()
    const later = await world.ask('POST', '/api/webhook/test', { jar })
    assert.is(later.status, 200)
    assert.equal(
      [first, second].map((key) => isSigned(world.to.events.at(-1)!, key)),
      [false, true],
    )
    const renew = async () =>
      (await world.ask('POST', '/api/webhook/key', { jar, body: { current: pin } })).json.data.key as string
    const [third, fourth] = [await renew(), await renew()]
    await world.ask('POST', '/api/webhook/test', { jar })
    assert.equal(
      [second, third, fourth].map((key) => isSigned(world.to.events.at(-1)!, key)),
      [false, true, true],
    )
  }),
)

test(
  'guests are named only where the host allows it, as the record is at the moment of sending',
  withReceiver(async (world) => {
    await world.add()
    assert.not.ok('guests' in (await world.settled()).at(-1)!.data)
    await world.set(world.to.address, true)
    world.to.statuses(500)
    const id = await world.add()
    await world.settled()
    await world.patch(id, { mainGuestName: 'CARLO' })
    world.to.statuses(204)
    const { data } = (await world.wait(6)).at(-1)!
    assert.equal(data.guests, [
      {
        name: 'CARLO',
        lastName: 'ROSSI',
        birthDate: '1980-05-10',
        citizenship: 'Italia',
        email: 'mario.rossi@example.com',
        phone: '+393331234567',
      },
    ])
    for (const { text } of world.to.events) assert.not.match(text, /CA00000AA|RSSMRA|VIA ROMA/)
  }),
)

test(
  'a receiver that fails is tried again later under the same id, and others of its check-in wait behind',
  withReceiver(async (world) => {
    world.to.statuses(500)
    const id = await world.add()
    await world.settled()
    await world.patch(id, { roomDescription: 'Camera Verde' })
    await world.settled()
    await world.wait(4)
    assert.is(world.to.asked(), 1)
    await world.wait(2)
    assert.is(world.to.asked(), 2)
    world.to.statuses(200)
    await world.wait(300)
    assert.equal(said(world.to.events), [...Array(3).fill('checkin.created 1'), 'checkin.changed 2'])
    assert.is(new Set(world.to.events.map(({ id }) => id)).size, 2)
    const stamps = world.to.events.map(({ headers }) => Number(headers['webhook-timestamp']))
    assert.ok(stamps[2]! - stamps[0]! >= 305, 'each try is signed anew')
    const { last, failing } = await world.state()
    assert.equal(
      last.map(({ end, tries, answer }: { end: string; tries: number; answer: object }) => [end, tries, answer]),
      [
        ['delivered', 1, { status: 200 }],
        ['delivered', 3, { status: 200 }],
      ],
    )
    assert.is(failing, undefined)
  }),
)

test(
  'a receiver that is down is not asked for every event, and is asked no sooner than it says',
  withReceiver(async (world) => {
    world.to.statuses(503)
    for (let n = 0; n < 10; n++) await world.add({ draftId: '' })
    await world.settled()
    assert.is(world.to.asked(), 3)
    world.to.statuses(429, { 'retry-after': '900' })
    await world.wait(61)
    assert.is(world.to.asked(), 4)
    world.to.statuses(204)
    await world.wait(890)
    assert.is(world.to.asked(), 4)
    await world.wait(20)
    const created = world.to.events.filter(({ type }) => type === 'checkin.created')
    assert.is(new Set(created.map(({ data }) => data.checkin)).size, 10)
    assert.is((await world.state()).waiting, 0)
  }),
)

test(
  'a redirect is not followed, an endless answer is not read, a broken one fails; none of them holds up the house',
  withReceiver(async (world) => {
    const ends: unknown[] = []
    const kinds: Parameters<Receiver['answers']>[0][] = [
      (_, res) => void res.writeHead(307, { location: `${world.to.origin}/elsewhere` }).end(),
      (_, res) => void res.destroy(),
      (_, res) => {
        res.writeHead(200)
        const pour = () => {
          while (!res.destroyed && res.write('x'.repeat(1 << 16)));
          if (!res.destroyed) res.once('drain', pour)
        }
        pour()
      },
    ]
    for (const kind of kinds) {
      world.to.answers(kind)
      ends.push((await world.send('POST', '/api/webhook/test', {})).json.data.answer)
    }
    assert.equal(ends, [{ fault: 'redirects' }, { fault: 'unreached' }, { status: 200 }])
    assert.is(world.to.asked(), 3)
  }),
)

test(
  'a receiver that takes the event and never answers is given up for now, and tried again',
  withReceiver(async (world) => {
    const { store, clock, to } = world
    // Long enough for a busy machine to bring the event.
    const quick = { ...outgoingLimits(true), patience: 2_000 }
    const standing = async () => async () => ({})
    const report = (line: string) => assert.unreachable(line)
    const webhooks = await openWebhooks({ store, standing, limits: quick, now: () => new Date(clock.ms), report })
    await world.services.webhooks.stop()
    webhooks.begin()
    await webhooks.settled()
    to.answers(() => {})
    await world.add()
    await webhooks.settled()
    const { last, waiting } = (await webhooks.state())!
    assert.equal([waiting, last[0]!.answer, last[0]!.end], [1, { fault: 'slow' }, 'again'])
    to.statuses(204)
    clock.ms += 6000
    await webhooks.settled()
    assert.equal(said(to.events), ['checkin.created 1', 'checkin.created 1'])
    await webhooks.stop()
  }),
)

test(
  'a receiver that says it is gone gets nothing more until the host switches it on; then what it missed',
  withReceiver(async (world) => {
    const id = await world.add()
    await world.settled()
    world.to.statuses(410)
    await world.patch(id, { roomDescription: 'Camera Verde' })
    await world.settled()
    assert.is((await world.state()).off.why, 'gone')
    world.to.statuses(204)
    await world.patch(id, { roomDescription: 'Camera Rossa' })
    const other = await world.add()
    await world.wait(90_000)
    assert.is(world.to.asked(), 2)
    const jar = await world.host()
    await world.ask('POST', '/api/webhook/on', { jar })
    await world.settled()
    assert.equal(
      world.to.events
        .slice(2)
        .map(({ data }) => `${data.checkin} ${data.version} ${data.state!.room}`)
        .sort(),
      [`${id} 2 Camera Verde`, `${id} 3 Camera Rossa`, `${other} 1 Camera Blu`],
    )
  }),
)

test(
  'the late answer of a former address neither switches the new one off nor holds it up',
  withReceiver(async ({ to, add, set, state, settled }) => {
    const other = await receiver()
    try {
      for (const status of [410, 500, 204]) {
        await set(to.address)
        const end = new Promise<() => void>((asked) =>
          to.answers((_, res) => asked(() => void res.writeHead(status).end())),
        )
        await add()
        const finish = await end
        await set(`${other.origin}/hook`)
        finish()
        await settled()
        assert.equal(said(other.events.splice(0)), ['checkin.created 1'], `${status}`)
        const { off, failing, waiting } = await state()
        assert.equal([off, failing, waiting], [undefined, undefined, 0], `${status}`)
      }
    } finally {
      other.close()
    }
  }),
)

test(
  'after five days of failures it is switched off, and Oggi says so; a success in between begins anew',
  withReceiver(async (world) => {
    const deleted = await world.add()
    await world.settled()
    world.to.statuses(500)
    await world.add()
    await world.send('DELETE', `/api/checkin/${deleted}`)
    await world.settled()
    const days = async (count: number) => {
      for (let hour = 0; hour < count * 24; hour += 3) await world.wait(3 * 3600)
    }
    await days(4)
    const state = async () => (await world.ask('GET', '/api/webhook', { jar: await world.host() })).json.data.webhook
    assert.ok((await state()).failing)
    assert.equal([(await state()).waiting, (await state()).last[0].end], [0, 'givenUp'])
    world.to.statuses(204)
    await world.ask('POST', '/api/checkin', { jar: await world.host(), body: byHand() })
    await world.settled()
    assert.is((await state()).failing, undefined)
    assert.is(new Set(world.to.events.map(({ data }) => data.checkin)).size, 3)
    assert.equal(
      said(world.to.events).slice(-2).sort(),
      ['checkin.changed 2', 'checkin.removed 3'],
      'the one that was given up is told whole, and the removal again',
    )
    world.to.statuses(500)
    await world.ask('POST', '/api/checkin', { jar: await world.host(), body: byHand() })
    await days(4)
    await world.ask('POST', '/api/checkin', { jar: await world.host(), body: byHand() })
    await days(2)
    assert.is((await state()).off.why, 'failing')
    const before = world.to.asked()
    await days(1)
    assert.is(world.to.asked(), before)
    assert.is((await world.ask('GET', '/api/day', { jar: await world.host() })).json.data.webhookOff, true)
  }),
)

test(
  'what was there before, and the guide’s test guest, is not told; deleting takes what waits, in no file of the house',
  withReceiver(async (world) => {
    const { set, to, store } = world
    const before = await world.add({ roomDescription: 'Camera Zaccaria' })
    await set(to.address, true)
    await world.key()
    await world.send('POST', '/api/checkin', byHand({ draftId: 'ospitediprovadellaguida' }))
    await world.settled()
    assert.is(to.asked(), 0)
    to.statuses(500)
    await world.patch(before, { roomDescription: 'Camera Malachia' })
    await world.settled()
    assert.equal(
      to.events.map(({ data }) => data.changed),
      [['room']],
    )
    await world.send('DELETE', `/api/checkin/${before}`)
    await world.settled()
    for (const note of await store.notes('webhook-checkin')) assert.not.match(note.sealed, 'Malachia')
    to.statuses(204)
    await world.wait(10)
    assert.equal(said(to.events).at(-1), 'checkin.removed 2')
    assert.not.match(to.events.at(-1)!.text, /Malachia|Zaccaria|ROSSI/)
    await set('')
    await world.settled()
    assert.equal([await store.notes('webhook'), (await store.notes('webhook-checkin')).length], [[], 0])
    assert.not.match(await store.secret('webhook', () => ''), 'whsec_')
    await world.add()
    await world.settled()
    assert.is(to.events.at(-1)!.type, 'checkin.removed')
  }, false),
)

test('the notes are sealed: neither room nor event can be read in the folder', async () => {
  const to = await receiver()
  const door = await openDoor()
  const world = await worldOf(door, to)
  await world.set(to.address)
  to.statuses(500)
  await world.key()
  const id = await world.add()
  await world.settled()
  const [note] = await world.store.notes('webhook-checkin')
  assert.is(note!.checkin, id)
  assert.not.match(note!.sealed, 'Camera')
  await door.close()
  to.close()
  const files = readdirSync(door.dir, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  const text = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1')).join('')
  assert.match(text, 'webhook-checkin')
  assert.not.match(text, '"police":"open"')
})

test('a house opened again goes on: what waited is sent under its id, what changed meanwhile is found', async () => {
  const to = await receiver()
  const first = await openDoor()
  const world = await worldOf(first, to)
  await world.set(to.address)
  await world.key()
  to.statuses(500)
  const id = await world.add()
  await world.settled()
  await first.close()
  const other = await openDoor()
  await other.close()
  const again = await openDoor({ home: first.dir })
  to.statuses(204)
  again.clock.ms += 10_000
  await again.services.webhooks.settled()
  assert.equal(
    to.events.map((one) => [one.id === to.events[0]!.id, one.data.checkin]),
    [
      [true, id],
      [true, id],
    ],
  )
  await again.close()
  to.close()
})

test.run()
