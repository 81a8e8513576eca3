import type { RequestListener } from 'node:http'
import type { House } from '../house'
import type { HouseFolders } from './folders'

type Opened = {
  house: Promise<House>
  /** Requests being answered, and work being done. */
  uses: number
  /** Whether closing it would lose something that it waits for. */
  isWaiting: () => boolean
  /** Set once it is being closed: whoever wants it waits and opens it anew. */
  closing?: Promise<void>
}

export type HousesOptions = {
  folders: HouseFolders
  open: (name: string) => Promise<House>
  /** How many houses are kept open. */
  most: number
  now: () => number
  report: (line: string) => void
}

/** Why a house cannot be reached. */
export type Unreachable = 'unknown' | 'suspended'

/**
 * Many houses in one process, each opened when it is asked for and closed when others were asked for since. What a closed house has to do by
 * itself (letters, sendings, retention) is done at its time: it is opened for it, and closed again.
 */
export const manyHouses = ({ folders, open, most, now, report }: HousesOptions) => {
  /** By name, the one used longest ago first. */
  const opened = new Map<string, Opened>()
  const wakes = new Map<string, number>()
  let isClosing = false

  const close = (name: string, entry: Opened): Promise<void> =>
    (entry.closing ??= (async () => {
      try {
        const house = await entry.house
        const at = await house.nextWork()
        await house.close()
        await folders.saveWake(name, at)
        wakes.set(name, at ?? Infinity)
      } catch (error) {
        report(`${name}: could not be closed (${(error as Error).message})`)
        wakes.set(name, 0)
      } finally {
        opened.delete(name)
      }
    })())

  /** Closes those used longest ago while there are too many, but none in use; one that waits for something when there are twice too many. */
  const trim = () => {
    const staying = [...opened].filter(([, { closing }]) => !closing)
    const idle = staying.filter(([, { uses }]) => !uses)
    const [free, waiting] = [false, true].map((waits) => idle.filter(([, { isWaiting }]) => isWaiting() === waits))
    const over = Math.max(0, staying.length - most)
    for (const [name, entry] of [...free!.slice(0, over), ...waiting!.slice(0, Math.max(0, over - most))])
      void close(name, entry)
  }

  const begin = async (name: string): Promise<House> => {
    await folders.clearWake(name)
    const house = await open(name)
    house.begin()
    return house
  }

  const enter = (name: string): Opened => {
    const entry: Opened = { house: begin(name), uses: 0, isWaiting: () => false }
    entry.house.then(
      ({ isWaiting }) => (entry.isWaiting = isWaiting),
      () => {},
    )
    return entry
  }

  /** Uses a house while `work` runs; says why where there is none to use. */
  const use = async <T>(name: string, work: (house: House) => Promise<T>): Promise<T | Unreachable> => {
    while (opened.get(name)?.closing) await opened.get(name)!.closing
    let entry = opened.get(name)
    if (!entry) {
      if (isClosing || !(await folders.has(name))) return 'unknown'
      if (await folders.isSuspended(name)) return 'suspended'
      entry = opened.get(name) ?? enter(name)
      if (entry.closing) return use(name, work)
    }
    opened.delete(name)
    opened.set(name, entry)
    entry.uses++
    trim()
    try {
      return await work(await entry.house)
    } catch (error) {
      // One that could not be opened is tried again when it is asked for again.
      entry.house.catch(() => opened.get(name) === entry && opened.delete(name))
      throw error
    } finally {
      entry.uses--
      trim()
    }
  }

  const look = async () => {
    for (const [name, entry] of opened)
      if (!entry.closing && (await folders.isSuspended(name))) await close(name, entry)
    const names = await folders.list()
    for (const name of names) if (!wakes.has(name)) wakes.set(name, await folders.wakeAt(name))
    const known = new Set(names)
    for (const name of wakes.keys()) if (!known.has(name)) wakes.delete(name)
  }

  let turning: Promise<void> | undefined
  const turn = async () => {
    await look()
    for (const [name, at] of wakes) {
      if (isClosing) return
      if (at > now() || opened.has(name)) continue
      // Whatever comes of it, it is not tried again at once.
      wakes.set(name, now() + 3_600_000)
      await use(name, (house) => house.work()).catch((error: Error) => report(`${name}: ${error.message}`))
      const entry = opened.get(name)
      if (entry && !entry.uses && !entry.isWaiting()) await close(name, entry)
    }
  }

  return {
    /** Answers a request for a house. Resolves when it is answered, or with the reason why there is no answer. */
    answer: (name: string, ...[req, res]: Parameters<RequestListener>) =>
      use(
        name,
        ({ handler }) =>
          new Promise<void>((done) => {
            res.once('close', done)
            handler(req, res)
          }),
      ),
    /** Does what is due: closes what was suspended, and opens whom it is time for. Two turns never run at once. */
    turn: () =>
      (turning ??= turn()
        .catch((error: Error) => report(`houses: ${error.message}`))
        .finally(() => (turning = undefined))),
    /** How many houses there are, and how many of them are open. */
    counts: () => ({ known: wakes.size, open: opened.size }),
    /** Closes all; resolves when everything is on the disk. */
    close: async () => {
      isClosing = true
      await turning
      await Promise.all([...opened].map(([name, entry]) => close(name, entry)))
    },
  }
}

export type Houses = ReturnType<typeof manyHouses>
