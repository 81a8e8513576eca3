import { allSettings } from '../settings/all-settings'
import { isPin } from '../settings/pin'
import { wordOf } from '../shared/body'
import { mustNotWait, Refusal, say } from '../shared/messages'
import type { Store } from '../store/store'
import type { Sessions } from './sessions'

/**
 * After `free` failures the sender waits `delay` seconds, `growth` times as long (by default 2) after each further one.
 * After `daily` failures the sender waits until `days` (by default 1) have passed since the first. `lasting`: stored.
 */
type Budget = {
  free: number
  daily?: number
  delay: number
  growth?: number
  days?: number
  lasting?: true
}

/** What the budgets of a wrong reservation code share. */
const wrongCode = { delay: 60, growth: 4, days: 365 } as const

/** All unknown devices share one budget of the PIN, one of the access code. A wrong code counts in several budgets. */
export const budgets = {
  pin: { free: 3, daily: 10, delay: 30, lasting: true },
  access: { free: 3, daily: 10, delay: 30, lasting: true },
  /** Once used up, codes are no longer compared with the PIN; nobody waits. */
  pinAsCode: { free: 5, daily: 5, delay: 0, lasting: true },
  /** New codes of guests that are compared with the access code. Once used up, saving a code needs the PIN. */
  newCode: { free: 10, daily: 10, delay: 0, lasting: true },
  browser: { free: 3, ...wrongCode },
  network: { free: 5, ...wrongCode, lasting: true },
  block: { free: 50, ...wrongCode, lasting: true },
  /** Wrong codes that a right code takes over from its networks and browsers. */
  rightCode: { free: 10, daily: 10, delay: 0, lasting: true },
  checkin: { free: 100, daily: 100, delay: 0 },
  change: { free: 500, daily: 500, delay: 0 },
  lookUp: { free: 200, daily: 200, delay: 0 },
  /** "I am here" at the door: a check-in's notices, and those of the house. */
  door: { free: 1, daily: 8, delay: 120, growth: 1 },
  doors: { free: 60, daily: 60, delay: 0 },
  program: { free: 5000, daily: 5000, delay: 0 },
} as const satisfies Record<string, Budget>

export type BudgetKind = keyof typeof budgets

const day = 86_400_000
const tableSize = 20_000

/** Times in milliseconds. */
type Failures = { count: number; since: number; last: number }

const ruleOf = (kind: BudgetKind): Budget => budgets[kind]

const windowOf = (kind: BudgetKind) => (ruleOf(kind).days ?? 1) * day

const secondsLeft = (kind: BudgetKind, { count, since, last }: Failures, now: number) => {
  const { free, daily = Infinity, delay, growth = 2 } = ruleOf(kind)
  if (count < free) return 0
  const until = count >= daily ? since + windowOf(kind) : last + delay * growth ** (count - free) * 1000
  return Math.max(0, Math.ceil((until - now) / 1000))
}

const nameOf = (kind: BudgetKind, who: string) => `${kind} ${who}`

/** Counts failures by kind and sender; `now` in milliseconds. Lasting counts are read from `counters` and saved. */
export const throttle = (
  counters: Awaited<ReturnType<Store['counters']>> = {},
  save: Store['saveCounter'] = async () => {},
) => {
  // A flood of code tries must not push out the failures of the PIN.
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
  const clear = async (kind: BudgetKind, who: string) => {
    if (tableOf(kind).delete(who)) await keep(kind, who)
  }
  /** Removes expired counts, and the oldest beyond the table's size: a flood fills neither memory nor disk. */
  const prune = async (kind: BudgetKind, now: number) => {
    const table = tableOf(kind)
    for (const [who, { since }] of table) {
      if (table.size <= tableSize && now - since < windowOf(kind)) break
      table.delete(who)
      await keep(kind, who)
    }
  }
  return {
    wait: (kind: BudgetKind, who: string, now: number) => {
      const failures = current(kind, who, now)
      return failures ? secondsLeft(kind, failures, now) : 0
    },
    count: (kind: BudgetKind, who: string, now: number) => current(kind, who, now)?.count ?? 0,
    fail: async (kind: BudgetKind, who: string, now: number) => {
      const table = tableOf(kind)
      const { count, since } = current(kind, who, now) ?? { count: 0, since: now }
      table.delete(who)
      table.set(who, { count: count + 1, since, last: now })
      await prune(kind, now)
      await keep(kind, who)
    },
    /** Removes the expired counts of every kind, also where no other failure comes. */
    forgetExpired: async (now: number) => {
      for (const kind of Object.keys(budgets) as BudgetKind[])
        for (const [who, { since }] of tableOf(kind)) if (now - since >= windowOf(kind)) await clear(kind, who)
    },
    /** Takes one failure back that was counted before the comparison. */
    forgive: async (kind: BudgetKind, who: string) => {
      const failures = tableOf(kind).get(who)
      if (!failures?.count) return
      failures.count--
      await keep(kind, who)
    },
    clear,
  }
}

export type Throttle = ReturnType<typeof throttle>

export type EntryServices = { store: Store; sessions: Sessions; throttle: Throttle; now: () => Date }

/** A sign-in attempt: the address, for counting, and the browser's cookies. */
export type Caller = { address: string; cookies: Record<string, string>; secure: boolean }

/** Compares a secret within its budget: known devices have their own, the others share one. */
export const attempts =
  ({ sessions, throttle, now }: Pick<EntryServices, 'sessions' | 'throttle' | 'now'>) =>
  async (
    kind: 'pin' | 'access' | 'pinAsCode',
    { cookies, secure }: Pick<Caller, 'cookies' | 'secure'>,
    pin: string,
    isRight: () => boolean | Promise<boolean>,
  ) => {
    const device = sessions.device(cookies, secure, pin)
    const who = device ?? 'unknown'
    const clock = now().getTime()
    const wait = throttle.wait(kind, who, clock)
    if (wait) return { right: false, wait }
    // Counted on the disk first: neither parallel tries nor a crash outrun the budget.
    await throttle.fail(kind, who, clock)
    const right = await isRight()
    // Unknown devices share a budget, in which the wrong tries of others still count.
    if (right) await (device ? throttle.clear(kind, who) : throttle.forgive(kind, who))
    return { right, wait: 0 }
  }

/**
 * Compares the PIN sent as `current`, before others are let in or data leaves. Refuses: 400 with a fault of `current`,
 * or 429.
 */
export const confirmedBy = (services: EntryServices) => {
  const tried = attempts(services)
  return async (context: Caller & { body: { current?: unknown } }) => {
    const { adminPin } = await allSettings(services.store)
    const current = wordOf(context.body.current)
    const { right, wait } = /^[0-9]{4}$/.test(current)
      ? await tried('pin', context, adminPin, () => isPin(current, adminPin, context.address))
      : { right: false, wait: 0 }
    mustNotWait(wait)
    if (!right)
      throw new Refusal(400, say('access.pin.unknown'), {
        faults: [{ field: 'current', rule: current ? 'unknown' : 'required' }],
      })
  }
}
