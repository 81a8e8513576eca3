import { randomBytes } from 'node:crypto'
import type { Sql } from 'postgres'
import { HeldElsewhere } from '../store'
import { connect, patiently } from './connection'
import { type HouseCounts, leases } from './statements'

/** A house that this process holds. */
export type HeldHouse = {
  standing: HouseCounts
  /** Whether nobody else can hold it meanwhile, as far as this process's own clock tells. */
  isHeld: () => boolean
  /** Lets it go: somebody else may take it at once. */
  release: () => Promise<void>
}

export type DatabaseOptions = {
  /** `postgres://user@host/name`, with the options of the package `postgres`. */
  url: string
  /** Where other processes reach this one: `http://app1:3000`. */
  address: string
  /** Seconds after which a process that was not heard of is taken for dead. */
  patience?: number
  connections?: number
  report: (line: string) => void
}

/** Milliseconds less that a process believes itself to be alive than the database does. */
const margin = 500

/** Says regularly that this process is alive. */
const heart = (beat: () => Promise<unknown>, seconds: number, report: (line: string) => void) => {
  let until = 0
  /** How often it was taken for dead: what was held in an earlier life may be another's by now. */
  let life = 0
  const once = async () => {
    const began = performance.now()
    await beat()
    if (began > until) life++
    until = began + seconds * 1000 - margin
  }
  let beating: Promise<void> | undefined
  const timer = setInterval(
    () => {
      beating ??= once()
        .catch((error: Error) => report(`database: ${error.message}`))
        .finally(() => (beating = undefined))
    },
    (seconds * 1000) / 4,
  )
  return {
    once,
    /** The present life. */
    life: () => life,
    isAlive: (of: number) => of === life && performance.now() < until,
    stop: async () => {
      clearInterval(timer)
      await beating
    },
  }
}

/** The houses of a database, held one by one. */
const holder = (sql: Sql, me: string, { life, isAlive }: Pick<ReturnType<typeof heart>, 'life' | 'isAlive'>) => {
  const { begin, take, release, holder, wake } = leases(sql)
  /** The term under which each house was last held here. */
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
    /** Writes down when a house that was let go wants to be opened again, in milliseconds; nothing for never. */
    saveWake: async (house: string, at: number | undefined) =>
      void (await patiently(() => wake(house, terms.get(house) ?? 0, at === undefined ? null : new Date(at)))),
  }
}

/**
 * Opens a database of many houses for this process. Each house is held by one process at a time (a lease with a term):
 * what that process remembers of it is true, and a statement of one that was taken for dead does nothing. Throws
 * StoreRefused, with a sentence for the operator.
 */
export const openPostgres = async ({ url, address, patience = 4, connections = 10, report }: DatabaseOptions) => {
  const sql = await connect(url, connections)
  const me = randomBytes(9).toString('base64url')
  const { beat, leave, sweep, holder: holderOf, others, houses, due } = leases(sql)
  const { once, stop, ...pulse } = heart(() => patiently(() => beat(me, address, patience)), patience, report)
  await once()
  await sweep()
  return {
    sql,
    ...holder(sql, me, pulse),
    /** Says where other processes reach this one from now on. */
    moveTo: async (to: string) => {
      address = to
      await once()
    },
    /** Where the process is that holds a house; nothing where none does. */
    holderOf: (house: string) => patiently(() => holderOf(house)),
    /** Where the other processes are. */
    others: () => patiently(() => others(me)),
    /** The houses that nobody holds and that have something to do. */
    due: () => patiently(due),
    /** Gives a house that nobody holds another name, all or nothing. */
    rename: (house: string, to: string) =>
      patiently(async () => void (await sql.begin((t) => leases(t).rename(house, to)))),
    /** Removes everything of a house, all or nothing. */
    remove: (house: string) => patiently(async () => void (await sql.begin((t) => leases(t).remove(house)))),
    /** The names of all houses. */
    houses: () => patiently(houses),
    /** Resolves when the database answers. */
    ready: async () => void (await patiently(() => sql`SELECT 1`)),
    /** Lets everything go and ends the connections. */
    close: async () => {
      await stop()
      await patiently(() => leave(me)).catch((error: Error) => report(`database: ${error.message}`))
      await sql.end({ timeout: 2 })
    },
  }
}

export type PostgresDatabase = Awaited<ReturnType<typeof openPostgres>>
