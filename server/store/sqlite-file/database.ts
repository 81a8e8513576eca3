import { createRequire } from 'node:module'
import type { InitSqlJsStatic, Database as SqlDatabase, Statement } from 'sql.js'
import { secretParts, secretSettings } from '../../../schema/settings'
import { asFile, type Pages, pagesInMemory } from '../sealed/memory-pages'
import { laterVersion, StoreRefused } from '../store'
import { format, migrations, runChange, type Sql, schema } from './changes'
import type { JournalRecord, Mark } from './journal-records'
import { hasOurShape } from './shape'
import { hasRightChecksum } from './snapshot'

const packages = createRequire(import.meta.url)

// The database's own journal only takes back a batch; secure_delete keeps a removed guest's text out of the next
// snapshot; nobody else is here to lock out.
const pragmas =
  'PRAGMA page_size = 8192; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON; PRAGMA cache_size = -8000; PRAGMA locking_mode = EXCLUSIVE'

/**
 * SQLite itself. It is required, not imported: node looks through the text of such a module for its exports before it
 * imports it. A program that waits for nothing but WebAssembly is held up by node until all of it has been compiled,
 * the parts nobody waits for as well: a timer is something else to wait for.
 */
const loaded = async () => {
  const initSqlJs: InitSqlJsStatic = packages('sql.js')
  const awake = setInterval(() => {}, 1_000)
  return initSqlJs({ locateFile: () => packages.resolve('sql.js/dist/sql-wasm.wasm') }).finally(() =>
    clearInterval(awake),
  )
}

let engine: ReturnType<typeof loaded> | undefined

/** Empties the secrets in the entries of a list among the settings. */
const forgetParts = (sql: Sql, name: string, parts: readonly string[]) => {
  for (const [value] of sql("SELECT value FROM entries WHERE kind = 'setting' AND name = ?", [name])) {
    const list = JSON.parse(String(value)) as object[]
    const empty = Object.fromEntries(parts.map((part) => [part, '']))
    const open = JSON.stringify(list.map((entry) => ({ ...entry, ...empty })))
    sql("UPDATE entries SET value = ? WHERE kind = 'setting' AND name = ?", [open, name])
  }
}

/** What a database says of its file. */
const imagesOf = (db: SqlDatabase, sql: Sql) => {
  const setMark = (kind: 'snapshot' | 'backup', { seq, sum }: Mark) => {
    for (const [name, value] of Object.entries({ image: kind, seq: String(seq), sum }))
      sql('UPDATE meta SET value = ? WHERE name = ?', [value, name])
  }
  return {
    /** Says in the file what it is. */
    setMark,
    /** A copy of the file, which says of itself what it is. */
    image: (kind: 'snapshot' | 'backup', mark: Mark) => {
      setMark(kind, mark)
      return db.export()
    },
  }
}

const pagesOf = (image: Pages | Uint8Array) => (image instanceof Uint8Array ? pagesInMemory(image) : image)

/**
 * Opens a database: an image, whose bytes or pages are its own from then on, or an empty one with our tables in memory.
 */
export const openDatabase = async (image?: Pages | Uint8Array) => {
  const { Database } = await (engine ??= loaded())
  const db = new Database(image?.length ? asFile(pagesOf(image)) : null)
  db.run(pragmas)
  if (!image) db.run(schema)
  const prepared = new Map<string, Statement>()
  const sql: Sql = (statement, values = []) => {
    const ready = prepared.get(statement) ?? db.prepare(statement)
    prepared.set(statement, ready)
    const found: ReturnType<Sql> = []
    try {
      ready.bind(values)
      while (ready.step()) found.push(ready.get() as ReturnType<Sql>[number])
    } finally {
      ready.reset()
    }
    return found
  }
  const together = <T>(work: () => T): T => {
    sql('BEGIN')
    try {
      const result = work()
      sql('COMMIT')
      return result
    } catch (error) {
      sql('ROLLBACK')
      throw error
    }
  }
  return {
    sql,
    /** Does some work in one transaction: all of it or, where it throws, nothing. */
    together,
    /** Does records in one transaction, and answers what each gave. */
    apply: (records: JournalRecord[]) => together(() => records.map(({ body }) => runChange(sql, JSON.parse(body)))),
    ...imagesOf(db, sql),
    migrate: (statements: string) => void db.run(statements),
    /**
     * Forgets what opens doors: keys, seals, counters, and the secrets among the settings; the key `region` stays, by
     * which a restored house knows the guests it told the region of. Nothing is sent by itself
     * from a backup, which does not know what was sent after it was made.
     */
    forgetSecrets: () => {
      sql("DELETE FROM entries WHERE kind = 'counter' OR (kind = 'secret' AND name <> 'region')")
      for (const name of [...secretSettings, 'policeAutomatic'])
        sql("DELETE FROM entries WHERE kind = 'setting' AND name = ?", [name])
      for (const [name, parts] of Object.entries(secretParts)) forgetParts(sql, name, parts)
    },
    close: () => db.close(),
  }
}

export type Database = Awaited<ReturnType<typeof openDatabase>>

/**
 * What an image is and holds; `undefined` when SQLite finds it damaged (which takes long, and is only looked for
 * `thoroughly`), or it has tables, indexes or triggers that are not ours. The bytes or pages are the database's from
 * then on. Throws StoreRefused for the image of a later version.
 */
export const inspectImage = async (image: Pages | Uint8Array, { thoroughly = true } = {}) => {
  // Before it is opened: from then on it is written in.
  const intact = await hasRightChecksum(image)
  const db = await openDatabase(image).catch(() => undefined)
  try {
    if (!db || !hasOurShape(db.sql, 'meta')) return undefined
    const meta = Object.fromEntries(db.sql('SELECT name, value FROM meta')) as Record<string, string>
    const version = Number(meta.format)
    if (version > format) throw new StoreRefused(laterVersion('checkin.sqlite'))
    if (!(version >= 1) || !hasOurShape(db.sql)) return undefined
    if (thoroughly && db.sql('PRAGMA integrity_check')[0]![0] !== 'ok') return undefined
    for (let from = version; from < format; from++) db.migrate(migrations[from]!)
    const mark = { seq: Number(meta.seq), sum: meta.sum!, alone: meta.image === 'backup' }
    return { mark, intact, checkins: db.sql('SELECT count(*) FROM checkins')[0]![0] as number, db }
  } catch (error) {
    db?.close()
    if (error instanceof StoreRefused) throw error
    return undefined
  }
}
