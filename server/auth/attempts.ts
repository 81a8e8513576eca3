import type { Store } from '../store/store'
import type { Sessions } from './sessions'
import type { Throttle } from './throttle'

export type EntryServices = { store: Store; sessions: Sessions; throttle: Throttle; now: () => Date }

/** Who tries to sign in: the address, for counting, and the browser's cookies. */
export type Caller = { address: string; cookies: Record<string, string>; secure: boolean }

/** Tries a secret within its budget: a known device has its own, all others share one. */
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
    // Counted on the disk before the comparison: neither parallel tries nor a crash may outrun the budget.
    await throttle.fail(kind, who, clock)
    const right = await isRight()
    // The shared budget gets back this one try only: the other guessers were still wrong.
    if (right) await (device ? throttle.clear(kind, who) : throttle.forgive(kind, who))
    return { right, wait: 0 }
  }
