import type { Store } from '../store/store'

/**
 * A budget of failures. The first `free` cost nothing; after each further one the next has to wait: `delay` seconds,
 * then `growth` times as long each time (twice, if not said). After `daily` failures nothing is tried until the count
 * begins anew, which is `days` (one, if not said) after its first failure. A `lasting` budget guards a secret: its
 * counts are in the store, so that a restart gives nobody new tries.
 */
export type Budget = {
  free: number
  daily?: number
  delay: number
  growth?: number
  days?: number
  lasting?: true
}

/** What a wrong reservation code costs its sender; browser, network and block differ in `free` alone. */
const wrongCode = { delay: 60, growth: 4, days: 365 } as const

/**
 * The PIN and the access code are one secret each for the whole house: every device that never signed in shares one
 * budget, whatever its address. A wrong reservation code counts for its sender and never for the house: for the
 * browser, its network (an IPv4 address, an IPv6 /64) and the block the network is of (an IPv6 /48). What guests send
 * is counted for the browser that sent it.
 */
export const budgets = {
  pin: { free: 3, daily: 10, delay: 30, lasting: true },
  access: { free: 3, daily: 10, delay: 30, lasting: true },
  /** A code that is compared with the PIN: used up, it is compared no more, and nobody waits. */
  pinAsCode: { free: 5, daily: 5, delay: 0, lasting: true },
  browser: { free: 3, ...wrongCode },
  network: { free: 5, ...wrongCode, lasting: true },
  block: { free: 50, ...wrongCode, lasting: true },
  /** Wrong codes that each right code takes over from the networks and browsers where it was typed. */
  rightCode: { free: 10, daily: 10, delay: 0, lasting: true },
  checkin: { free: 100, daily: 100, delay: 0 },
  change: { free: 500, daily: 500, delay: 0 },
  lookUp: { free: 200, daily: 200, delay: 0 },
} as const satisfies Record<string, Budget>

export type BudgetKind = keyof typeof budgets

const day = 86_400_000
const most = 20_000

/** What a budget has counted: how many, since when and when last, in milliseconds. */
type Failures = { count: number; since: number; last: number }

const ruleOf = (kind: BudgetKind): Budget => budgets[kind]

/** How long a count lasts, in milliseconds. */
const windowOf = (kind: BudgetKind) => (ruleOf(kind).days ?? 1) * day

/** Seconds until the next try; 0 when now. */
const secondsLeft = (kind: BudgetKind, { count, since, last }: Failures, now: number) => {
  const { free, daily = Infinity, delay, growth = 2 } = ruleOf(kind)
  if (count < free) return 0
  const until = count >= daily ? since + windowOf(kind) : last + delay * growth ** (count - free) * 1000
  return Math.max(0, Math.ceil((until - now) / 1000))
}

const nameOf = (kind: BudgetKind, who: string) => `${kind} ${who}`

/**
 * Counts failures by kind and by who made them; `now` in milliseconds is the caller's. What lasts begins with the
 * counters given and is handed to `save`; the promise of a change resolves when it is kept.
 */
export const throttle = (
  counters: Awaited<ReturnType<Store['counters']>> = {},
  save: Store['saveCounter'] = async () => {},
) => {
  // A table for each kind: a flood of addresses that try codes must not push out the failures counted for the PIN.
  const tables: { [kind in BudgetKind]?: Map<string, Failures> } = {}
  const tableOf = (kind: BudgetKind) => (tables[kind] ??= new Map<string, Failures>())
  for (const [name, { count = 0, since = 0, last = 0 }] of Object.entries(counters)) {
    const [kind, who] = name.split(' ')
    if (kind && who && Object.hasOwn(budgets, kind)) tableOf(kind as BudgetKind).set(who, { count, since, last })
  }
  const current = (kind: BudgetKind, who: string, now: number) => {
    const failures = tableOf(kind).get(who)
    return failures && now >= failures.since && now - failures.since < windowOf(kind) ? failures : undefined
  }
  const keep = async (kind: BudgetKind, who: string) => {
    if (ruleOf(kind).lasting) await save(nameOf(kind, who), tableOf(kind).get(who) ?? null)
  }
  /**
   * What is older than its budget's days counts for nothing; the oldest go first, so that a flood of names fills
   * neither memory nor disk.
   */
  const prune = async (kind: BudgetKind, now: number) => {
    const table = tableOf(kind)
    for (const [who, { since }] of table) {
      if (table.size <= most && now - since < windowOf(kind)) break
      table.delete(who)
      await keep(kind, who)
    }
  }
  return {
    /** Seconds until someone may try again; 0 when now. */
    wait: (kind: BudgetKind, who: string, now: number) => {
      const failures = current(kind, who, now)
      return failures ? secondsLeft(kind, failures, now) : 0
    },
    /** How many failures count now. */
    count: (kind: BudgetKind, who: string, now: number) => current(kind, who, now)?.count ?? 0,
    fail: async (kind: BudgetKind, who: string, now: number) => {
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
    forgive: async (kind: BudgetKind, who: string) => {
      const failures = tableOf(kind).get(who)
      if (!failures?.count) return
      failures.count--
      await keep(kind, who)
    },
    /** Forgets the failures of someone known. */
    clear: async (kind: BudgetKind, who: string) => {
      if (tableOf(kind).delete(who)) await keep(kind, who)
    },
  }
}

export type Throttle = ReturnType<typeof throttle>
