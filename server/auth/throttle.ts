import type { Store } from '../store/store'

/**
 * How many failures are forgiven at once, how many a day, and how long each further one waits (seconds, doubling,
 * `longest` at most). `lasting` is a budget that guards a secret: its counts are in the store, so that a restart gives
 * nobody new tries.
 */
export type Budget = { free: number; daily: number; delay: number; longest?: number; lasting?: true }

/**
 * The PIN and the access code are one secret each for the whole house: every device that never signed in shares one
 * budget, whatever its address. Wrong reservation codes are counted three times: for the browser (or the address, where
 * it shows no cookie), for the network, and for the house, which they slow down and never close. What guests send is
 * counted for the browser that sent it.
 */
export const budgets = {
  pin: { free: 3, daily: 10, delay: 30, lasting: true },
  access: { free: 3, daily: 10, delay: 30, lasting: true },
  /** A code that is compared with the PIN: used up, it is compared no more, and nobody waits. */
  pinAsCode: { free: 5, daily: 5, delay: 0, lasting: true },
  code: { free: 10, daily: 60, delay: 30 },
  network: { free: 60, daily: 120, delay: 30 },
  house: { free: 15, daily: Infinity, delay: 60, longest: 10_800, lasting: true },
  /**
   * Typos given back to the budgets of the house and the access code, for each reservation code that was then typed
   * right.
   */
  typo: { free: 3, daily: 3, delay: 0, lasting: true },
  checkin: { free: 100, daily: 100, delay: 0 },
  change: { free: 500, daily: 500, delay: 0 },
  lookUp: { free: 200, daily: 200, delay: 0 },
} as const satisfies Record<string, Budget>

export type Kind = keyof typeof budgets

const day = 86_400_000
const most = 20_000

/** What a budget has counted: how many, since when and when last, in milliseconds. */
type Failures = { count: number; since: number; last: number }

const nameOf = (kind: Kind, who: string) => `${kind} ${who}`

/**
 * Counts failures by kind and by who made them; `now` in milliseconds is the caller's. What lasts begins with the
 * counters given and is handed to `save`; the promise of a change resolves when it is kept.
 */
export const throttle = (
  counters: Awaited<ReturnType<Store['counters']>> = {},
  save: Store['saveCounter'] = async () => {},
) => {
  // A table for each kind: a flood of addresses that try codes must not push out the failures counted for the PIN.
  const tables: { [kind in Kind]?: Map<string, Failures> } = {}
  const tableOf = (kind: Kind) => (tables[kind] ??= new Map<string, Failures>())
  for (const [name, { count = 0, since = 0, last = 0 }] of Object.entries(counters)) {
    const [kind, who] = name.split(' ')
    if (kind && who && Object.hasOwn(budgets, kind)) tableOf(kind as Kind).set(who, { count, since, last })
  }
  const ruleOf = (kind: Kind): Budget => budgets[kind]
  const current = (kind: Kind, who: string, now: number) => {
    const failures = tableOf(kind).get(who)
    return failures && now >= failures.since && now - failures.since < day ? failures : undefined
  }
  const keep = async (kind: Kind, who: string) => {
    if (ruleOf(kind).lasting) await save(nameOf(kind, who), tableOf(kind).get(who) ?? null)
  }
  /**
   * What is older than a day counts for nothing; the oldest go first, so that a flood of names fills neither memory nor
   * disk.
   */
  const prune = async (kind: Kind, now: number) => {
    const table = tableOf(kind)
    for (const [who, { since }] of table) {
      if (table.size <= most && now - since < day) break
      table.delete(who)
      await keep(kind, who)
    }
  }
  return {
    /** Seconds until someone may try again; 0 when now. */
    wait: (kind: Kind, who: string, now: number) => {
      const { free, daily, delay, longest = Infinity } = ruleOf(kind)
      const failures = current(kind, who, now)
      if (!failures || failures.count < free) return 0
      if (failures.count >= daily) return Math.ceil((failures.since + day - now) / 1000)
      const seconds = Math.min(longest, delay * 2 ** (failures.count - free))
      return Math.max(0, Math.ceil((failures.last + seconds * 1000 - now) / 1000))
    },
    fail: async (kind: Kind, who: string, now: number) => {
      const table = tableOf(kind)
      const { count, since } = current(kind, who, now) ?? { count: 0, since: now }
      table.delete(who)
      table.set(who, { count: count + 1, since, last: now })
      await prune(kind, now)
      await keep(kind, who)
    },
    /**
     * Takes one failure back: what was counted before it was compared turned out right. The failures of others stay.
     */
    forgive: async (kind: Kind, who: string) => {
      const failures = tableOf(kind).get(who)
      if (!failures?.count) return
      failures.count--
      await keep(kind, who)
    },
    /** Forgets the failures of someone known. */
    clear: async (kind: Kind, who: string) => {
      if (tableOf(kind).delete(who)) await keep(kind, who)
    },
  }
}

export type Throttle = ReturnType<typeof throttle>
