import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { AccessLine, AccessLog } from '../../../schema/privacy'
import { callTable } from '../../../server/api/handlers'
import { accessLines } from '../../../server/http/access-lines'
import { accessLog } from '../../../server/privacy/access-log'
import { openStore } from '../../../server/store/sqlite/open'
import type { Store } from '../../../server/store/store'
import { answers, atTheDoor, byHand, type Jar, pin } from '../http/door-world'
import { powerDisk } from '../store/store-disk'
import { folder, using } from '../store/store-world'

const test = suite('the access log')

const line = (n: number) => ({ at: `2026-01-01T10:00:0${n}.000Z`, what: 'edit' as const, device: 'abc', ids: [n] })

const lines = async (store: Pick<Store, 'notes'>): Promise<AccessLine[]> =>
  (await store.notes('access')).map(({ id: _, ...one }) => one)

test('the log continues after a restart, and a failed write does not break it', async () => {
  const dir = folder()
  await using(openStore({ dir, backups: 0 }), (store) => accessLog({ store, dir }).add(line(1)))
  await using(openStore({ dir, backups: 0 }), async (store) => {
    let isFull = true
    const full = {
      ...store,
      note: (...given: never[]) =>
        isFull ? Promise.reject(new Error('full')) : Reflect.apply(store.note, store, given),
    }
    const log = accessLog({ store: full as typeof store, dir })
    await log.add(line(2)).catch(() => {})
    isFull = false
    await log.add(line(3))
    const { count, isWhole } = await log.read()
    assert.equal([count, isWhole], [2, true])
  })
})

test('a line names at most twenty check-ins, and says how many there were if there were more', async () => {
  const dir = folder()
  await using(openStore({ dir, backups: 0 }), async (store) => {
    const log = accessLog({ store, dir })
    for (const count of [20, 21])
      await log.add({ ...line(1), what: 'export', ids: Array.from({ length: count }, (_, n) => n + 1) })
    const { lines } = await log.read()
    assert.equal(
      lines.map(({ ids, count }) => [ids!.length, ids!.at(-1), count]),
      [
        [20, 20, 21],
        [20, 20, undefined],
      ],
    )
  })
})

test('some hundreds beyond 20,000 lines the oldest are deleted together, and the rest stays valid', async () => {
  const notes: (AccessLine & { id: number })[] = []
  let reads = 0
  const store = {
    notes: async () => {
      reads++
      return [...notes]
    },
    note: async (_kind: string, entry: AccessLine) => void notes.push({ id: (notes.at(-1)?.id ?? 0) + 1, ...entry }),
    removeNote: async (_kind: string, id: number) =>
      notes.splice(
        notes.findIndex((one) => one.id === id),
        1,
      ).length > 0,
  } as unknown as Store
  const log = accessLog({ store, dir: '/house', disk: powerDisk(() => {}) })
  for (let n = 0; n < 20_500; n++) await log.add(line(n % 10))
  assert.equal([notes.length, reads], [20_500, 1], 'a line beyond does not read the others')
  await log.add(line(0))
  const { count, isWhole, lines } = await log.read()
  assert.equal([count, isWhole, lines.length, notes[0]!.id], [20_000, true, 300, 502])
})

test(
  'each host action leaves a line, by device, with fields and without values or names',
  atTheDoor(async ({ ask, host, guest, store, clock }) => {
    const own = await guest()
    await ask('POST', '/api/checkin', { jar: own, body: answers() })
    assert.equal(await lines(store), [])
    await ask('POST', '/api/admin/login', { body: { pin: '0000' } })
    const jar: Jar = await host()
    const { id } = (await ask('POST', '/api/checkin', { jar: { host: jar.host! }, body: byHand() })).json.data
    const as = { host: jar.host!, device: jar.device! }
    await ask('GET', '/api/checkins', { jar: as })
    await ask('GET', '/api/checkins', { jar: as })
    await ask('PATCH', `/api/checkin/${id}/update`, { jar: as, body: { mainGuestName: 'ANNA', MarioRossi: 'x' } })
    await ask('PATCH', `/api/checkin/${id}/update`, { jar: as, body: { mainGuestBirthDate: 'never' } })
    await ask('GET', `/api/checkin/${id}/person`, { jar: as })
    await ask('PATCH', '/api/settings/companyName', { jar: as, body: { value: 'Casa' } })
    await ask('PATCH', '/api/settings/stripeSecretKey', { jar: as, body: { value: 'sk_live_51Qx', current: pin } })
    await ask('POST', '/api/backup', { jar: as, body: { current: pin, passphrase: 'quattro parole a caso' } })
    await ask('DELETE', `/api/checkin/${id}`, { jar: as })
    await ask('POST', '/api/admin/logout', { jar: { ...as } })
    const all = await lines(store)
    assert.equal(
      all.map(({ what, ids = [], fields = [] }) => [what, ids.length, fields.join(' ')]),
      [
        ['refused', 0, ''],
        ['signIn', 0, ''],
        ['edit', 1, ''],
        ['list', 0, ''],
        ['edit', 1, 'mainGuestName own'],
        ['export', 1, ''],
        ['settings', 0, 'companyName'],
        ['secret', 0, 'stripeSecretKey'],
        ['backup', 0, ''],
        ['delete', 1, ''],
        ['signOut', 0, ''],
      ],
    )
    const devices = new Set(all.slice(1).map(({ device }) => device))
    assert.equal([all[0]!.device, devices.size, [...devices][0]!.length], ['', 1, 8])
    const digest = /[0-9a-f]{16,}/g
    assert.not.match(JSON.stringify(all).replace(digest, ''), /ANNA|MARIO|Mario|ROSSI|Casa|sk_live|0000/)
    clock.ms += 60_000
    const again: Jar = { device: jar.device! }
    await host(again)
    assert.ok(devices.has((await lines(store)).at(-1)!.device), 'the same browser stays the same device')
    const { data }: { data: AccessLog } = (await ask('GET', '/api/access-log', { jar: again })).json
    assert.equal([data.isWhole, data.count, data.lines[0]!.what], [true, 12, 'signIn'])
  }),
)

test('a response is kept even if its log line cannot be begun', async () => {
  const said: string[] = []
  const store = await openStore({ dir: folder() })
  const broken = { ...store, settings: () => Promise.reject(new Error('no settings')) }
  const parts = {
    store: broken,
    dir: folder(),
    sessions: {},
    now: () => new Date(),
    report: (line: string) => said.push(line),
  }
  const answer = { bytes: { body: Buffer.from('everything'), type: 'x', name: 'checkin.backup' } }
  const rule = callTable.find(({ name }) => name === 'POST /api/backup')!
  const context = { isHost: true, cookies: {}, secure: false, params: {}, body: {} }
  await accessLines(parts as never).answered(rule, context as never, answer)
  assert.equal(said, ['access log: a line could not be written (Error)'])
  await store.close()
})

test(
  'the person’s file has all stored data, and only the host may request it',
  atTheDoor(async ({ ask, host, guest, store }) => {
    const own = await guest()
    const { id } = (await ask('POST', '/api/checkin', { jar: own, body: answers() })).json.data
    const jar = await host()
    const at = new Date().toISOString()
    await store.note('export', { at, ids: [id], file: '01-01-questura.txt', sha256: 'ab' })
    const { data } = (await ask('GET', `/api/checkin/${id}/person`, { jar })).json
    const { owner: _, ...record } = (await store.checkin(id))!
    assert.equal(data.record, record)
    assert.equal(data.files, [{ at, file: '01-01-questura.txt', sha256: 'ab' }])
    assert.is((await ask('GET', `/api/checkin/${id}/person`, { jar: own })).status, 401)
    assert.is((await ask('GET', '/api/checkin/999/person', { jar })).status, 404)
  }),
)

test(
  'an erasure needs a reason, deletes check-in and letters, and the log keeps the reason and no name',
  atTheDoor(async ({ ask, host, guest, store }) => {
    const own = await guest()
    const { id } = (await ask('POST', '/api/checkin', { jar: own, body: answers() })).json.data
    const jar = await host()
    const erase = (reason: unknown, asking: Jar = jar) =>
      ask('POST', `/api/checkin/${id}/erase`, { jar: asking, body: { reason } }).then(({ status }) => status)
    assert.equal([await erase('request', own), await erase(''), await erase('because')], [401, 400, 400])
    assert.ok(await store.checkin(id))
    assert.equal([await erase('request'), await store.checkin(id), await erase('request')], [200, undefined, 404])
    const last = (await lines(store)).at(-1)!
    assert.equal([last.what, last.ids, last.why], ['delete', [id], 'request'])
    assert.not.match(JSON.stringify(last), /MARIO|ROSSI/)
    const { id: place } = (await store.notes('access')).at(-1)!
    await store.removeNote('access', place)
    await store.note('access', { ...last, why: 'other' })
    assert.not((await ask('GET', '/api/access-log', { jar })).json.data.isWhole)
  }),
)

test.run()
