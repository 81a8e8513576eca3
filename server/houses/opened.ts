import { setTimeout as pause } from 'node:timers/promises'
import type { House } from '../house/house'
import { fairQueue } from '../shared/queues'
import type { HouseFolders } from './folders'

/** A house that is open, being opened or being closed. */
type Opened = {
  house: Promise<House>
  /** Requests being answered, and work being done. */
  uses: number
  /** The house, once it is open. */
  ready?: House
  /** Set once it is being closed: whoever wants it waits and opens it anew. */
  closing?: Promise<void>
}

export type OpenedOptions = {
  folders: HouseFolders
  open: (name: string) => Promise<House>
  /** How many houses are kept open. */
  most: number
  report: (line: string) => void
  /** Told of each house that was closed, and when it wants to be opened again, in milliseconds. */
  closed: (name: string, wake: number) => void
}

/** Why a house cannot be reached. */
export type Unreachable = 'unknown' | 'suspended' | 'leaving' | 'too many'

/**
 * How many houses are opened at once (more would be open no sooner, and hold up who asks for an open one), and for how
 * many openings one asker may wait.
 */
const openings = { atOnce: 4, waiting: 100 }

/** The entry of a house that is opened for the first who asks, and in use by them. */
const enter = ({ folders, open }: OpenedOptions, name: string): Opened => {
  const begin = async () => {
    await folders.clearWake(name)
    const house = await open(name)
    house.begin()
    return house
  }
  const entry: Opened = { house: begin(), uses: 1 }
  entry.house.then(
    (house) => (entry.ready = house),
    () => {},
  )
  return entry
}

/** Closes a house and writes down when it wants to be opened again. */
const end = async ({ folders, report, closed }: OpenedOptions, name: string, { house }: Opened) => {
  try {
    const { nextWork, close } = await house
    const at = await nextWork().catch(() => 0)
    await close()
    await folders.saveWake(name, at)
    closed(name, at ?? Infinity)
  } catch (error) {
    report(`${name}: could not be closed (${(error as Error).message})`)
    closed(name, 0)
  }
}

/**
 * Which houses are too many, by last use: those used longest ago, but none in use, and one that waits for something
 * only when there are twice too many.
 */
const surplus = (opened: Map<string, Opened>, most: number) => {
  const staying = [...opened].filter(([, { closing }]) => !closing)
  const idle = staying.filter(([, { uses }]) => !uses)
  const [free, waiting] = [false, true].map((waits) =>
    idle.filter(([, { ready }]) => (ready?.isWaiting() ?? false) === waits),
  )
  const over = Math.max(0, staying.length - most)
  return [...free!.slice(0, over), ...waiting!.slice(0, Math.max(0, over - most))]
}

/** Milliseconds that requests being answered are given before their house is closed under them. */
const patience = 10_000

/** Resolves when a house is not in use. */
const unused = async (entry: Opened) => {
  for (const until = Date.now() + patience; entry.uses && Date.now() < until; ) await pause(10)
}

const lettersIn = (opened: Opened[]) => opened.reduce((sum, { ready }) => sum + (ready?.letters() ?? 0), 0)

type Take = (name: string, asker: string) => Promise<Opened | Unreachable>

type Pool = { opened: Map<string, Opened>; trim: () => void; isEnding: () => boolean }

/**
 * How a house is taken for use: its entry, in use from then on, or why there is none. Houses that wait to be opened are
 * so by turns of their askers: an address, or nothing for the program itself.
 */
const taking = (options: OpenedOptions, { opened, trim, isEnding }: Pool): Take => {
  const { folders } = options
  const queue = fairQueue(openings.atOnce)

  /** Opens a house, unless it was opened meanwhile; one that cannot be is tried again when it is asked for again. */
  const enterInTurn = (name: string, asker: string) =>
    queue.run(asker, async () => {
      if (isEnding() || opened.has(name)) return undefined
      const entry = enter(options, name)
      opened.set(name, entry)
      trim()
      await entry.house.catch(() => opened.get(name) === entry && opened.delete(name))
      return entry
    })

  const take: Take = async (name, asker) => {
    while (opened.get(name)?.closing) await opened.get(name)!.closing
    const open = opened.get(name)
    if (open) {
      open.uses++
      opened.delete(name)
      opened.set(name, open)
      return open
    }
    if (!(await folders.has(name))) return 'unknown'
    if (await folders.isSuspended(name)) return 'suspended'
    if (isEnding()) return 'leaving'
    if (queue.waitingOf(asker) >= openings.waiting) return 'too many'
    return (await enterInTurn(name, asker)) ?? take(name, asker)
  }
  return take
}

/** Uses a house while `work` runs; answers why where there is none to use. Rejects when it cannot be opened. */
const using =
  (take: Take, trim: () => void) =>
  async <T>(name: string, work: (house: House) => Promise<T>, asker = ''): Promise<T | Unreachable> => {
    const entry = await take(name, asker)
    if (typeof entry === 'string') return entry
    try {
      return await work(await entry.house)
    } finally {
      entry.uses--
      trim()
    }
  }

/**
 * The houses that are open: each is opened for the first who wants it, and closed when it was not wanted for longest.
 */
export const openedHouses = (options: OpenedOptions) => {
  const { folders, most } = options
  /** By name, the one used longest ago first. */
  const opened = new Map<string, Opened>()
  let isEnding = false

  const close = (name: string, entry: Opened, when: Promise<unknown> = Promise.resolve()): Promise<void> =>
    (entry.closing ??= when.then(() => end(options, name, entry)).finally(() => opened.delete(name)))

  const trim = () => {
    for (const [name, entry] of surplus(opened, most)) void close(name, entry)
  }

  return {
    has: (name: string): boolean => opened.has(name),
    count: (): number => opened.size,
    /** Letters that wait to be sent, of all that are open. */
    letters: (): number => lettersIn([...opened.values()]),
    use: using(taking(options, { opened, trim, isEnding: () => isEnding }), trim),
    /** Closes those that were suspended. */
    letGo: async () => {
      for (const [name, entry] of opened)
        if (!entry.closing && (await folders.isSuspended(name))) await close(name, entry)
    },
    /** Closes a house unless it is in use or waits for something. */
    closeIdle: async (name: string) => {
      const entry = opened.get(name)
      if (entry && !entry.uses && !entry.ready?.isWaiting()) await close(name, entry)
    },
    /** Closes a house that is no longer ours. */
    lose: (name: string) => {
      const entry = opened.get(name)
      if (entry) void close(name, entry)
    },
    /** Closes all, each when nobody uses it any more; nothing is opened from then on. */
    closeAll: async () => {
      isEnding = true
      await Promise.all([...opened].map(([name, entry]) => close(name, entry, unused(entry))))
    },
  }
}
