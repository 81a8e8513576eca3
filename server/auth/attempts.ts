import type { Store } from '../store/store'
import type { Sessions } from './sessions'
import type { Throttle } from './throttle'

/** What a way in works with. */
export type EntryServices = { store: Store; sessions: Sessions; throttle: Throttle; now: () => Date }

/** Who asks to be let in: the address, for counting, and what the browser has of ours. */
export type Caller = { address: string; cookies: Record<string, string>; secure: boolean }

/** Tries a secret within its budget: a device that signed in before has one of its own, all the others share one. */
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
    // Counted, and on the disk, before it is compared: neither many at once nor a crash may outrun the budget.
    await throttle.fail(kind, who, clock)
    const right = await isRight()
    // The shared budget gets back this one try only: whoever else was guessing has not become right.
    if (right) await (device ? throttle.clear(kind, who) : throttle.forgive(kind, who))
    return { right, wait: 0 }
  }
