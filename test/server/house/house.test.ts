import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Settings } from '../../../schema/settings'
import { type House, type HouseOptions, openHouse } from '../../../server/house/house'
import { mailServer } from '../../../server/mail/smtp'
import { outgoingLimits } from '../../../server/outgoing/guarded-request'
import { webhookKeys } from '../../../server/programs/webhook-delivery'
import { printDigest } from '../../../server/shared/digests'
import { dataKeys } from '../../../server/store/sealed/sealing'
import { openStore } from '../../../server/store/sqlite/open'
import type { Store } from '../../../server/store/store'
import { printsOf } from '../../../src/core/police/police-state'
import { until } from '../../until'
import { houseSecrets } from '../houses/world'
import { asker } from '../http/door-world'
import { withMail } from '../mail/mail-world'
import { receiver } from '../programs/receiver'
import { failing, folder, stay, using } from '../store/store-world'

const test = suite('a house')

const noon = Date.parse('2026-07-01T10:00:00Z')

const opened = async (dir: string, more: Partial<HouseOptions> = {}) => {
  const clock = { ms: noon }
  const said: string[] = []
  const house = await openHouse({
    dir,
    flow: { steps: 'test/fixtures/flow/steps.json', texts: 'src/text' },
    built: resolve('dist'),
    pin: undefined,
    tell: () => {},
    backups: 0,
    trustProxy: false,
    isPublic: false,
    at: {},
    mail: mailServer({ SMTP_HOST: '127.0.0.1', SMTP_PORT: '1' }),
    now: () => new Date(clock.ms),
    log: (line) => said.push(line),
    report: (line) => said.push(line),
    ...more,
  })
  return { ...house, clock, said }
}

const kept = async (fill: (store: Store) => Promise<unknown> = async () => {}) => {
  const dir = folder()
  await using(openStore({ dir, backups: 0 }), async (store) => {
    await houseSecrets(store, '1357')
    await fill(store)
  })
  return dir
}
const settings = (patch: Partial<Settings>) => (store: Store) => store.saveSettings(patch)

const during = async <H extends Pick<House, 'close'>>(house: H, work: (house: H) => Promise<unknown>) => {
  try {
    await work(house)
  } finally {
    await house.close()
  }
}

test('the first opening prints the house’s PIN and recovery key, the next ones do not', async () => {
  const dir = folder()
  const told: string[] = []
  const tell = (line: string) => void told.push(line)
  await during(await opened(dir, { pin: '1357', tell }), async ({ nextWork, letters, isWaiting, said }) => {
    assert.match(told.splice(0).join('\n'), /^ADMIN_PIN has set .*\nRecovery key: .*$/)
    await nextWork()
    assert.equal([letters(), isWaiting()], [0, false])
    assert.match(said.join('\n'), /^flow: \d+ journeys, version \w+$/m)
  })
  await during(await opened(dir, { tell }), async () => assert.equal(told, []))
})

test('a house answers under its name while open, with its own settings', async () => {
  const dir = await kept(settings({ companyName: 'Casa Rosa' }))
  await during(await opened(dir), async ({ handler }) => {
    const server = createServer(handler)
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const ask = asker(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    assert.is((await ask('GET', '/api/settings')).json.data.companyName, 'Casa Rosa')
    assert.is((await ask('GET', '/healthz')).status, 200)
    assert.match((await ask('GET', '/')).text, 'Casa Rosa')
    server.closeAllConnections()
    server.close()
  })
})

test('of what fails at the store of a closed house, the lost line of the access log alone is reported', async () => {
  const dir = await kept(async (store) => void (await store.addCheckin(stay(1))))
  let release: (() => void) | undefined
  let held: Promise<void> | undefined
  let isClosing = false
  const real = await openStore({ dir, backups: 0 })
  const store = async (): Promise<Store> => ({
    ...real,
    updateCheckin: async (...change) => {
      const changed = await real.updateCheckin(...change)
      held = new Promise<void>((done) => (release = done))
      return changed
    },
    settings: async () => {
      if (!isClosing) await held
      return real.settings()
    },
  })
  const reported: string[] = []
  const report = (line: string) => reported.push(line)
  const { handler, close } = await opened(dir, { store, report })
  const server = createServer(handler)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const ask = asker(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const jar = {}
  await ask('POST', '/api/admin/login', { jar, body: { pin: '1357' } })
  const changing = ask('PATCH', '/api/checkin/1/update', { jar, body: { specialRequests: 'Late' } })
  await until('the change', () => release !== undefined)
  isClosing = true
  await close()
  const before = reported.length
  release!()
  await changing
  assert.equal(reported.slice(before), ['access log: a line could not be written (StoreUnavailable)'])
  server.closeAllConnections()
  server.close()
})

test('the next task of a house: a letter at its time, nightly retention, every half hour with an office', async () => {
  const at = (minutes: number) => new Date(noon + minutes * 60_000).toISOString()
  const letter = (next: string) => async (store: Store) => {
    const { id } = await store.addCheckin(stay(1))
    const letter = { checkinId: id, addressee: 'guest', status: 'queued', at: at(0), tries: 0, next } as const
    await store.addLetter(letter)
  }
  const account = { id: 'a', name: 'Casa', user: 'CASA1', password: 'p', wsKey: 'k', category: 'hotel' }
  const next = async (fill: (store: Store) => Promise<unknown>) => {
    let found: number | undefined
    await during(await opened(await kept(fill)), async ({ nextWork }) => (found = await nextWork()))
    return found === undefined ? undefined : (found - noon) / 60_000
  }
  assert.is(await next(async () => {}), undefined)
  assert.is(await next(letter(at(40))), 40)
  assert.is(await next(settings({ policeAccounts: [account] as never })), 30)
  assert.is(await next(settings({ regionStructures: [{ id: 'r', structureCode: 'A1' }] as never })), 30)
  assert.is(
    await next(async (store) => {
      await letter(at(10))(store)
      await settings({ policeAccounts: [account] as never })(store)
    }),
    10,
  )
  assert.is(
    await next(async (store) => {
      await settings({ enableRetention: true })(store)
      await store.saveCounter('retention', { next: noon + 5 * 60_000 })
    }),
    5,
  )
})

test('a closed house is woken for the reminder of an expected stay, and tries it before it closes', async () => {
  const due = Date.parse('2026-07-03T07:00:00Z')
  const dir = await kept(async (store) => {
    await settings({ ...withMail, publicAddress: 'https://casa.example', reminderDays: 2 })(store)
    const made = '2026-06-20T10:00:00.000Z'
    const days = { arrival: '2026-07-05', departure: '2026-07-07' }
    const link = { token: 'abc', made }
    await store.note('booking', { ...days, source: 'hand', made, email: 'ada@example.org', link })
  })
  await during(await opened(dir), async ({ work, clock, nextWork }) => {
    assert.is(await nextWork(), due, 'nine in Italy')
    clock.ms = due
    await work()
    assert.is(await nextWork(), due + 60_000, 'nobody answers: the next try of the queue')
  })
  await using(openStore({ dir, backups: 0 }), async (store) =>
    assert.equal(
      (await store.notes('mail')).map(({ about, status, tries }) => [about, status, tries]),
      [['reminder', 'queued', 1]],
    ),
  )
})

test('due work runs at once on request: nightly retention', async () => {
  const dir = await kept(async (store) => {
    await settings({ enableRetention: true })(store)
    const left = stay(1, { arrivalDate: '2019-01-01', departureDate: '2019-01-03' })
    const prints = printsOf(left as never, printDigest)
    await store.addCheckin({ ...left, told: JSON.stringify({ at: '2019-01-01T10:00:00Z', prints }) })
    await store.saveCounter('retention', { next: noon + 60_000 })
  })
  await during(await opened(dir), async ({ work, clock, nextWork }) => {
    await work()
    assert.is(await nextWork(), noon + 60_000, 'not before its time')
    clock.ms += 60_000
    await work()
    assert.is(await nextWork(), Date.parse('2026-07-02T01:30:00Z'), 'half past three in Italy')
  })
  await using(openStore({ dir, backups: 0 }), async (store) => {
    const [left] = await store.checkins()
    assert.equal([left!.mainGuestName, left!.identityRemovedAt], [undefined, '2026-07-01T10:01:00.000Z'])
    assert.is((await store.notes('retention')).length, 1)
  })
})

test('a flow with findings says them, and one the house published is known by its history', async () => {
  const dir = await kept()
  mkdirSync(join(dir, 'flow'))
  writeFileSync(join(dir, 'flow', 'steps.json'), `${readFileSync('test/fixtures/flow/steps.json', 'utf8')} `)
  await during(await opened(dir), async () => {})
  await using(openStore({ dir, backups: 0 }), async (store) =>
    assert.equal(
      (await store.notes('flow')).map(({ by }) => by),
      ['hand'],
    ),
  )
  writeFileSync(join(dir, 'flow', 'steps.json'), '{')
  await during(await opened(dir), async ({ said }) => {
    assert.match(said.join('\n'), 'flow: not published, guests keep the last good one')
    assert.ok(said.some((line) => line.startsWith('errore ')))
  })
})

test('one of many houses keeps its sign-ins after closing; a single house does not', async () => {
  for (const [name, status] of [
    ['rosa.example', 200],
    [undefined, 401],
  ] as const) {
    const dir = await kept()
    const jar = {}
    const asked = async (house: House, method: string, path: string, body?: object) => {
      const server = createServer(house.handler)
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
      const ask = asker(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
      const said = await ask(method, path, { jar, ...(body && { body }) })
      server.closeAllConnections()
      server.close()
      return said.status
    }
    const more = { ...(name && { name }), pin: '1357' }
    await during(await opened(dir, more), async (house) =>
      assert.is(await asked(house, 'POST', '/api/admin/login', { pin: '1357' }), 200),
    )
    await during(await opened(dir, { ...(name && { name }) }), async (house) =>
      assert.is(await asked(house, 'GET', '/api/devices'), status, String(name)),
    )
  }
})

test('a house that cannot be opened releases its folder, with the reason', async () => {
  const dir = await kept()
  assert.match((await failing(opened(dir, { pin: 'abcd' }))).message, 'ADMIN_PIN')
  const steps = join(folder(), 'steps.json')
  writeFileSync(steps, '{')
  assert.match((await failing(opened(dir, { flow: { steps, texts: 'src/text' } }))).message, 'steps.json has errors')
  assert.not(process.getActiveResourcesInfo().includes('FSEventWrap'), 'nothing of it is watched any longer')
  await during(await opened(dir), async ({ nextWork }) => void (await nextWork()))
  const own = await openStore({ dir: folder(), backups: 0 })
  await during(await opened(dir, { store: async () => own }), async ({ nextWork }) => void (await nextWork()))
  assert.match((await failing(own.health())).message, 'closed')
})

test('with a key everything it writes is encrypted', async () => {
  const dir = folder()
  const keys = dataKeys({ DATA_KEY: 'ab'.repeat(32) })
  await during(await opened(dir, { keys }), async () => {})
  assert.not.match(readFileSync(join(dir, 'checkin.sqlite'), 'latin1'), 'SQLite format')
  assert.match((await failing(opened(dir))).message, /DATA_KEY_FILE/)
})

test('a closed house is woken for the next try of an event, which has the same id', async () => {
  const to = await receiver()
  to.statuses(503)
  const now = () => new Date(noon)
  const dir = await kept(async (store) => {
    await store.saveSettings({ webhookAddress: to.address })
    await webhookKeys({ store, now }).make()
  })
  const outgoing = outgoingLimits(true)
  const awake = async (seconds: number) => {
    let due: number | undefined
    await during(await opened(dir, { outgoing }), async ({ work, nextWork, clock }) => {
      clock.ms += seconds * 1000
      await work()
      due = await nextWork()
    })
    return due
  }
  try {
    assert.is(await awake(0), undefined)
    // Stored as if the process had been killed before it was told.
    const coming = { ...stay(1), departureDate: '2026-07-05', createdAt: new Date(noon).toISOString() }
    await using(openStore({ dir, backups: 0 }), (store) => store.addCheckin(coming))
    assert.is(await awake(1), noon + 6000)
    assert.is(to.asked(), 1)
    to.statuses(204)
    assert.is(await awake(7), undefined)
    assert.equal([to.asked(), new Set(to.events.map(({ id }) => id)).size], [2, 1])
  } finally {
    to.close()
  }
})

test.run()
