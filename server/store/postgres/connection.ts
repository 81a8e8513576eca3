import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { StoreRefused, StoreUnavailable } from '../store'

/**
 * The migrations only add, so that an older program can run beside a newer one. A program may use the database if it
 * knows migration `least`, which is raised two versions after the old way was last used.
 *
 * The house is first in every key, documents are text (`jsonb` refuses some characters), and only features that
 * PostgreSQL, Citus, CockroachDB and YugabyteDB share are used.
 */
export const tableVersions: { statements: string[]; least: number }[] = [
  {
    least: 1,
    statements: [
      'CREATE TABLE process (id text PRIMARY KEY, address text NOT NULL, until timestamptz NOT NULL)',
      `CREATE TABLE house (
        house text PRIMARY KEY, holder text NOT NULL DEFAULT '', term bigint NOT NULL DEFAULT 0,
        changes bigint NOT NULL DEFAULT 0, last text NOT NULL DEFAULT '',
        checkins integer NOT NULL DEFAULT 0, notes integer NOT NULL DEFAULT 0, wake timestamptz)`,
      'CREATE INDEX house_wake ON house (wake)',
      'CREATE INDEX house_holder ON house (holder)',
      `CREATE TABLE checkin (
        house text NOT NULL, id integer NOT NULL, owner text, draft text,
        arrival text COLLATE "C", departure text COLLATE "C", doc text NOT NULL, PRIMARY KEY (house, id))`,
      'CREATE INDEX checkin_arrival ON checkin (house, arrival)',
      'CREATE INDEX checkin_departure ON checkin (house, departure)',
      'CREATE INDEX checkin_draft ON checkin (house, draft)',
      `CREATE TABLE note (
        house text NOT NULL, id integer NOT NULL, kind text NOT NULL, checkin integer, doc text NOT NULL,
        PRIMARY KEY (house, id))`,
      'CREATE INDEX note_kind ON note (house, kind, id)',
      `CREATE TABLE entry (
        house text NOT NULL, kind text NOT NULL, name text NOT NULL, value text NOT NULL,
        PRIMARY KEY (house, kind, name))`,
    ],
  },
]

const stepTable =
  'CREATE TABLE IF NOT EXISTS step (number integer PRIMARY KEY, least integer NOT NULL, at timestamptz NOT NULL DEFAULT now())'

/** Milliseconds for a statement, and for all its retries. */
const limits = { answer: 4_000, patience: 8_000 }

/** Codes of statements that changed nothing: serialization failure and deadlock. */
const undone = new Set(['40001', '40P01'])

/** The connection broke, or the server was stopping. */
const isUnknown = (code: string) =>
  /^(?:CONNECT|ECONN|EPIPE|ETIMEDOUT|ENOENT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|57P0|08|53300)/.test(code)

const late = () => Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' })

const inTime = <T>(work: Promise<T>): Promise<T> =>
  new Promise((done, fail) => {
    const clock = setTimeout(() => fail(late()), limits.answer).unref()
    work.then(done, fail).finally(() => clearTimeout(clock))
  })

/** A failed statement; `isOpen` if it may have changed the database all the same. */
export class Unanswered extends StoreUnavailable {
  constructor(
    cause: Error,
    readonly isOpen: boolean,
  ) {
    super(`The database did not take it: ${cause.message}`, { cause })
  }
}

/** Retries idempotent work for some seconds, then rejects with Unanswered. Other errors are thrown at once. */
export const patiently = async <T>(work: () => Promise<T>): Promise<T> => {
  let isOpen = false
  for (let began = performance.now(), wait = 5; ; wait = Math.min(500, wait * 2)) {
    try {
      return await inTime(work())
    } catch (error) {
      const code = String((error as { code?: unknown }).code ?? '')
      if (!undone.has(code) && !isUnknown(code)) throw error
      isOpen ||= !undone.has(code)
      if (performance.now() - began > limits.patience) throw new Unanswered(error as Error, isOpen)
      await pause(wait * (0.5 + Math.random()))
    }
  }
}

const stepLock = 7_236_451

/** Runs the missing migrations, one program at a time. Throws StoreRefused for a later version's database. */
const migrate = (sql: Sql) =>
  sql.begin(async (sql) => {
    await sql`SELECT pg_advisory_xact_lock(${stepLock})`
    await sql.unsafe(stepTable)
    const [{ done, least }] = await sql<[{ done: number; least: number }]>`
      SELECT coalesce(max(number), 0) AS done, coalesce(max(least), 0) AS least FROM step`
    if (least > tableVersions.length)
      throw new StoreRefused('The database was changed by a later version of Benvenuto: start that version.')
    for (const [index, step] of tableVersions.slice(done).entries()) {
      for (const statement of step.statements) await sql.unsafe(statement)
      await sql`INSERT INTO step (number, least) VALUES (${done + index + 1}, ${step.least})`
    }
  })

/** Returns the folder of a Unix socket, which is the percent-encoded host of the address (libpq). */
const socketOf = (url: string) => {
  const host = decodeURIComponent(URL.canParse(url) ? new URL(url).hostname : '')
  return host.startsWith('/') ? { host } : {}
}

/** Connects and migrates. Throws StoreRefused with a sentence. */
export const connect = async (url: string, connections: number): Promise<Sql> => {
  // Loaded only for a house in a database.
  const { default: postgres } = await import('postgres')
  const sql = postgres(url, {
    ...socketOf(url),
    max: connections,
    connect_timeout: 4,
    connection: { application_name: 'benvenuto' },
    // The array type query would end the process when the connection breaks.
    fetch_types: false,
    onnotice: () => {},
    backoff: (tries) => Math.min(0.5, 0.02 * 2 ** tries),
  })
  try {
    await patiently(() => migrate(sql))
    return sql
  } catch (error) {
    // The first error is the one to report.
    await sql.end({ timeout: 1 }).catch(() => {})
    if (error instanceof StoreRefused) throw error
    throw new StoreRefused(`The database of DATABASE_URL cannot be used: ${(error as Error).message}`)
  }
}
