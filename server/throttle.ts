/** How many failures a bucket forgives at once, how many a day, and how long each further one waits (seconds, doubling to a day). */
export type Budget = { free: number; daily: number; delay: number }

/** The PIN and the access code: one secret for the whole house, so all unknown devices share one budget. */
export const budgets = {
  pin: { free: 3, daily: 10, delay: 30 },
  access: { free: 5, daily: 20, delay: 15 },
  code: { free: 10, daily: 60, delay: 30 },
} as const satisfies Record<string, Budget>

const day = 86_400_000
const most = 20_000

type Failures = { count: number; since: number; last: number }

/** Counts failures by bucket; `now` in milliseconds is the caller's. */
export const throttle = () => {
  const buckets = new Map<string, Failures>()
  const current = (bucket: string, now: number) => {
    const failures = buckets.get(bucket)
    return failures && now >= failures.since && now - failures.since < day ? failures : undefined
  }
  return {
    /** Seconds until the bucket may try again; 0 when it may now. */
    wait: (bucket: string, { free, daily, delay }: Budget, now: number) => {
      const failures = current(bucket, now)
      if (!failures || failures.count < free) return 0
      if (failures.count >= daily) return Math.ceil((failures.since + day - now) / 1000)
      return Math.max(0, Math.ceil((failures.last + delay * 1000 * 2 ** (failures.count - free) - now) / 1000))
    },
    fail: (bucket: string, now: number) => {
      const { count, since } = current(bucket, now) ?? { count: 0, since: now }
      buckets.delete(bucket)
      buckets.set(bucket, { count: count + 1, since, last: now })
      // The oldest buckets go first: a flood of addresses must not fill the memory.
      if (buckets.size > most) buckets.delete(buckets.keys().next().value!)
    },
    clear: (bucket: string) => void buckets.delete(bucket),
  }
}

export type Throttle = ReturnType<typeof throttle>
