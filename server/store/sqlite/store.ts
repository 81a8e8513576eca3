import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import initSqlJs, { type Statement } from 'sql.js'
import type { Checkin } from '../../../schema/checkin'
import type { Settings } from '../../../schema/settings'
import type { StoredCode } from '../../../src/core/places/typed-codes'
import { changes, firstOf, keptOf, listOf, numbered, type Query, type Rows, schema } from './changes'
import { type Disk, machineDisk, StoreRefused, StoreUnavailable, unfinished } from './disk'
import { keepTidy, outgrown } from './folding'
import { openJournal } from './journal'
import type { JournalRecord, Mark } from './journal-records'
import { lockFolder } from './lock'
import { isSealed, seal } from './snapshot'

/** A check-in that has no number yet; `owner` is whoever made it, `draftId` names the attempt. Host's own fields come along; all values are JSON. */
export type NewCheckin = Omit<Checkin, 'id'> & { owner?: string; [field: string]: unknown }

/** Fields to change; `null` removes one. `id` and `owner` never change. */
export type Patch = { [field: string]: unknown }

/**
 * What the house remembers. A promise to write resolves when the change is on the disk; it rejects with StoreUnavailable, and nothing
 * has changed, when the disk does not take it.
 */
export type Store = {
  /** Keeps a check-in under the next number. The same `owner` and `draftId` again answer the first record. */
  addCheckin: (record: NewCheckin) => Promise<Checkin>
  /** Changes a check-in and answers it whole; `undefined` when there is none. */
  updateCheckin: (id: number, patch: Patch) => Promise<Checkin | undefined>
  /** Removes a check-in; soon after, its text is in no file but the backups. Answers whether there was one. */
  removeCheckin: (id: number) => Promise<boolean>
  checkin: (id: number) => Promise<(Checkin & { owner?: string }) | undefined>
  /** Check-ins in the order of their numbers, without owner. */
  checkins: (query?: Query) => Promise<Checkin[]>
  /** The same as JSON text, put together without parsing. */
  checkinsJson: (query?: Query) => Promise<string>
  settings: () => Promise<Partial<Settings>>
  /** Changes settings; `null` forgets one. */
  saveSettings: (patch: { [S in keyof Settings]?: Settings[S] | null }) => Promise<void>
  /** The codes of places the host typed, by the key each is kept under. */
  placeCodes: () => Promise<Record<string, StoredCode>>
  /** Keeps a typed code; `null` forgets it. */
  savePlaceCode: (key: string, code: StoredCode | null) => Promise<void>
  /** Adds to a list (exports made, letters to send) and answers the entry's id. */
  note: (kind: string, entry: object) => Promise<number>
  notes: (kind: string) => Promise<({ id: number } & Record<string, unknown>)[]>
  removeNote: (kind: string, id: number) => Promise<boolean>
  /** A key kept for good, made the first time it is asked for. */
  secret: (name: string, make: () => string) => Promise<string>
  /** The whole store as a SQLite file; started beside no journal, it is restored. */
  backup: () => Promise<Uint8Array>
  /** Resolves when the store can read and write. */
  health: () => Promise<void>
  /** Finishes what is under way, folds the journal into the snapshot and lets the folder go. */
  close: () => Promise<void>
}

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

const wasm = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm')

// The database's own journal only takes back a batch; secure_delete keeps a removed guest's text out of the next snapshot; nobody else is here to lock out.
const pragmas =
  'PRAGMA page_size = 8192; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON; PRAGMA cache_size = -8000; PRAGMA locking_mode = EXCLUSIVE'

let engine: ReturnType<typeof initSqlJs> | undefined

const openDatabase = async (bytes?: Uint8Array) => {
  const { Database } = await (engine ??= initSqlJs({ locateFile: () => wasm }))
  const db = new Database(bytes)
  db.run(pragmas)
  if (!bytes) db.run(schema)
  const prepared = new Map<string, Statement>()
  const rows: Rows = (sql, values = []) => {
    const statement = prepared.get(sql) ?? db.prepare(sql)
    prepared.set(sql, statement)
    const found: ReturnType<Rows> = []
    try {
      statement.bind(values)
      while (statement.step()) found.push(statement.get() as ReturnType<Rows>[number])
    } finally {
      statement.reset()
    }
    return found
  }
  const together = <T>(work: () => T): T => {
    rows('BEGIN')
    try {
      const result = work()
      rows('COMMIT')
      return result
    } catch (error) {
      rows('ROLLBACK')
      throw error
    }
  }
  return {
    rows,
    /** Does records in one transaction, and answers what each gave. */
    apply: (records: JournalRecord[]) =>
      together(() =>
        records.map(({ body }) => {
          const [name, ...values] = JSON.parse(body) as [keyof typeof changes, ...unknown[]]
          return (changes[name] as (rows: Rows, ...values: unknown[]) => unknown)(rows, ...values)
        }),
      ),
    image: (kind: 'snapshot' | 'backup', { seq, sum }: Mark) => {
      for (const [name, value] of Object.entries({ image: kind, seq: String(seq), sum }))
        rows('UPDATE meta SET value = ? WHERE name = ?', [value, name])
      return db.export()
    },
    rebuild: () => void db.run('VACUUM'),
    close: () => db.close(),
  }
}

/** What an image is and holds; `undefined` when SQLite finds it damaged or it is none of ours. The bytes are the database's from then on. */
export const inspect = async (bytes: Uint8Array) => {
  // Before it is opened: sql.js takes a Buffer over as its own file and writes in it.
  const sealed = await isSealed(bytes)
  const db = await openDatabase(bytes).catch(() => undefined)
  try {
    if (!db || db.rows('PRAGMA integrity_check')[0]![0] !== 'ok') return undefined
    const meta = Object.fromEntries(db.rows('SELECT name, value FROM meta')) as Record<string, string>
    if (meta.format !== '1') return undefined
    const mark = { seq: Number(meta.seq), sum: meta.sum!, alone: meta.image === 'backup' }
    return { mark, sealed, checkins: db.rows('SELECT count(*) FROM checkins')[0]![0] as number, db }
  } catch {
    return undefined
  }
}

const openSnapshot = async (disk: Disk, path: string) => {
  const bytes = await disk.read(path)
  if (!bytes) return { db: await openDatabase(), mark: undefined, size: 0 }
  const found = await inspect(bytes)
  if (found?.sealed) return { ...found, size: bytes.length }
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

const begin = async (options: StoreOptions, unlock: () => Promise<void>): Promise<Store> => {
  const { dir, disk, ...tidying } = {
    disk: machineDisk,
    now: () => new Date(),
    backups: 14,
    report: () => {},
    outgrown,
    ...options,
  }
  const { db, journal, size } = await openFiles(disk, dir)
  const { rows, image, rebuild } = db
  const tidy = keepTidy({ disk, dir, journal, image, rebuild, size, ...tidying })
  let closed: Promise<void> | undefined
  let settings: Partial<Settings> | undefined // Read with every request, hardly ever changed.
  const change = async (name: keyof typeof changes, ...values: unknown[]): Promise<unknown> => {
    const result = await journal.append(JSON.stringify([name, ...values]))
    if (name === 'keep') settings = undefined
    tidy.after(name)
    return result
  }
  const read = async <T>(look: () => T): Promise<T> => {
    if (closed) throw new StoreUnavailable('The store is closed.')
    return look()
  }
  const exists = (id: number) => rows('SELECT 1 FROM checkins WHERE id = ?', [id]).length > 0
  return {
    addCheckin: async ({ id: _, owner: by, ...doc }: NewCheckin) => {
      const owner = by ?? null
      const draft = (doc.draftId as string) ?? null
      const first = await read(() => firstOf(rows, owner, draft))
      return (first ? JSON.parse(first) : await change('add', owner, draft, doc)) as Checkin
    },
    updateCheckin: async (id, { id: _, owner: __, ...patch }) =>
      (await read(() => exists(id))) ? ((await change('change', id, patch)) as Checkin | undefined) : undefined,
    removeCheckin: async (id) => (await read(() => exists(id))) && ((await change('remove', id)) as boolean),
    checkin: (id) =>
      read(() => {
        const [found] = rows('SELECT doc, owner FROM checkins WHERE id = ?', [id])
        return (
          found && {
            ...JSON.parse(numbered(id, found[0] as string)),
            ...(found[1] === null ? {} : { owner: found[1] }),
          }
        )
      }),
    checkins: (query = {}) => read(() => JSON.parse(listOf(rows, query))),
    checkinsJson: (query = {}) => read(() => listOf(rows, query)),
    settings: () => read(() => (settings ??= keptOf(rows, 'setting'))),
    saveSettings: async (patch) => void (await change('keep', 'setting', patch)),
    placeCodes: () => read(() => keptOf(rows, 'place') as Record<string, StoredCode>),
    savePlaceCode: async (key, code) => void (await change('keep', 'place', { [key]: code })),
    note: async (kind, entry) => (await change('note', kind, entry)) as number,
    notes: (kind) =>
      read(() =>
        rows('SELECT id, doc FROM notes WHERE kind = ? ORDER BY id', [kind]).map(([id, doc]) =>
          JSON.parse(numbered(id!, doc as string)),
        ),
      ),
    removeNote: async (kind, id) => (await change('removeNote', kind, id)) as boolean,
    secret: async (name, make) =>
      ((await read(() => keptOf(rows, 'secret')))[name] ??
        (await change('keepFirst', 'secret', name, make()))) as string,
    backup: async () => {
      await journal.ready()
      return seal(image('backup', journal.here()))
    },
    health: async () => {
      await journal.ready()
      await read(() => rows('SELECT 1'))
    },
    close: () =>
      (closed ??= (async () => {
        await tidy.stop()
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
