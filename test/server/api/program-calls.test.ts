import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { api } from '../../../schema/calls/api'
import { bookingsCall, mostSent, sentBooking, sentVerdicts } from '../../../schema/calls/programs'
import { budgets } from '../../../server/auth/throttle'
import { italianDay } from '../../../server/shared/clock'
import { openApi, programRefusals } from '../../../src/core/programs/open-api'
import { addDays } from '../../../src/core/text/dates'
import { atTheDoor, type Door, type Jar, openDoor, pin } from '../http/door-world'

const test = suite('calls of other programs')

const began = Date.now()

const day = (n: number) => addDays(italianDay(), n)

/** A booking, changed so many minutes ago. */
const booked = (reference: string, minutesAgo: number, more: object = {}) => ({
  reference,
  updated: new Date(began - minutesAgo * 60_000).toISOString(),
  arrival: day(3),
  departure: day(5),
  ...more,
})

const asHost = async ({ ask, host }: Pick<Door, 'ask' | 'host'>) => {
  const jar = await host()
  const send = async (method: string, path: string, body?: object) => ask(method, path, { jar, ...(body && { body }) })
  return {
    jar,
    key: async (name = 'Channel') =>
      (await send('POST', '/api/programs', { name, current: pin })).json.data.key as string,
    programs: async () => (await send('GET', '/api/programs')).json.data.programs,
    withdraw: async (name: string) => (await send('POST', '/api/programs/withdraw', { name })).status,
    stays: async () => (await send('GET', '/api/bookings')).json.data.stays,
    send,
  }
}

const withKey = (key: string) => ({ authorization: `Bearer ${key}` })

const asProgram =
  ({ ask }: Pick<Door, 'ask'>, key: string) =>
  async (...bookings: object[]) => {
    const { status, json } = await ask('POST', '/api/v1/bookings', { headers: withKey(key), body: { bookings } })
    return status === 200 ? json.data.results.map(({ verdict }: { verdict: string }) => verdict) : status
  }

test(
  'a program with a key brings stays; each has a verdict, and the host sees which program it came from',
  atTheDoor(async (world) => {
    const host = await asHost(world)
    const send = asProgram(world, await host.key('Gestionale Alfa'))
    assert.equal(await send(booked('a', 9, { name: 'Ada Neri' }), booked('b', 9), { reference: 'c' }), [
      'added',
      'added',
      'refused',
    ])
    assert.equal(await send(booked('a', 9, { name: 'Ada Neri' }), { ...booked('b', 5), status: 'cancelled' }), [
      'same',
      'cancelled',
    ])
    assert.equal(
      (await host.stays()).map(({ name, state, program }: Record<string, string>) => [name, state, program]),
      [
        ['Ada Neri', 'expected', 'Gestionale Alfa'],
        [undefined, 'cancelled', 'Gestionale Alfa'],
      ],
    )
    const [ada] = await host.stays()
    await host.send('DELETE', `/api/bookings/${ada.id}`)
    assert.equal(await send(booked('a', 1, { name: 'Ada Neri' })), ['removed'])
    assert.is((await host.stays()).length, 1)
  }),
)

test(
  'the same booking in parallel calls, with its changes in any order, is one stay in its newest state',
  atTheDoor(async (world) => {
    const host = await asHost(world)
    const send = asProgram(world, await host.key())
    const states = Array.from({ length: 12 }, (_, n) => ({ ...booked('a', n), people: n + 1 }))
    const mixed = [...states, ...states].sort((a, b) => ((a.people * 7) % 12) - ((b.people * 7) % 12))
    const verdicts = (await Promise.all(mixed.map((one) => send(one)))).flat()
    assert.is(verdicts.filter((one) => one === 'added').length, 1)
    assert.equal(
      (await host.stays()).map(({ people }: { people: number }) => people),
      [1],
    )
  }),
)

test(
  'keys are made with the PIN, shown once, stored as digests, renewed and withdrawn; no backup brings one back',
  atTheDoor(async (world) => {
    const host = await asHost(world)
    assert.is((await host.send('POST', '/api/programs', { name: 'Channel' })).status, 400)
    assert.is((await host.send('POST', '/api/programs', { name: 'x'.repeat(41), current: pin })).status, 400)
    const key = await host.key('Channel')
    assert.ok(Buffer.from(key.slice(3), 'base64url').length * 8 >= 128)
    assert.not.match(JSON.stringify(await host.programs()), key.slice(3))
    assert.not.match(await world.store.secret('program-keys', () => ''), key.slice(3))
    assert.equal(await asProgram(world, key)(booked('a', 9)), ['added'])
    assert.ok((await host.programs())[0].used)
    const second = await host.key('channel')
    assert.equal(
      (await host.programs()).map(({ name }: { name: string }) => name),
      ['Channel'],
    )
    assert.is(await asProgram(world, key)(booked('a', 8)), 401)
    assert.equal(await asProgram(world, second)(booked('a', 8)), ['same'], 'the same program goes on')
    const backup = Buffer.from(await world.store.backup())
    assert.not.match(backup.toString('latin1'), second.slice(3))
    assert.is(await host.withdraw('Channel'), 200)
    assert.is(await host.withdraw('Channel'), 404)
    assert.is(await asProgram(world, second)(booked('a', 7)), 401)
    assert.is((await host.stays()).length, 1, 'its stays remain')
    assert.equal(await asProgram(world, await host.key('Channel'))(booked('a', 7)), ['same'])
    for (let n = 1; n < 20; n++) await host.key(`Programma ${n}`)
    assert.is((await host.send('POST', '/api/programs', { name: 'Uno di troppo', current: pin })).status, 409)
  }),
)

test(
  'wrong keys are counted by address and make nobody else wait; a right key is never held up',
  atTheDoor(
    async (world) => {
      const key = await (await asHost(world)).key()
      const from = (address: string, given: string) =>
        world.ask('POST', '/api/v1/bookings', {
          headers: { authorization: `Bearer ${given}`, 'x-forwarded-for': address },
          body: { bookings: [booked('a', 1)] },
        })
      const statuses = []
      for (let n = 0; n < budgets.network.free + 1; n++) statuses.push((await from('198.51.100.7', `bv_${n}`)).status)
      assert.equal(statuses, [...Array(budgets.network.free).fill(401), 429])
      const { headers } = await from('198.51.100.7', 'bv_x')
      assert.ok(Number(headers['retry-after']) > 0)
      assert.is((await from('198.51.100.7', key)).status, 200)
      assert.is((await from('198.51.100.8', 'bv_x')).status, 401)
      for (const authorization of ['', 'Bearer', `Basic ${key}`, `Bearer ${key}x`, `Bearer ${key} ${key}`, key])
        assert.is(
          (await world.ask('POST', '/api/v1/bookings', { headers: { authorization }, body: { bookings: [] } })).status,
          401,
          authorization,
        )
    },
    { trustProxy: true },
  ),
)

test(
  "no cookie opens the call, a key opens nothing else, and another site's page is refused without CORS headers",
  atTheDoor(async (world) => {
    const host = await asHost(world)
    const key = await host.key()
    const body = { bookings: [booked('a', 1)] }
    const jar: Jar = host.jar
    for (const headers of [{}, { 'x-as': 'host' }])
      assert.is((await world.ask('POST', '/api/v1/bookings', { jar, headers, body })).status, 401)
    for (const [method, path] of [
      ['GET', '/api/bookings'],
      ['GET', '/api/checkins'],
      ['GET', '/api/programs'],
      ['GET', '/api/day'],
    ] as const)
      assert.is((await world.ask(method, path, { headers: withKey(key) })).status, 401, path)
    const settings = (await world.ask('GET', '/api/settings', { headers: withKey(key) })).json.data
    assert.ok(!('reservationCodes' in settings))
    for (const foreign of [{ origin: 'https://elsewhere.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      const said = await world.ask('POST', '/api/v1/bookings', { headers: { ...withKey(key), ...foreign }, body })
      assert.is(said.status, 403)
    }
    for (const method of ['POST', 'OPTIONS']) {
      const headers = { ...withKey(key), origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' }
      const said = await world.ask(method, '/api/v1/bookings', { headers, body })
      assert.ok(said.status >= 400)
      assert.equal(
        Object.keys(said.headers).filter((name) => name.startsWith('access-control')),
        [],
      )
    }
    assert.is((await host.stays()).length, 0)
  }),
)

test(
  'too much is refused whole: entries, bytes, calls of a day',
  atTheDoor(async (world) => {
    const host = await asHost(world)
    const key = await host.key()
    const send = asProgram(world, key)
    assert.is(await send(), 400)
    assert.is(await send(...Array.from({ length: mostSent + 1 }, (_, n) => booked(`r${n}`, 1))), 400)
    assert.is(await send(booked('a', 1, { name: 'x'.repeat(200_000) })), 413)
    assert.is((await host.stays()).length, 0)
    const whole = await send(...Array.from({ length: mostSent }, (_, n) => booked(`r${n}`, 1)))
    assert.equal(whole, Array(mostSent).fill('added'))
    const { throttle } = world.services
    for (let n = 0; n < budgets.program.daily; n++) await throttle.fail('program', 'Channel', world.clock.ms)
    assert.is(await send(booked('a', 1)), 429)
    assert.equal(await asProgram(world, await host.key('Another'))(booked('a', 1)), ['added'])
  }),
)

const page = readFileSync('docs/calls.md', 'utf8')

/** The names in the first column of the page's tables. */
const rows = new Map(
  [...page.slice(0, page.indexOf('## States out')).matchAll(/^\| ([^|]+) \|.* ([^|]*) \|$/gm)].flatMap(
    ([line, names]) => names!.split(', ').map((name) => [name.replaceAll('`', ''), line] as const),
  ),
)

test('the page about the calls says what the schemas say', () => {
  const text = JSON.stringify(openApi())
  for (const field of Object.keys(sentBooking.properties)) assert.ok(rows.has(field), field)
  for (const [name, meaning] of Object.entries(sentVerdicts)) assert.ok(rows.get(name)?.includes(meaning), name)
  for (const [status, meaning] of Object.entries(programRefusals))
    assert.ok(rows.get(status)?.includes(meaning), status)
  for (const number of [mostSent, api['POST /api/v1/bookings'].limit, budgets.program.daily])
    assert.match(page, ` ${number} `)
  assert.not.match(text, 'undefined')
})

const run = promisify(execFile)

test('the examples of the page run as they stand, and every answer is as described', async () => {
  const door = await openDoor()
  // The day on which the page's guest arrives.
  door.clock.ms = Date.parse('2026-12-04T12:00:00Z')
  try {
    const host = await asHost(door)
    const env = { ...process.env, HOUSE: door.url, KEY: await host.key() }
    const examples = [...page.matchAll(/^```sh\n([^]*?)```$/gm)].map(([, text]) => text!)
    const said = []
    for (const text of examples) said.push(JSON.parse((await run('sh', ['-c', text], { env })).stdout))
    const [added, cancelled, description] = said
    assert.equal([added.data.results[0].verdict, cancelled.data.results[0].verdict], ['added', 'cancelled'])
    assert.equal(description, JSON.parse(JSON.stringify(openApi())))
    const { 200: done, 401: refused } = description.paths['/api/v1/bookings'].post.responses
    const ajv = new Ajv2020({ strict: false, formats: { date: true, 'date-time': true } })
    const isAnswer = ajv.compile(done.content['application/json'].schema)
    assert.ok(isAnswer(added) && isAnswer(cancelled), JSON.stringify(isAnswer.errors))
    const wrong = await door.ask('POST', '/api/v1/bookings', { headers: withKey('bv_wrong'), body: {} })
    assert.match(wrong.json.message, 'valid key')
    assert.ok(ajv.validate(refused.content['application/json'].schema, wrong.json))
    const isBody = ajv.compile(bookingsCall.body)
    for (const text of examples.slice(0, 2)) assert.ok(isBody(JSON.parse(/-d '([^]*)'/.exec(text)![1]!)))
    const worst = await door.ask('POST', '/api/v1/bookings', {
      headers: withKey(env.KEY),
      body: { bookings: [{}, null, { reference: 5, updated: [] }, 'x'] },
    })
    assert.ok(isAnswer(worst.json), JSON.stringify(isAnswer.errors))
  } finally {
    await door.close()
  }
})

test.run()
