import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { callTable, type Services } from '../../../server/api/handlers'
import { deviceId } from '../../../server/auth/host-sessions'
import { accessLines } from '../../../server/http/access-lines'
import { Refusal } from '../../../server/shared/messages'
import { failing, folder } from '../store/store-world'

const test = suite('the calls that leave a line')

const start = Date.parse('2025-06-13T10:00:00.000Z')

const house = (more: { note?: () => Promise<number>; device?: string | undefined; hostDevice?: string } = {}) => {
  const lines: Record<string, unknown>[] = []
  const reported: string[] = []
  const world = { now: start, answer: {} as object, error: undefined as Error | undefined, device: more.device }
  const services = {
    store: {
      settings: async () => ({ adminPin: 'sealed' }),
      notes: async () => [],
      note:
        more.note ??
        (async (_kind: string, { before: _, sum: __, ...line }: Record<string, unknown>) => {
          lines.push(line)
          return lines.length
        }),
    },
    sessions: {
      device: (_cookies: unknown, _secure: boolean, pin: string) => (pin === 'sealed' ? world.device : 'not asked'),
      hostDevice: () => more.hostDevice,
    },
    dir: folder(),
    now: () => new Date(world.now),
    report: (line: string) => reported.push(line),
  } as unknown as Services
  const work = async () => {
    if (world.error) throw world.error
    return world.answer
  }
  const log = accessLines(services)
  /** Makes a call and returns its log lines without time and place. */
  const made = async (name: string, context: object = {}) => {
    const before = lines.length
    const rule = callTable.find((one) => one.name === name)!
    const asked = { params: {}, body: {}, cookies: {}, secure: true, isHost: true, ...context } as never
    await log.answered(rule, asked, await work().catch((error) => log.failed(rule, asked, error)))
    return lines.slice(before).map(({ at: _, device: __, ...line }) => line)
  }
  return { made, lines, reported, world }
}
const id = { params: { id: '7' } }
const ids = { body: { ids: [7, 8] } }

test('the host’s reads, changes, exports and deletions are logged by kind and numbers', async () => {
  for (const [name, context, line, answer] of [
    ['POST /api/admin/login', {}, { what: 'signIn' }],
    ['POST /api/admin/logout', {}, { what: 'signOut' }],
    ['POST /api/admin/link', {}, { what: 'link' }],
    ['POST /api/admin/recovery-key', {}, { what: 'secret' }],
    ['PATCH /api/devices/:device', {}, { what: 'device' }],
    ['POST /api/devices/:device/out', {}, { what: 'device' }],
    ['GET /api/checkins', {}, { what: 'list' }],
    ['GET /api/day', {}, { what: 'view' }],
    ['GET /api/checkin/:id', id, { what: 'view', ids: [7] }],
    ['GET /api/checkin/:id/exports', id, { what: 'view', ids: [7] }],
    ['GET /api/checkin/:id/person', id, { what: 'export', ids: [7] }],
    ['POST /api/checkin', {}, { what: 'edit', ids: [9] }, { data: { id: 9 } }],
    ['POST /api/checkin/:id/identified', id, { what: 'edit', fields: ['identified'], ids: [7] }],
    ['POST /api/checkin/:id/hold', id, { what: 'edit', fields: ['retentionHold'], ids: [7] }],
    ['POST /api/checkin/:id/room', id, { what: 'edit', fields: ['roomOf'], ids: [7] }],
    ['POST /api/police/settle', {}, { what: 'edit', fields: ['told'] }],
    ['POST /api/enable', ids, { what: 'edit', fields: ['enabledForSending'], ids: [7, 8] }],
    ['POST /api/told', ids, { what: 'edit', fields: ['told'], ids: [7, 8] }],
    ['DELETE /api/checkin/:id', id, { what: 'delete', ids: [7] }],
    [
      'POST /api/checkin/:id/erase',
      { ...id, body: { reason: 'request' } },
      { what: 'delete', why: 'request', ids: [7] },
    ],
    ['POST /api/checkins/delete', ids, { what: 'delete', ids: [7, 8] }],
    ['POST /api/checkins/keep', ids, { what: 'edit', ids: [8] }, { data: { kept: [8] } }],
    ['POST /api/export', ids, { what: 'export', ids: [7, 8] }, { data: { files: [{}] } }],
    ['POST /api/police/send', ids, { what: 'export', ids: [7, 8] }],
    ['POST /api/region/send', {}, { what: 'export' }],
    ['GET /api/region', {}, { what: 'view', ids: [7] }, { data: { doubts: [{ checkin: 7 }], strangers: [] } }],
    ['GET /api/checkin/:id/region', id, { what: 'view', ids: [7] }],
    ['POST /api/checkin/:id/region', id, { what: 'edit', ids: [7] }],
    ['POST /api/region/eliminate', {}, { what: 'edit' }],
    ['POST /api/police/receipt/:id', {}, { what: 'export' }],
    ['POST /api/flow/publish', {}, { what: 'publish' }],
    ['POST /api/flow/versions/:id/restore', {}, { what: 'publish' }],
    ['GET /api/workbook/:name', {}, { what: 'export' }],
    ['POST /api/backup', {}, { what: 'backup' }],
  ] as [string, object, object, object?][]) {
    const { made, world } = house()
    world.answer = answer ?? {}
    const [found, ...rest] = await made(name, context)
    assert.equal([found, rest], [line, []], name)
  }
})

test('derived changes, files not made, and guests’ actions leave no log line', async () => {
  const { made, world } = house()
  for (const name of ['GET /api/checkins/changes', 'GET /api/settings', 'POST /api/police/plan', 'GET /api/letters'])
    assert.equal(await made(name), [], name)
  world.answer = { data: { doubts: [], strangers: [] } }
  assert.equal(await made('GET /api/region'), [])
  world.answer = { data: { files: [] } }
  assert.equal(await made('POST /api/export', ids), [])
  world.answer = {}
  assert.equal(await made('POST /api/export', ids), [])
  world.answer = { data: { id: 9 } }
  assert.equal(await made('POST /api/checkin', { isHost: false }), [])
  assert.equal(await made('PATCH /api/checkin/:id/update', { ...id, isHost: false }), [])
})

test('a code that is the access code signs the host in, any other is a guest’s', async () => {
  const { made, world } = house()
  const asked = { isHost: false }
  for (const data of [undefined, {}, { kind: 'checkin' }]) {
    world.answer = { data }
    assert.equal(await made('POST /api/reservation-code', asked), [])
  }
  world.answer = { data: { kind: 'admin' } }
  assert.equal(await made('POST /api/reservation-code', asked), [{ what: 'signIn' }])
})

test('a logged change names known fields; unknown ones are only counted as some', async () => {
  const { made } = house()
  const body = { email: 'x', mainGuestName: 'y', plate: 'z', toString: 'w' }
  assert.equal(await made('PATCH /api/checkin/:id/update', { ...id, body }), [
    { what: 'edit', fields: ['email', 'mainGuestName', 'own'], ids: [7] },
  ])
  const setting = async (name: string, body: object = {}) =>
    (await made('PATCH /api/settings/:name', { params: { name }, body }))[0]
  assert.equal(await setting('companyName'), { what: 'settings', fields: ['companyName'] })
  assert.equal(await setting('stripe', { enableStripe: true, stripeSecretKey: 'sk' }), {
    what: 'secret',
    fields: ['enableStripe', 'stripeSecretKey'],
  })
  assert.equal(await setting('nothing', { toString: 1 }), { what: 'settings', fields: [] })
  const { made: other } = house()
  assert.equal(await other('PATCH /api/settings/:name', { body: { companyName: 'x' } }), [
    { what: 'settings', fields: ['companyName'] },
  ])
})

test('invalid numbers are not logged', async () => {
  const { made } = house()
  assert.equal(await made('POST /api/told', { body: { ids: [7, '8', 1.5, null, 9] } }), [
    { what: 'edit', fields: ['told'], ids: [7, 9] },
  ])
  assert.equal(await made('POST /api/told', { body: { ids: 'x' } }), [{ what: 'edit', fields: ['told'], ids: [] }])
})

test('a wrong PIN or key is logged wherever it was typed; no other refusal is', async () => {
  const { lines, made, world } = house()
  const refused = async (name: string, error: Error, context: object = {}) => {
    const before = lines.length
    world.error = error
    assert.is(await failing(made(name, context)), error)
    return lines.slice(before).map(({ what }) => what)
  }
  const wrong = new Refusal(400, 'x', { faults: [{ field: 'current', rule: 'unknown' }] })
  assert.equal(await refused('POST /api/admin/login', new Refusal(401, 'x'), { isHost: false }), ['refused'])
  assert.equal(await refused('POST /api/backup', wrong), ['refused'])
  for (const [name, error] of [
    ['POST /api/admin/login', new Refusal(429, 'x')],
    ['POST /api/backup', new Refusal(401, 'x')],
    ['POST /api/backup', new Refusal(400, 'x', { faults: [{ field: 'current', rule: 'required' }] })],
    ['POST /api/backup', new Refusal(400, 'x', { faults: [{ field: 'newPin', rule: 'unknown' }] })],
    ['POST /api/backup', new Error('x')],
  ] as const)
    assert.equal(await refused(name, error), [], `${name} ${error.message}`)
})

test('a line has time and device: the one just made, the browser’s, or the session’s', async () => {
  const on = async (answer: object, device?: string, hostDevice?: string) => {
    const { made, world, lines } = house({ ...(hostDevice && { hostDevice }) })
    world.answer = answer
    world.device = device
    await made('POST /api/admin/login')
    const [line] = lines
    assert.is(line!.at, '2025-06-13T10:00:00.000Z')
    return line!.device
  }
  const cookies = ['host=x; Path=/', '__Host-device=new~1.2; Path=/']
  assert.is(await on({ cookies }, 'old', 'session'), deviceId('new'))
  assert.is(await on({ cookies: ['device=plain~1.2; Path=/'] }, 'old'), deviceId('plain'))
  assert.is(await on({ cookies: ['mydevice=other~1.2'] }, 'old', 'session'), deviceId('old'))
  assert.is(await on({}, undefined, 'session'), 'session')
  assert.is(await on({}), '')
})

test('a list or day read again within the hour on the same device is logged once', async () => {
  const { made, world } = house({ device: 'phone' })
  assert.is((await made('GET /api/checkins')).length, 1)
  world.now += 3_599_999
  assert.is((await made('GET /api/checkins')).length, 0)
  assert.is((await made('GET /api/day')).length, 1, 'another kind')
  assert.is((await made('GET /api/checkin/:id/exports', id)).length, 1, 'one check-in’s is told each time')
  assert.is((await made('GET /api/checkin/:id/exports', id)).length, 1)
  world.device = 'laptop'
  assert.is((await made('GET /api/checkins')).length, 1, 'another device')
  world.device = 'phone'
  world.now += 1
  assert.is((await made('GET /api/checkins')).length, 1)
  assert.is((await made('GET /api/checkins')).length, 0)
})

test('a thousand devices are remembered; with more, all are logged again', async () => {
  const { made, world } = house()
  const read = async (device: number) => {
    world.device = `device ${device}`
    return (await made('GET /api/checkins')).length
  }
  for (let device = 0; device <= 1000; device++) assert.is(await read(device), 1)
  assert.is(await read(0), 0)
  assert.is(await read(1001), 1)
  assert.is(await read(0), 1)
})

test('a line that cannot be written is reported, and the answer is given', async () => {
  const { made, reported } = house({ note: async () => Promise.reject(new TypeError('the disk')) })
  assert.equal(await made('GET /api/day'), [])
  assert.equal(reported, ['access log: a line could not be written (TypeError)'])
})

test.run()
