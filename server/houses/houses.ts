import type { RequestListener } from 'node:http'
import type { House } from '../house/house'
import { callerAddress } from '../http/origin'
import { HeldElsewhere } from '../store/store'
import { type OpenedOptions, openedHouses } from './opened'

export type HousesOptions = Omit<OpenedOptions, 'closed'> & { now: () => number; trustProxy: boolean }

/** Milliseconds until a woken house is woken again. */
const pause = 3_600_000

/** Resolves when a house has answered, or the client has left. */
const answered = ({ handler }: House, ...[req, res]: Parameters<RequestListener>) =>
  new Promise<void>((done) => {
    if (res.destroyed) return done()
    res.once('close', done)
    handler(req, res)
  })

/**
 * Many houses in one process, opened on request and closed when others are used. A closed house is opened for its own
 * due work (letters, sendings, retention).
 */
export const manyHouses = ({ now, trustProxy, ...options }: HousesOptions) => {
  const { folders, report } = options
  /** When each house wants to be opened. */
  const wakes = new Map<string, number>()
  const opened = openedHouses({ ...options, closed: (name, at) => wakes.set(name, at) })
  let isClosing = false

  /** Finds new and removed houses. */
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
    /** Answers a request, or resolves with the reason why not. */
    answer: (name: string, ...[req, res]: Parameters<RequestListener>) =>
      opened.use(name, (house) => answered(house, req, res), callerAddress(req, trustProxy)),
    /** Closes suspended houses and opens due ones; two turns never run at once. */
    turn: () =>
      (turning ??= turn()
        .catch((error: Error) => report(`houses: ${error.message}`))
        .finally(() => (turning = undefined))),
    counts: () => ({ known: wakes.size, open: opened.count(), letters: opened.letters() }),
    /** Closes a house that another process holds. */
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
