import { dirname, join, resolve } from 'node:path'
import type { Checkin } from '../../../schema/checkin'
import type { Settings } from '../../../schema/settings'
import type { StoredCode } from '../../../src/core/places/typed-codes'
import { type Disk, machineDisk, unfinished } from '../disk'
import { type Counter, type NewCheckin, type Store, StoreRefused, StoreUnavailable } from '../store'
import { type changes, checkinTexts, firstOf, type Sql, valuesOf, withId } from './changes'
import { inspect, openDatabase } from './database'
import { outgrown, scheduleFolding } from './folding'
import { openJournal } from './journal'
import { lockFolder } from './lock'
import { stampChecksum } from './snapshot'

export type StoreOptions = {
  /** The data folder; made if missing. */
  dir: string
  disk?: Disk
  now?: () => Date
  /** Daily backups kept; 0 for none. */
  backups?: number
  /** Told of what failed in the background and will be tried again (a snapshot, a backup). */
  report?: (message: string) => void
  /** When a snapshot is due, from the bytes of the journal and of the last one; a test asks for many. */
  outgrown?: (journal: number, snapshot: number) => boolean
}

const openSnapshot = async (disk: Disk, path: string) => {
  const bytes = await disk.read(path)
  if (!bytes) return { db: await openDatabase(), mark: undefined, size: 0 }
  const found = await inspect(bytes)
  if (found?.intact) return { ...found, size: bytes.length }
  throw new StoreRefused(
    'checkin.sqlite is damaged. Run `node dist/recover.mjs` with this folder: it says what can still be read and which backups there are.',
  )
}

const openFiles = async (disk: Disk, dir: string) => {
  for (const name of await disk.list(dir)) if (name.endsWith(unfinished)) await disk.remove(join(dir, name))
  const { db, mark, size } = await openSnapshot(disk, join(dir, 'checkin.sqlite'))
  const journal = await openJournal({ disk, path: join(dir, 'checkin.journal'), snapshot: mark, apply: db.apply })
  return { db, journal, size }
}

/** The calls of the store over the tables: `change` writes through the journal, `read` looks at memory. */
const callsOf = (
  sql: Sql,
  change: (name: keyof typeof changes, ...values: unknown[]) => Promise<unknown>,
  read: <T>(look: () => T) => Promise<T>,
): Omit<Store, 'backup' | 'health' | 'close'> => {
  let settings: Partial<Settings> | undefined // Read with every request, hardly ever changed.
  const exists = (id: number) => sql('SELECT 1 FROM checkins WHERE id = ?', [id]).length > 0
  return {
    addCheckin: async ({ id: _, owner: by, ...doc }: NewCheckin) => {
      const owner = by ?? null
      const draft = (doc.draftId as string) ?? null
      const first = await read(() => firstOf(sql, owner, draft))
      return (first ? JSON.parse(first) : await change('add', owner, draft, doc)) as Checkin
    },
    updateCheckin: async (id, { id: _, owner: __, ...patch }) =>
      (await read(() => exists(id))) ? ((await change('change', id, patch)) as Checkin | undefined) : undefined,
    removeCheckin: async (id) => (await read(() => exists(id))) && ((await change('remove', id)) as boolean),
    checkin: (id) =>
      read(() => {
        const [found] = sql('SELECT doc, owner FROM checkins WHERE id = ?', [id])
        if (!found) return undefined
        const owner = found[1] === null ? {} : { owner: found[1] }
        return { ...JSON.parse(withId(id, found[0] as string)), ...owner }
      }),
    checkins: (query = {}) => read(() => JSON.parse(`[${checkinTexts(sql, query).join()}]`)),
    checkinsJson: (query = {}) => read(() => `[${checkinTexts(sql, query).join()}]`),
    checkinLines: (query = {}) =>
      read(() =>
        checkinTexts(sql, query)
          .map((text) => `${text}\n`)
          .join(''),
      ),
    settings: () => read(() => (settings ??= valuesOf(sql, 'setting'))),
    saveSettings: async (patch) => {
      await change('keep', 'setting', patch)
      settings = undefined
    },
    placeCodes: () => read(() => valuesOf(sql, 'place') as Record<string, StoredCode>),
    savePlaceCode: async (key, code) => void (await change('keep', 'place', { [key]: code })),
    counters: () => read(() => valuesOf(sql, 'counter') as Record<string, Counter>),
    saveCounter: async (name, counter) => void (await change('keep', 'counter', { [name]: counter })),
    note: async (kind, entry) => (await change('note', kind, entry)) as number,
    notes: (kind) =>
      read(() =>
        sql('SELECT id, doc FROM notes WHERE kind = ? ORDER BY id', [kind]).map(([id, doc]) =>
          JSON.parse(withId(id!, doc as string)),
        ),
      ),
    removeNote: async (kind, id) => (await change('removeNote', kind, id)) as boolean,
    secret: async (name, make) =>
      ((await read(() => valuesOf(sql, 'secret')))[name] ??
        (await change('keepFirst', 'secret', name, make()))) as string,
  }
}

const begin = async (options: StoreOptions, unlock: () => Promise<void>): Promise<Store> => {
  const { dir, disk, ...rest } = {
    disk: machineDisk,
    now: () => new Date(),
    backups: 14,
    report: () => {},
    outgrown,
    ...options,
  }
  const { db, journal, size } = await openFiles(disk, dir)
  const { sql, image, rebuild } = db
  const folding = scheduleFolding({ disk, dir, journal, image, rebuild, size, ...rest })
  let closed: Promise<void> | undefined
  const change = async (name: keyof typeof changes, ...values: unknown[]): Promise<unknown> => {
    const result = await journal.append(JSON.stringify([name, ...values]))
    folding.after(name)
    return result
  }
  const read = async <T>(look: () => T): Promise<T> => {
    if (closed) throw new StoreUnavailable('The store is closed.')
    return look()
  }
  return {
    ...callsOf(sql, change, read),
    backup: async () => {
      await journal.ready()
      return stampChecksum(image('backup', journal.here()))
    },
    health: async () => {
      await journal.ready()
      await read(() => sql('SELECT 1'))
    },
    close: () =>
      (closed ??= (async () => {
        await folding.stop()
        await journal.close()
        db.close()
        await unlock()
      })()),
  }
}

/** Opens the store of a folder, or begins one. Throws StoreRefused, with a sentence for the operator, when it may not. */
export const openStore = async (options: StoreOptions): Promise<Store> => {
  const { dir, disk = machineDisk } = options
  await disk
    .makeFolder(dir)
    .then(() => disk.syncFolder(dirname(resolve(dir))))
    .catch((error: Error) => {
      throw new StoreRefused(`The data folder ${dir} cannot be made (${error.message}). Name another in DATA_DIR.`)
    })
  const unlock = await lockFolder(dir)
  try {
    return await begin(options, unlock)
  } catch (error) {
    await unlock()
    if (error instanceof StoreRefused) throw error
    throw new StoreRefused(
      `The store in ${dir} could not be opened: ${(error as Error).message}. Nothing was changed; see to the disk and start again.`,
      { cause: error },
    )
  }
}
