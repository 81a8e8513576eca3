import type { AnyContext, Services } from '../http/call'

/** Tries a secret within its budget: a device that signed in before has one of its own, all the others share one. */
export const attempts =
  ({ sessions, throttle, now }: Pick<Services, 'sessions' | 'throttle' | 'now'>) =>
  async (
    kind: 'pin' | 'access' | 'pinAsCode',
    { cookies, secure }: Pick<AnyContext, 'cookies' | 'secure'>,
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
