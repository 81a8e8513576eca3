import type { RequestListener } from 'node:http'
import type { House } from '../house/house'
import { callerAddress } from '../http/origin'
import { HeldElsewhere } from '../store/store'
import { type OpenedOptions, openedHouses } from './opened'

export type HousesOptions = Omit<OpenedOptions, 'closed'> & { now: () => number; trustProxy: boolean }

/** How long a house that was woken is left alone, whatever came of it, in milliseconds. */
const pause = 3_600_000

/** Resolves when a house has answered; for somebody who left while it was opened it is not asked. */
const answered = ({ handler }: House, ...[req, res]: Parameters<RequestListener>) =>
  new Promise<void>((done) => {
    if (res.destroyed) return done()
    res.once('close', done)
    handler(req, res)
  })

/**
 * Many houses in one process, each opened when it is asked for and closed when others were asked for since. What a
 * closed house has to do by itself (letters, sendings, retention) is done at its time: it is opened for it, and closed
 * again.
 */
export const manyHouses = ({ now, trustProxy, ...options }: HousesOptions) => {
  const { folders, report } = options
  /** When each house wants to be opened; of one that is open, when it did last. */
  const wakes = new Map<string, number>()
  const opened = openedHouses({ ...options, closed: (name, at) => wakes.set(name, at) })
  let isClosing = false

  /** Learns of houses that were made, and forgets those that are gone. */
  const learn = async () => {
    const names = await folders.list()
    for (const name of names) if (!wakes.has(name)) wakes.set(name, await folders.wakeAt(name))
    const known = new Set(names)
    for (const name of wakes.keys()) if (!known.has(name)) wakes.delete(name)
    for (const name of (await folders.due?.()) ?? []) if (wakes.get(name) === Infinity) wakes.set(name, 0)
  }

  const wake = async (name: string) => {
    wakes.set(name, now() + pause)
    await opened
      .use(name, ({ work }) => work())
      .catch((error: Error) => {
        if (error instanceof HeldElsewhere) wakes.set(name, Infinity)
        else report(`${name}: ${error.message}`)
      })
    await opened.closeIdle(name)
  }

  let turning: Promise<void> | undefined
  const turn = async () => {
    await opened.letGo()
    await learn()
    for (const [name, at] of wakes) {
      if (isClosing) return
      if (at <= now() && !opened.has(name)) await wake(name)
    }
  }

  return {
    /** Answers a request for a house. Resolves when that is over, or with the reason why there is no answer. */
    answer: (name: string, ...[req, res]: Parameters<RequestListener>) =>
      opened.use(name, (house) => answered(house, req, res), callerAddress(req, trustProxy)),
    /** Does what is due: closes what was suspended, and opens whom it is time for. Two turns never run at once. */
    turn: () =>
      (turning ??= turn()
        .catch((error: Error) => report(`houses: ${error.message}`))
        .finally(() => (turning = undefined))),
    /** How many houses there are, how many of them are open, and how many letters wait in those. */
    counts: () => ({ known: wakes.size, open: opened.count(), letters: opened.letters() }),
    /** Closes a house that is no longer ours. */
    lose: opened.lose,
    /** Closes all; resolves when everything is on the disk. */
    close: async () => {
      isClosing = true
      await turning
      await opened.closeAll()
    },
  }
}

export type Houses = ReturnType<typeof manyHouses>
