/** How many failures are forgiven at once, how many a day, and how long each further one waits (seconds, doubling). */
export type Budget = { free: number; daily: number; delay: number }

/**
 * The PIN and the access code are one secret each for the whole house: every device that never signed in shares one budget,
 * whatever its address. With four digits each and ten tries a day, somebody who tries both every day needs some 330 days on average.
 * Codes, check-ins and their changes are counted by address: they open nothing of anyone else's, so a flood of them is all there is to stop.
 */
export const budgets = {
  pin: { free: 3, daily: 10, delay: 30 },
  access: { free: 3, daily: 10, delay: 30 },
  code: { free: 10, daily: 60, delay: 30 },
  checkin: { free: 500, daily: 500, delay: 0 },
  change: { free: 2000, daily: 2000, delay: 0 },
  lookUp: { free: 500, daily: 500, delay: 0 },
} as const satisfies Record<string, Budget>

export type Kind = keyof typeof budgets

const day = 86_400_000
const most = 20_000

type Failures = { count: number; since: number; last: number }

/** Counts failures by kind and by who made them; `now` in milliseconds is the caller's. */
export const throttle = () => {
  // A table for each kind: a flood of addresses that try codes must not push out the failures counted for the PIN.
  const tables: { [kind in Kind]?: Map<string, Failures> } = {}
  const tableOf = (kind: Kind) => (tables[kind] ??= new Map<string, Failures>())
  const current = (kind: Kind, who: string, now: number) => {
    const failures = tableOf(kind).get(who)
    return failures && now >= failures.since && now - failures.since < day ? failures : undefined
  }
  return {
    /** Seconds until someone may try again; 0 when now. */
    wait: (kind: Kind, who: string, now: number) => {
      const { free, daily, delay } = budgets[kind]
      const failures = current(kind, who, now)
      if (!failures || failures.count < free) return 0
      if (failures.count >= daily) return Math.ceil((failures.since + day - now) / 1000)
      return Math.max(0, Math.ceil((failures.last + delay * 1000 * 2 ** (failures.count - free) - now) / 1000))
    },
    fail: (kind: Kind, who: string, now: number) => {
      const table = tableOf(kind)
      const { count, since } = current(kind, who, now) ?? { count: 0, since: now }
      table.delete(who)
      table.set(who, { count: count + 1, since, last: now })
      // The oldest go first: a flood of addresses must not fill the memory either.
      if (table.size > most) table.delete(table.keys().next().value!)
    },
    /** Takes one failure back: what was counted before it was compared turned out right. The failures of others stay. */
    forgive: (kind: Kind, who: string) => {
      const failures = tableOf(kind).get(who)
      if (failures) failures.count--
    },
    /** Forgets the failures of someone known. */
    clear: (kind: Kind, who: string) => void tableOf(kind).delete(who),
  }
}

export type Throttle = ReturnType<typeof throttle>
