import { setTimeout as pause } from 'node:timers/promises'
import type { House } from '../house/house'
import { fairQueue } from '../shared/scheduling'
import type { HouseFolders } from './folders'

type Opened = {
  house: Promise<House>
  uses: number
  ready?: House
  /** Requests during the closing wait and open the house again. */
  closing?: Promise<void>
}

export type OpenedOptions = {
  folders: HouseFolders
  open: (name: string) => Promise<House>
  most: number
  report: (line: string) => void
  /** Called with each closed house and its wake time in milliseconds. */
  closed: (name: string, wake: number) => void
}

type Unreachable = 'unknown' | 'suspended' | 'leaving' | 'too many'

/** More openings at once would slow open houses. */
const openings = { atOnce: 4, waiting: 100 }

const openingEntry = ({ folders, open }: OpenedOptions, name: string): Opened => {
  const begin = async () => {
    await folders.clearWake(name)
    const house = await open(name)
    house.begin()
    return house
  }
  const entry: Opened = { house: begin(), uses: 1 }
  entry.house.then(
    (house) => (entry.ready = house),
    () => {}, // Whoever waits for it hears of it.
  )
  return entry
}

const closeAndStoreWake = async ({ folders, report, closed }: OpenedOptions, name: string, { house }: Opened) => {
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

/** Returns the least recently used houses, none in use; waiting ones only beyond twice the limit. */
const housesToClose = (opened: Map<string, Opened>, most: number) => {
  if (opened.size <= most) return []
  const staying = [...opened].filter(([, { closing }]) => !closing)
  const idle = staying.filter(([, { uses }]) => !uses)
  const [free, waiting] = [false, true].map((waits) =>
    idle.filter(([, { ready }]) => (ready?.isWaiting() ?? false) === waits),
  )
  const over = Math.max(0, staying.length - most)
  return [...free!.slice(0, over), ...waiting!.slice(0, Math.max(0, over - most))]
}

/** Milliseconds for answers under way before a house closes. */
const patience = 10_000

const waitUntilUnused = async (entry: Opened) => {
  for (const until = Date.now() + patience; entry.uses && Date.now() < until; ) await pause(10)
}

const lettersIn = (opened: Opened[]) => opened.reduce((sum, { ready }) => sum + (ready?.letters() ?? 0), 0)

type Take = (name: string, asker: string) => Promise<Opened | Unreachable>

type Pool = { opened: Map<string, Opened>; trim: () => void; isEnding: () => boolean }

/** Openings wait in a fair queue of askers (addresses). */
const houseTaker = (options: OpenedOptions, { opened, trim, isEnding }: Pool): Take => {
  const { folders } = options
  const queue = fairQueue(openings.atOnce)

  const enterInTurn = (name: string, asker: string) =>
    queue.run(asker, async () => {
      if (isEnding() || opened.has(name)) return undefined
      const entry = openingEntry(options, name)
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

/** The open houses: opened on request, the least recently used closed. */
export const openedHouses = (options: OpenedOptions) => {
  const { folders, most } = options
  const opened = new Map<string, Opened>()
  let isEnding = false

  const close = (name: string, entry: Opened, when: Promise<unknown> = Promise.resolve()): Promise<void> =>
    (entry.closing ??= when.then(() => closeAndStoreWake(options, name, entry)).finally(() => opened.delete(name)))

  const trim = () => {
    for (const [name, entry] of housesToClose(opened, most)) void close(name, entry)
  }

  return {
    has: (name: string): boolean => opened.has(name),
    count: (): number => opened.size,
    letters: (): number => lettersIn([...opened.values()]),
    use: using(houseTaker(options, { opened, trim, isEnding: () => isEnding }), trim),
    closeSuspended: async () => {
      for (const [name, entry] of opened)
        if (!entry.closing && (await folders.isSuspended(name))) await close(name, entry)
    },
    /** Closes a house unless it is in use or waits. */
    closeIdle: async (name: string) => {
      const entry = opened.get(name)
      if (entry && !entry.uses && !entry.ready?.isWaiting()) await close(name, entry)
    },
    lose: (name: string) => {
      const entry = opened.get(name)
      if (entry) void close(name, entry)
    },
    closeAll: async () => {
      isEnding = true
      await Promise.all([...opened].map(([name, entry]) => close(name, entry, waitUntilUnused(entry))))
    },
  }
}
