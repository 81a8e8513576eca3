import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { openPostgres, type PostgresDatabase } from '../../server/store/postgres/postgres-database'
import { openPostgresStore } from '../../server/store/postgres/postgres-store'
import { openStore } from '../../server/store/sqlite/open'
import type { Store } from '../../server/store/store'
import { type PostgresServer, startPostgres, whyNoPostgres } from '../server/store/postgres-server'
import { headsOf, load, roomy } from './posting'
import { processorOf, processorOfTree } from './processor'
import { median, row, skip } from './table'
import { folder, kept, started } from './world'

/** Houses of a process, and each one's connections: so many posts are under way. */
const [each, connections] = [8, 4]
const inFlight = each * connections
const seconds = 4

const namesOf = (set: string, count: number) => Array.from({ length: count }, (_, n) => `${set}${n}.example.it`)

/** A folder of houses whose stores `open` opens. */
const street = async (names: readonly string[], open: (name: string, dir: string) => Promise<Store>) => {
  const root = folder()
  for (const name of names) {
    const dir = join(root, name)
    mkdirSync(dir)
    const store = await open(name, dir)
    await store.saveSettings(roomy as never)
    await store.close()
  }
  return root
}

/** What a load made: check-ins a second, and milliseconds of processor for each, in the processes and in the database. */
type Measured = { rate: number; process: number; database: number }

/** So many processes, each asked for its own houses. */
const processes = async (count: number, names: readonly string[], env: Record<string, string>, database?: number) => {
  const start = () => started(['dist/server.mjs'], { TRUST_PROXY: '1', DRAIN: '0', ...env })
  const all = await Promise.all(Array.from({ length: count }, start))
  const houses = await Promise.all(
    names.map(async (name, n) => {
      const { url, child } = all[n % count]!
      return { name, url, pid: child.pid!, head: await headsOf(url, 60, name) }
    }),
  )
  return {
    /** Loads all of them, or only the one of this place. */
    measure: async (place?: number): Promise<Measured> => {
      const loaded = houses.filter((_, n) => place === undefined || n % count === place)
      const pids = [...new Set(loaded.map(({ pid }) => pid))]
      const used = () => [
        pids.reduce((sum, pid) => sum + processorOf(pid), 0),
        database ? processorOfTree(database) : 0,
      ]
      const before = used()
      const loads = loaded.map(({ name, url, head }) => load(url, head, seconds * 1000, connections, name))
      const rate = (await Promise.all(loads)).reduce((sum, one) => sum + one, 0)
      // The load runs a second longer than it counts.
      const [process, there] = used().map((now, n) => ((now - before[n]!) * 1000) / (rate * (seconds + 1)))
      return { rate, process: process!, database: there! }
    },
    stop: () => Promise.all(all.map(({ stop }) => stop())),
  }
}

/** How many a second so many lanes do, each the next when the last is done. */
const inLanes = async (work: (n: number) => Promise<unknown>) => {
  let count = 0
  const until = performance.now() + seconds * 1000
  const lane = async () => {
    for (; performance.now() < until; ) await work(++count)
  }
  await Promise.all(Array.from({ length: inFlight }, lane))
  return count / seconds
}

/** Rows a second that the database itself takes into the same table, each in a transaction of its own. */
const bareInserts = async (socket: string) => {
  const sql = postgres({ host: socket, user: 'benvenuto', database: 'postgres', max: inFlight })
  const doc = JSON.stringify(kept(1))
  let given = 0
  const insert = () => sql`INSERT INTO checkin (house, id, owner, draft, arrival, departure, doc)
    VALUES ('bare', ${++given}, 'owner', ${`draft${given}`}, '2026-07-10', '2026-07-12', ${doc})`
  await inLanes(insert)
  return { measure: () => inLanes(insert), stop: () => sql.end() }
}

/** The store alone, without HTTP and journey, as the houses of one process use it. */
const storeAlone = async (database: PostgresDatabase) => {
  const stores = await Promise.all(
    namesOf('s', each).map((house) => openPostgresStore({ database, house, dir: folder() })),
  )
  let given = 0
  const add = (n: number) => stores[n % each]!.addCheckin({ ...kept(n), draftId: `draft${++given}` })
  return { measure: () => inLanes(add), stop: () => Promise.all(stores.map((store) => store.close())) }
}

/** One process and two, the store alone, and bare INSERTs, in turns. */
const besideInserts = async (server: PostgresServer, database: PostgresDatabase) => {
  const inDatabase = (house: string, dir: string) => openPostgresStore({ database, house, dir })
  const [ones, twos] = [namesOf('one', each), namesOf('two', 2 * each)]
  const root = await street([...ones, ...twos], inDatabase)
  const env = { HOUSES: root, DATABASE_URL: server.url() }
  const folders = namesOf('f', each)
  const embedded = await processes(1, folders, {
    HOUSES: await street(folders, (_, dir) => openStore({ dir, backups: 0 })),
  })
  const one = await processes(1, ones, env, server.pid())
  const two = await processes(2, twos, env, server.pid())
  const bare = await bareInserts(server.socket)
  const store = await storeAlone(database)
  const runs: { embedded: Measured; one: Measured; two: Measured; bare: number; store: number }[] = []
  for (let n = 0; n < 3; n++)
    runs.push({
      embedded: await embedded.measure(),
      one: await one.measure(),
      two: await two.measure(),
      bare: await bare.measure(),
      store: await store.measure(),
    })
  await Promise.all([embedded, one, two, bare, store].map(({ stop }) => stop()))
  const middle = (of: (run: (typeof runs)[number]) => number) => median(runs.map(of))
  const rate = (of: (run: (typeof runs)[number]) => number) => String(Math.round(middle(of)))
  row(
    `check-ins a second kept by one process with ${each} houses, each in its folder`,
    runs.map(({ embedded }) => embedded.rate),
    '',
    undefined,
    { beside: `${middle(({ embedded }) => embedded.process).toFixed(2)} ms of processor each` },
  )
  row(
    `the same in PostgreSQL by one process, ${inFlight} posts under way, beside as many bare INSERTs of the same row`,
    runs.map(({ one, bare }) => one.rate / bare),
    '×',
    0.4,
    {
      least: true,
      beside: `${rate(({ one }) => one.rate)} and ${rate(({ bare }) => bare)} a second; ${middle(({ one }) => one.process).toFixed(2)} ms of processor each, ${middle(({ one }) => one.database).toFixed(2)} in the database`,
    },
  )
  row(
    'the same beside that process with its folders: what HTTP, journey and check allow',
    runs.map(({ one, embedded }) => one.rate / embedded.rate),
    '×',
    0.9,
    { least: true, beside: `${rate(({ one }) => one.rate)} and ${rate(({ embedded }) => embedded.rate)} a second` },
  )
  row(
    'the store alone in PostgreSQL, as many check-ins under way, beside the same bare INSERTs',
    runs.map(({ store, bare }) => store / bare),
    '×',
    0.4,
    { least: true, beside: `${rate(({ store }) => store)} and ${rate(({ bare }) => bare)} a second` },
  )
  row(
    'two processes on PostgreSQL beside one, on the same two cores as database and load',
    runs.map(({ one, two }) => two.rate / one.rate),
    '×',
    1,
    { least: true, beside: `${rate(({ two }) => two.rate)} and ${rate(({ one }) => one.rate)} a second` },
  )
}

/**
 * Eight processes that are open at once and are loaded one after the other, each as one alone is: two cores cannot show
 * eight at work. With cores and a database of their own they keep what their processor time for a check-in allows.
 */
const besideEight = async (server: PostgresServer, database: PostgresDatabase) => {
  const costsOf = async (count: number) => {
    const names = namesOf(`of${count}-`, count * each)
    const root = await street(names, (house, dir) => openPostgresStore({ database, house, dir }))
    const all = await processes(count, names, { HOUSES: root, DATABASE_URL: server.url() }, server.pid())
    const costs: Measured[] = []
    for (let place = 0; place < count; place++) costs.push(await all.measure(place))
    await all.stop()
    return costs
  }
  const alone = [...(await costsOf(1)), ...(await costsOf(1))]
  const eight = await costsOf(8)
  const middle = (costs: Measured[], of: 'process' | 'database') => median(costs.map((one) => one[of])).toFixed(2)
  const growth = eight.map(({ process }) => median(alone.map((one) => one.process)) / process)
  row('growth to eight processes with a core each and the database elsewhere, of linear', growth, '×', 0.8, {
    least: true,
    beside: `a check-in takes ${middle(eight, 'process')} ms of its process and ${middle(eight, 'database')} ms of the database; where there is one process ${middle(alone, 'process')} and ${middle(alone, 'database')} ms`,
  })
}

const timed = async (work: () => Promise<unknown>) => {
  const times: number[] = []
  for (let n = 0; n < 15; n++) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  return median(times)
}

/** The day's list and the whole list of a house with 10,000 check-ins, before and among a million rows of others. */
const amongOthers = async (database: PostgresDatabase) => {
  const store = await openPostgresStore({ database, house: 'large.example.it', dir: folder() })
  for (let n = 0; n < 10_000; n += 500)
    await Promise.all(Array.from({ length: 500 }, (_, i) => store.addCheckin(kept(n + i))))
  const look = async () => ({
    day: await timed(() => store.checkins({ date: '2026-07-10' })),
    all: await timed(async () => {
      for await (const _ of store.checkinSlices());
    }),
  })
  await database.sql`ANALYZE`
  const alone = await look()
  await database.sql`
    INSERT INTO checkin (house, id, arrival, departure, doc)
    SELECT 'o' || n % 10000, n / 10000 + 1, '2026-07-' || lpad((n % 28 + 1)::text, 2, '0'), '2026-08-01',
      repeat('x', 200)
    FROM generate_series(0, 999999) AS n`
  await database.sql`ANALYZE`
  const among = await look()
  await store.close()
  const beside = (part: 'day' | 'all') => `${alone[part].toFixed(1)} ms alone, ${among[part].toFixed(1)} ms among them`
  row(
    'a day of a house with 10,000 check-ins, among 1,000,000 rows of 10,000 houses beside alone',
    among.day / alone.day,
    '×',
    1.5,
    { beside: beside('day') },
  )
  row('the same: all its check-ins, which searching reads', among.all / alone.all, '×', 1.5, { beside: beside('all') })
}

const inOwnServer = async (work: (server: PostgresServer, database: PostgresDatabase) => Promise<void>) => {
  const missing = whyNoPostgres()
  if (missing) return skip('several processes on PostgreSQL', missing)
  const server = await startPostgres({ shared_buffers: '256MB' })
  const database = await openPostgres({ url: server.url(), address: '', report: console.error })
  await work(server, database)
  await database.close()
  await server.stop()
}

/** What processes on PostgreSQL keep, beside the embedded store and bare INSERTs, and a house among many. */
export const sharing = () =>
  inOwnServer(async (server, database) => {
    await besideInserts(server, database)
    await amongOthers(database)
  })

/** What eight processes would keep. */
export const spreading = () => inOwnServer(besideEight)
