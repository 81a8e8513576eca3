import { allSettings } from '../settings/all-settings'
import { isPin } from '../settings/pin'
import { wordOf } from '../shared/body'
import { say } from '../shared/messages'
import { Refusal, tooMany } from '../shared/refusal'
import type { Store } from '../store/store'
import type { Sessions } from './sessions'
import type { Throttle } from './throttle'

/**
 * Asks for the PIN again before others are let in or data leaves. Refuses with 400 and a fault of `current`, or 429.
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
    // Only this try: the other guessers were still wrong.
    if (right) await (device ? throttle.clear(kind, who) : throttle.forgive(kind, who))
    return { right, wait: 0 }
  }
