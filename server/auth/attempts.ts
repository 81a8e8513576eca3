import { allSettings } from '../settings/all-settings'
import { isPin } from '../settings/pin'
import { wordOf } from '../shared/body'
import { say } from '../shared/messages'
import { Refusal, tooMany } from '../shared/refusal'
import type { Store } from '../store/store'
import type { Sessions } from './sessions'
import type { Throttle } from './throttle'

/**
 * Has the host type the PIN again, because an open page alone must not let others in or data out. Refuses with 400 and
 * a fault of `current` when it is missing or wrong, with 429 after too many tries.
 */
export const confirmedBy = (services: EntryServices) => {
  const tried = attempts(services)
  return async (context: Caller, given: unknown) => {
    const { adminPin } = await allSettings(services.store)
    const current = wordOf(given)
    const { right, wait } = /^[0-9]{4}$/.test(current)
      ? await tried('pin', context, adminPin, () => isPin(current, adminPin, context.address))
      : { right: false, wait: 0 }
    if (wait) throw tooMany(wait)
    if (!right)
      throw new Refusal(400, say('access.pin.unknown'), {
        faults: [{ field: 'current', rule: current ? 'unknown' : 'required' }],
      })
  }
}

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
