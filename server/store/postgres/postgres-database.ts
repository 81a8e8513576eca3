import { randomBytes } from 'node:crypto'
import type { Sql } from 'postgres'
import { single } from '../../shared/scheduling'
import { HeldElsewhere } from '../store'
import { connect, patiently } from './connection'
import { type HouseCounts, leaseStatements } from './statements'

export type HeldHouse = {
  standing: HouseCounts
  /** Whether the lease still runs by this process's clock. */
  isHeld: () => boolean
  release: () => Promise<void>
}

type DatabaseOptions = {
  url: string
  address: string
  /** Seconds without a heartbeat after which a process counts as dead. */
  patience?: number
  connections?: number
  report: (line: string) => void
}

/** Milliseconds by which a process's own lease ends before the database's. */
const margin = 500

/** Extends this process's lease by heartbeats, one at a time. */
const heart = (beat: () => Promise<unknown>, seconds: number, report: (line: string) => void) => {
  let until = 0
  /** Increased after a lost lease: another process may hold the houses from before. */
  let life = 0
  const once = async () => {
    const began = performance.now()
    await beat()
    if (began > until) life++
    until = began + seconds * 1000 - margin
  }
  const { run, idle } = single(() => once().catch((error: Error) => report(`database: ${error.message}`)))
  const timer = setInterval(run, (seconds * 1000) / 4)
  return {
    once,
    life: () => life,
    isAlive: (of: number) => of === life && performance.now() < until,
    stop: () => {
      clearInterval(timer)
      return idle()
    },
  }
}

const holder = (sql: Sql, me: string, { life, isAlive }: Pick<ReturnType<typeof heart>, 'life' | 'isAlive'>) => {
  const { begin, take, release, holder, wake } = leaseStatements(sql)
  const terms = new Map<string, number>()
  const hold = async (house: string): Promise<HeldHouse> => {
    const of = life()
    const standing = await patiently(async () => {
      await begin(house)
      return take(house, me)
    })
    if (!standing) throw new HeldElsewhere(house, await patiently(() => holder(house)))
    terms.set(house, standing.term)
    return {
      standing,
      isHeld: () => isAlive(of),
      release: async () => void (await patiently(() => release(house, standing.term))),
    }
  }
  return {
    hold,
    /** Stores when a house has its next work, in milliseconds; undefined for never. */
    saveWake: async (house: string, at: number | undefined) =>
      void (await patiently(() => wake(house, terms.get(house) ?? 0, at === undefined ? null : new Date(at)))),
  }
}

/** Opens a database of houses. One process at a time holds a house, by a lease. Throws StoreRefused with a sentence. */
export const openPostgres = async ({ url, address, patience = 4, connections = 10, report }: DatabaseOptions) => {
  const sql = await connect(url, connections)
  const me = randomBytes(9).toString('base64url')
  const { beat, leave, sweep, holder: holderOf, others, houses, due } = leaseStatements(sql)
  const { once, stop, ...pulse } = heart(() => patiently(() => beat(me, address, patience)), patience, report)
  await once()
  await sweep()
  return {
    sql,
    ...holder(sql, me, pulse),
    moveTo: async (to: string) => {
      address = to
      await once()
    },
    /** Resolves with the address of the process that holds a house. */
    holderOf: (house: string) => patiently(() => holderOf(house)),
    others: () => patiently(() => others(me)),
    /** Resolves with the houses to open: their work is due, or the process that held them died. */
    due: () => patiently(due),
    rename: (house: string, to: string) =>
      patiently(async () => void (await sql.begin((t) => leaseStatements(t).rename(house, to)))),
    remove: (house: string) => patiently(async () => void (await sql.begin((t) => leaseStatements(t).remove(house)))),
    houses: () => patiently(houses),
    ready: async () => void (await patiently(() => sql`SELECT 1`)),
    close: async () => {
      await stop()
      await patiently(() => leave(me)).catch((error: Error) => report(`database: ${error.message}`))
      await sql.end({ timeout: 2 })
    },
  }
}

export type PostgresDatabase = Awaited<ReturnType<typeof openPostgres>>
