import { join } from 'node:path'
import type { RegionGuest } from '../../src/core/exports/region-guest'
import { serialQueue } from '../../src/core/tasks'
import { type Disk, machineDisk, replaceFile, writeAll } from '../store/sealed/disk'

const regionLedgerFile = 'checkin.region'

/** The data to eliminate a guest, none about the person. */
export type LedgerGuest = Pick<RegionGuest, 'idswh' | 'checkin' | 'type' | 'arrival' | 'structure'>

/** The region holds the guest, the elimination has begun, or the guest is eliminated. */
type LedgerState = 'held' | 'leaving' | 'gone'

export type LedgerEntry = LedgerGuest & { state: LedgerState }

const signs: Record<LedgerState, string> = { held: '+', leaving: '~', gone: '-' }
const order: readonly LedgerState[] = ['held', 'leaving', 'gone']

const lineOf = ({ state, idswh, checkin, type, arrival, structure }: LedgerEntry) =>
  `${JSON.stringify([signs[state], idswh, checkin, type, arrival, structure])}\n`

/** Returns undefined for a torn line. */
const entryIn = (line: string): LedgerEntry | undefined => {
  try {
    const [sign, idswh, checkin, type, arrival, structure] = JSON.parse(line)
    const state = order.find((one) => signs[one] === sign)
    return state && { state, idswh, checkin, type, arrival, structure }
  } catch {
    return undefined
  }
}

/** Returns whether an entry goes beyond the known state: an id never goes back. */
const isNews = (entries: ReadonlyMap<string, LedgerEntry>, { idswh, state }: LedgerEntry) => {
  const before = entries.get(idswh)
  return !before || order.indexOf(state) > order.indexOf(before.state)
}

type LedgerFile = {
  read: () => Promise<string | undefined>
  append: (text: string) => Promise<void>
  replace: (text: string) => Promise<void>
}

const fileIn = (dir: string, disk: Disk): LedgerFile => {
  const path = join(dir, regionLedgerFile)
  return {
    read: async () => (await disk.read(path))?.toString(),
    append: async (text) => {
      const at = (await disk.stat(path))?.size ?? 0
      const file = await disk.open(path)
      try {
        // The line feed ends a torn last line.
        await writeAll(file, Buffer.from(at ? `\n${text}` : text), at)
        await file.sync()
      } finally {
        await file.close()
      }
    },
    replace: (text) => replaceFile(disk, path, Buffer.from(text)),
  }
}

const nowhere: LedgerFile = { read: async () => undefined, append: async () => {}, replace: async () => {} }

const ledgerIn = (file: LedgerFile, entries: Map<string, LedgerEntry>) => {
  const queue = serialQueue()
  return {
    /** Returns every id that the house sent to the region within the term. */
    entries: (): ReadonlyMap<string, LedgerEntry> => entries,
    /** Resolves when the state of these guests is on the disk. */
    add: (guests: readonly LedgerGuest[], state: LedgerState): Promise<void> =>
      queue.run(async () => {
        // A region guest has more: names and traces, each of which takes a digest.
        const news = guests
          .map(({ idswh, checkin, type, arrival, structure }) => ({ idswh, checkin, type, arrival, structure, state }))
          .filter((entry) => isNews(entries, entry))
        if (!news.length) return
        await file.append(news.map(lineOf).join(''))
        for (const entry of news) entries.set(entry.idswh, entry)
      }),
    forget: (isOver: (entry: LedgerEntry) => boolean): Promise<void> =>
      queue.run(async () => {
        const left = [...entries.values()].filter((entry) => !isOver(entry))
        if (left.length === entries.size) return
        await file.replace(left.map(lineOf).join(''))
        for (const [idswh, entry] of entries) if (isOver(entry)) entries.delete(idswh)
      }),
  }
}

export type RegionLedger = ReturnType<typeof ledgerIn>

/** Returns a ledger that no file keeps. */
export const ledgerNowhere = (): RegionLedger => ledgerIn(nowhere, new Map())

/** Opens the ledger of the region's guests. Outside store and backups: a restored house knows later sendings. */
export const openRegionLedger = async (
  dir: string,
  registered: () => Promise<readonly RegionGuest[]>,
  disk: Disk = machineDisk,
): Promise<RegionLedger> => {
  const file = fileIn(dir, disk)
  const text = await file.read()
  const entries = new Map<string, LedgerEntry>()
  for (const line of text?.split('\n') ?? []) {
    const entry = entryIn(line)
    if (entry && isNews(entries, entry)) entries.set(entry.idswh, entry)
  }
  const ledger = ledgerIn(file, entries)
  if (text === undefined) await ledger.add(await registered(), 'held')
  return ledger
}
