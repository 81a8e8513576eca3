// Several processes, and failures of the database or of the connection: no acknowledged change is lost or made twice.
import { mkdirSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import postgres, { type Sql } from 'postgres'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { tableVersions } from '../../../server/store/postgres/connection'
import { openPostgres, type PostgresDatabase } from '../../../server/store/postgres/postgres-database'
import { openPostgresStore } from '../../../server/store/postgres/postgres-store'
import type { Store } from '../../../server/store/store'
import { until } from '../../until'
import { type PostgresServer, startPostgres, whyNoPostgres } from './postgres-server'
import { failing, folder, stay, whole } from './store-world'

const test = suite('store: postgresql, several processes and faults')
const missing = whyNoPostgres()

let server: PostgresServer
let sql: Sql
const opened: PostgresDatabase[] = []
const ways: { stop: () => void }[] = []

/** A separate process from the database's point of view. */
const processAt = async (address: string, more: { url?: string; patience?: number } = {}) => {
  const database = await openPostgres({ url: server.url(), address, report: () => {}, ...more })
  opened.push(database)
  return database
}

const storeOf = (database: PostgresDatabase, house: string, lost?: () => void) =>
  openPostgresStore({ database, house, dir: folder(), ...(lost && { lost }) })

if (missing) console.log(`# skipped: PostgreSQL with several processes and faults (${missing})`)
else {
  test.before(async () => {
    server = await startPostgres()
    sql = postgres({ host: server.socket, user: 'benvenuto', database: 'postgres', max: 2, onnotice: () => {} })
  })
  test.after.each(async () => {
    for (const database of opened.splice(0)) await database.close()
    for (const way of ways.splice(0)) way.stop()
  })
  test.after(async () => {
    await sql.end()
    await server.stop()
  })
}
const holds = (title: string, work: () => Promise<void>) => (missing ? test.skip(title, work) : test(title, work))

const letter = { addressee: 'host', status: 'queued', at: '2025-07-01T10:00:00.000Z', tries: 0 } as const

/** Adds check-ins, each with a letter, in parallel lanes; each retries with its own attempt id, as a guest's browser does. */
const adding = async (store: Store, count: number, lanes: number, answered: number[] = []) => {
  let next = 0
  const lane = async () => {
    for (let n = next++; n < count; n = next++)
      for (let tries = 0; ; tries++)
        try {
          answered.push((await store.addCheckin(stay(n), [letter])).id)
          break
        } catch (error) {
          if (tries > 400) throw error
          await pause(50)
        }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return answered
}

/**
 * Adds check-ins while `harm` runs every few milliseconds, but never twice without a success between: on a slow machine
 * every try would fail, and the store would rightly give up.
 */
const addingUnder = async (harm: () => unknown, store: Store, count: number, lanes: number) => {
  const answered: number[] = []
  let isDone = false
  const harming = (async () => {
    for (let seen = -1; !isDone; await pause(15))
      if (answered.length > seen) {
        seen = answered.length
        await harm()
      }
  })()
  await adding(store, count, lanes, answered).finally(() => (isDone = true))
  await harming
  return answered
}

/** Checks that each attempt is stored once, with the acknowledged number. */
const allOnce = async (house: string, answered: number[], count: number) => {
  const rows = await sql<
    { id: number; draft: string }[]
  >`SELECT id, draft FROM checkin WHERE house = ${house} ORDER BY id`
  assert.is(new Set(rows.map(({ draft }) => draft)).size, rows.length, 'none twice')
  assert.is(rows.length, count)
  assert.equal(
    [...answered].sort((one, other) => one - other),
    rows.map(({ id }) => id),
  )
  const letters = await sql`SELECT checkin FROM note WHERE house = ${house} ORDER BY checkin`
  assert.equal(
    letters.map(({ checkin }) => checkin),
    rows.map(({ id }) => id),
    'each with its letter',
  )
}

holds('a house is held by one process, and taken over when that one lets it go', async () => {
  const [one, two] = await Promise.all([processAt('http://one'), processAt('http://two')])
  const store = await storeOf(one, 'rosa')
  await store.addCheckin(stay(1))
  const error = await failing(storeOf(two, 'rosa'))
  assert.equal([error.name, (error as { address?: string }).address], ['HeldElsewhere', 'http://one'])
  assert.is(await two.holderOf('rosa'), 'http://one')
  assert.equal(await two.others(), ['http://one'])
  await store.close()
  assert.is(await two.holderOf('rosa'), undefined)
  const other = await storeOf(two, 'rosa')
  assert.is((await other.addCheckin(stay(2))).id, 2)
  assert.is((await other.checkins()).length, 2)
  assert.equal([...(await two.houses())], ['rosa'])
})

holds('of fifty takings at once one succeeds', async () => {
  const processes = await Promise.all([1, 2, 3].map((n) => processAt(`http://${n}`)))
  const taken = await Promise.allSettled(Array.from({ length: 51 }, (_, n) => storeOf(processes[n % 3]!, 'viola')))
  const holders = new Set<PostgresDatabase>()
  taken.forEach(({ status }, n) => status === 'fulfilled' && holders.add(processes[n % 3]!))
  assert.is(holders.size, 1)
})

holds('check-ins that come together go in few transactions, each with its letters and its own number', async () => {
  const store = await storeOf(await processAt('http://one'), 'dalia')
  const commits = async () => Number((await sql`SELECT changes FROM house WHERE house = 'dalia'`)[0]!.changes)
  const before = await commits()
  await allOnce('dalia', await adding(store, 200, 50), 200)
  assert.ok((await commits()) - before <= 20, `${(await commits()) - before} transactions`)
  // Attempts stored before and attempts that come twice stand between new ones.
  const again = [7, 300, 12, 301, 301, 7].map((n) => store.addCheckin(stay(n), [letter]))
  const known = await Promise.all(again)
  assert.equal(
    known.map(({ draftId, isRepeated = false, letters = [] }) => [draftId, isRepeated, letters.length]),
    [7, 300, 12, 301, 301, 7].map((n, at) => {
      const isRepeated = n < 200 || at === 4
      return [stay(n).draftId, isRepeated, isRepeated ? 0 : 1]
    }),
  )
  assert.equal(
    known.map(({ id }) => id > 200),
    [false, true, false, true, true, false],
  )
  await allOnce(
    'dalia',
    (await store.checkins()).map(({ id }) => id),
    202,
  )
  await store.close()
})

holds(
  'a process taken for dead loses the house: what it still writes does nothing, what it reads is refused',
  async () => {
    // With this patience the lease is renewed every quarter of an hour: not again within this test.
    const [one, two] = [await processAt('http://one', { patience: 3600 }), await processAt('http://two')]
    let losses = 0
    const store = await storeOf(one, 'giglio', () => losses++)
    await store.addCheckin(stay(1))
    // As if the process had been stopped for longer than its lease.
    await sql`UPDATE process SET until = now() - interval '1 second' WHERE address = 'http://one'`
    const other = await storeOf(two, 'giglio')
    await other.addCheckin(stay(2))
    assert.is((await failing(store.addCheckin(stay(3)))).name, 'StoreUnavailable')
    assert.is((await failing(store.checkins())).name, 'StoreUnavailable')
    assert.is(losses, 1)
    assert.equal(
      (await other.checkins()).map(({ id }) => id),
      [1, 2],
    )
    await store.close()
    assert.is(await two.holderOf('giglio'), 'http://two', 'closing what was lost lets nobody else go')
  },
)

holds(
  'a process that could not say that it lives for too long answers nothing until it has its houses anew',
  async () => {
    const one = await processAt('http://one', { patience: 1 })
    let losses = 0
    const store = await storeOf(one, 'tulipano', () => losses++)
    await sql`ALTER TABLE process RENAME TO elsewhere`
    await pause(1_200)
    assert.is((await failing(store.checkins())).name, 'StoreUnavailable')
    await sql`ALTER TABLE elsewhere RENAME TO process`
    const living = () => sql`SELECT FROM process WHERE address = 'http://one' AND until > now()`
    await until('a process that lives', async () => (await living()).length > 0)
    assert.is((await failing(store.checkins())).name, 'StoreUnavailable')
    assert.is(losses, 1)
    await store.close()
    const again = await storeOf(one, 'tulipano')
    assert.is((await again.addCheckin(stay(1))).id, 1)
  },
)

holds('serialization failures are tried again', async () => {
  await sql.unsafe(`
    CREATE FUNCTION unlucky() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF random() < 0.4 THEN RAISE EXCEPTION 'restart transaction' USING ERRCODE = '40001'; END IF; RETURN NEW; END $$;
    CREATE TRIGGER unlucky BEFORE UPDATE ON house FOR EACH ROW EXECUTE FUNCTION unlucky()`)
  try {
    const store = await storeOf(await processAt('http://one'), 'malva')
    await allOnce('malva', await adding(store, 60, 8), 60)
    await store.close()
  } finally {
    await sql.unsafe('DROP TRIGGER unlucky ON house; DROP FUNCTION unlucky')
  }
})

holds('backends killed in the middle of writing lose nothing and double nothing', async () => {
  const one = await processAt('http://one')
  let kills = 0
  const killWriting = async () =>
    (
      await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'benvenuto' AND state <> 'idle'`
    ).length
  // A statement takes less than a millisecond, so one query seldom finds a backend that is writing.
  const kill = async () => {
    for (let looks = 0, killed = 0; !killed && looks < 50; looks++) kills += killed = await killWriting()
  }
  for (let round = 1; kills < 4 && round < 30; round++) {
    const store = await storeOf(one, `iris-${round}`)
    await allOnce(`iris-${round}`, await addingUnder(kill, store, 200, 20), 200)
  }
  assert.ok(kills > 3, `${kills} kills`)
})

holds('the server killed in the middle of writing loses nothing that was answered', async () => {
  const store = await storeOf(await processAt('http://one', { patience: 60 }), 'ortensia')
  const work = adding(store, 300, 10)
  await pause(150)
  await server.crash()
  await allOnce('ortensia', await work, 300)
})

/** A connection to the server that a test can cut between a statement and its answer. */
const cuttingWay = async (to: string) => {
  const at = folder()
  mkdirSync(join(at, 'way'))
  let isCutting = false
  let cuts = 0
  const sockets = new Set<Socket>()
  const way = createServer((client) => {
    const far = connect(join(to, '.s.PGSQL.5432'))
    for (const socket of [client, far]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => [client, far].forEach((one) => one.destroy()))
    }
    client.on('data', (bytes) => far.write(bytes))
    far.on('data', (bytes) => {
      if (!isCutting) return void client.write(bytes)
      isCutting = false
      cuts++
      client.destroy()
    })
  })
  await new Promise<void>((done) => way.listen(join(at, 'way/.s.PGSQL.5432'), done))
  const stop = () => {
    for (const socket of sockets) socket.destroy()
    way.close()
    rmSync(at, { recursive: true, force: true })
  }
  ways.push({ stop })
  return { socket: join(at, 'way'), cut: () => (isCutting = true), cuts: () => cuts }
}

holds('a connection cut between a commit and its answer makes no change twice', async () => {
  const way = await cuttingWay(server.socket)
  const database = await processAt('http://one', { url: server.url('postgres', way.socket) })
  for (let round = 1; way.cuts() < 4 && round < 20; round++) {
    const house = `camelia-${round}`
    const store = await storeOf(database, house)
    await allOnce(house, await addingUnder(way.cut, store, 150, 10), 150)
    await store.close()
  }
  assert.ok(way.cuts() > 3, `${way.cuts()} cuts`)
})

holds('two programs bring the tables up to date at once; a step that leaves this one behind is refused', async () => {
  await sql`CREATE DATABASE fresh`
  const url = server.url('fresh')
  await Promise.all([1, 2, 3].map((n) => processAt(`http://${n}`, { url })))
  const fresh = postgres({ host: server.socket, user: 'benvenuto', database: 'fresh', max: 1 })
  assert.equal(
    [...(await fresh`SELECT number FROM step`)],
    tableVersions.map((_, index) => ({ number: index + 1 })),
  )
  // A later program version that this one may run beside, and one that it may not.
  await fresh`INSERT INTO step (number, least) VALUES (${tableVersions.length + 1}, 1)`
  await processAt('http://beside', { url })
  await fresh`INSERT INTO step (number, least) VALUES (${tableVersions.length + 2}, ${tableVersions.length + 1})`
  assert.match((await failing(processAt('http://behind', { url }))).message, /later version/)
  await fresh.end()
  assert.match(
    (await failing(processAt('http://x', { url: 'postgres://127.0.0.1:1/none' }))).message,
    /DATABASE_URL cannot be used: The database did not take it: .*ECONNREFUSED/,
  )
})

holds(
  'a house that is given another name has all it had and nothing under the old one; removed, nothing at all',
  async () => {
    const database = await processAt('http://one')
    const store = await storeOf(database, 'narciso')
    await store.addCheckin(stay(1))
    await store.saveSettings({ companyName: 'Casa Narciso' })
    await store.note('stripe-event', { event: 'evt_1' })
    const all = { ...(await whole(store)), events: await store.notes('stripe-event') }
    await store.close()
    const rows = async (house: string) =>
      Promise.all(
        ['checkin', 'note', 'entry', 'house'].map(
          async (table) => (await sql`SELECT 1 FROM ${sql(table)} WHERE house = ${house}`).length,
        ),
      )
    assert.equal(await rows('narciso'), [1, 1, 1, 1])
    await database.rename('narciso', 'ranuncolo')
    assert.equal(
      [await rows('narciso'), await rows('ranuncolo')],
      [
        [0, 0, 0, 0],
        [1, 1, 1, 1],
      ],
    )
    const renamed = await storeOf(database, 'ranuncolo')
    assert.equal({ ...(await whole(renamed)), events: await renamed.notes('stripe-event') }, all)
    await renamed.close()
    await database.remove('ranuncolo')
    assert.equal(await rows('ranuncolo'), [0, 0, 0, 0])
  },
)

test.run()
