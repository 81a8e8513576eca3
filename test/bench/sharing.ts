import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { openPostgres, type PostgresDatabase } from '../../server/store/postgres/postgres-database'
import { openPostgresStore } from '../../server/store/postgres/postgres-store'
import { openStore } from '../../server/store/sqlite/open'
import type { Store } from '../../server/store/store'
import { startPostgres, whyNoPostgres } from '../server/store/postgres-server'
import { headsOf, load, roomy } from './posting'
import { median, row, skip } from './table'
import { folder, kept, started } from './world'

const names = Array.from({ length: 8 }, (_, n) => `h${n}.example.it`)

/** Check-ins a second that processes keep, each house asked at one of them. */
const rateOf = async (processes: { url: string }[]) => {
  const heads = await Promise.all(names.map((name, n) => headsOf(processes[n % processes.length]!.url, 60, name)))
  const rates = await Promise.all(
    names.map((name, n) => load(processes[n % processes.length]!.url, heads[n]!, 3_000, 4, name)),
  )
  return rates.reduce((sum, rate) => sum + rate, 0)
}

/** A folder of houses whose stores `open` opens. */
const street = async (open: (name: string, dir: string) => Promise<Store>) => {
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

const inProcesses = async (root: string, count: number, env: Record<string, string>) => {
  const start = () => started(['dist/server.mjs'], { HOUSES: root, TRUST_PROXY: '1', DRAIN: '0', ...env })
  const processes = await Promise.all(Array.from({ length: count }, start))
  const rate = await rateOf(processes)
  await Promise.all(processes.map(({ stop }) => stop()))
  return rate
}

/** Rows a second that the database itself takes, each in a transaction of its own. */
const bareInserts = async (socket: string) => {
  const sql = postgres({ host: socket, user: 'benvenuto', database: 'postgres', max: 32 })
  await sql`CREATE TABLE bare (id serial PRIMARY KEY, doc text NOT NULL)`
  const doc = JSON.stringify(kept(1))
  let count = 0
  const until = performance.now() + 3_000
  const lane = async () => {
    for (; performance.now() < until; count++) await sql`INSERT INTO bare (doc) VALUES (${doc})`
  }
  await Promise.all(Array.from({ length: 32 }, lane))
  await sql.end()
  return count / 3
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

/** What several processes on PostgreSQL keep, beside the embedded store and a bare INSERT. */
export const sharing = async () => {
  const missing = whyNoPostgres()
  if (missing) return skip('several processes on PostgreSQL', missing)
  const server = await startPostgres({ shared_buffers: '256MB' })
  const database = await openPostgres({ url: server.url(), address: '', report: console.error })
  const root = await street((house, dir) => openPostgresStore({ database, house, dir }))
  const bare = await bareInserts(server.socket)
  const embedded = await inProcesses(await street((_, dir) => openStore({ dir, backups: 0 })), 1, {})
  row('check-ins a second kept by one process with 8 houses, each in its folder', embedded, '')
  for (const count of [1, 2, 4]) {
    const rate = await inProcesses(root, count, { DATABASE_URL: server.url() })
    row(
      `the same in PostgreSQL by ${count} process${count > 1 ? 'es' : ''}, beside a bare INSERT`,
      rate / bare,
      '×',
      undefined,
      {
        beside: `${Math.round(rate)} and ${Math.round(bare)} a second`,
      },
    )
  }
  await amongOthers(database)
  await database.close()
  await server.stop()
}
