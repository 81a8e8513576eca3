import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { StoreRefused, StoreUnavailable } from '../store'
import { stepTable, tableVersions } from './table-versions'

/** Milliseconds a statement may take before nobody believes in its answer, and how long one is tried again in all. */
const limits = { answer: 4_000, patience: 8_000 }

/** Codes of errors after which nothing was done: serialization failure and deadlock. */
const undone = new Set(['40001', '40P01'])

/** Whether an error leaves open what the server did: the connection went, or the server was being stopped. */
const isUnknown = (code: string) =>
  /^(?:CONNECT|ECONN|EPIPE|ETIMEDOUT|ENOENT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|57P0|08|53300)/.test(code)

const late = () => Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' })

const inTime = async <T>(work: Promise<T>): Promise<T> => {
  const ending = new AbortController()
  const clock = pause(limits.answer, undefined, { signal: ending.signal, ref: false }).then(() =>
    Promise.reject(late()),
  )
  clock.catch(() => {})
  return Promise.race([work, clock]).finally(() => ending.abort())
}

/** A statement failed, and whether it may have been done all the same (`isOpen`). */
export class Unanswered extends StoreUnavailable {
  constructor(
    cause: Error,
    readonly isOpen: boolean,
  ) {
    super(`The database did not take it: ${cause.message}`, { cause })
  }
}

/**
 * Does what can be done twice, again and again for some seconds while the database refuses for the moment or is out of
 * reach. Rejects with Unanswered then, and at once with any other error.
 */
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

/** The number under which all programs ask for the lock of the steps. */
const stepLock = 7_236_451

/** Does the steps the tables still lack, one program at a time; refuses tables that have left this one behind. */
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

/** The folder of a Unix socket, which libpq's addresses carry percent-encoded in the place of the host. */
const socketOf = (url: string) => {
  const host = decodeURIComponent(URL.canParse(url) ? new URL(url).hostname : '')
  return host.startsWith('/') ? { host } : {}
}

/**
 * Connects to a database and brings its tables up to date. Throws StoreRefused, with a sentence for the operator, when
 * that cannot be.
 */
export const connect = async (url: string, connections: number): Promise<Sql> => {
  // Not loaded by who keeps the house in a folder.
  const { default: postgres } = await import('postgres')
  const sql = postgres(url, {
    ...socketOf(url),
    max: connections,
    connect_timeout: 4,
    connection: { application_name: 'benvenuto' },
    // Its question about types of arrays, which nobody waits for, would end the process when the connection breaks.
    fetch_types: false,
    onnotice: () => {},
    backoff: (tries) => Math.min(0.5, 0.02 * 2 ** tries),
  })
  try {
    await patiently(() => migrate(sql))
    return sql
  } catch (error) {
    await sql.end({ timeout: 1 }).catch(() => {})
    if (error instanceof StoreRefused) throw error
    throw new StoreRefused(`The database of DATABASE_URL cannot be used: ${(error as Error).message}`)
  }
}
