import { createRequire } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import type { InitSqlJsStatic, Database as SqlDatabase, Statement } from 'sql.js'
import { automaticSettings, secretParts, secretSettings } from '../../../schema/settings'
import { asFile, type Pages, pagesInMemory } from '../sealed/memory-pages'
import { laterVersion, StoreRefused } from '../store'
import { hasRightChecksum, packedTable } from './backup-files'
import { format, migrations, runChange, type Sql, schema } from './changes'
import type { JournalRecord, Mark } from './journal-records'

/** Normalises a statement: blanks, quotes, and the renaming of `kept`. */
const normal = (statement: string) =>
  statement
    .replace(/["\s]+/g, ' ')
    .replace(/ ?([(),]) ?/g, '$1')
    .replace(/^CREATE TABLE kept(?=\()/, 'CREATE TABLE entries')
    .trim()

/** Every statement an image may hold, of any format. */
const ours = new Set(
  [schema, ...Object.values(migrations), packedTable, 'CREATE TABLE sqlite_sequence(name,seq)']
    .flatMap((statements) => statements.split(';'))
    .map(normal)
    .filter((statement) => statement.startsWith('CREATE ')),
)

/** Returns whether an image has only our tables and indexes: a foreign trigger or view would run in our statements. */
const hasOurShape = (sql: Sql, table?: 'meta'): boolean =>
  sql('SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL').every(
    ([name, statement]) => (table && name !== table) || ours.has(normal(String(statement))),
  )

const packages = createRequire(import.meta.url)

// The journal only rolls a batch back; secure_delete keeps removed texts out of the next snapshot.
const pragmas =
  'PRAGMA page_size = 8192; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON; PRAGMA cache_size = -8000; PRAGMA locking_mode = EXCLUSIVE'

/**
 * `require`: node scans an imported CommonJS file. The timer keeps node from compiling all WebAssembly first. V8 waits
 * longer than by itself before it optimises a function: no start needs it, and it takes time and memory.
 */
const loaded = async () => {
  setFlagsFromString('--wasm-tiering-budget=200000000')
  const initSqlJs: InitSqlJsStatic = packages('sql.js')
  const awake = setInterval(() => {}, 1_000)
  return initSqlJs({ locateFile: () => packages.resolve('sql.js/dist/sql-wasm.wasm') }).finally(() =>
    clearInterval(awake),
  )
}

let engine: ReturnType<typeof loaded> | undefined

const forgetParts = (sql: Sql, name: string, parts: readonly string[]) => {
  for (const [value] of sql("SELECT value FROM entries WHERE kind = 'setting' AND name = ?", [name])) {
    const list = JSON.parse(String(value)) as object[]
    const empty = Object.fromEntries(parts.map((part) => [part, '']))
    const open = JSON.stringify(list.map((entry) => ({ ...entry, ...empty })))
    sql("UPDATE entries SET value = ? WHERE kind = 'setting' AND name = ?", [open, name])
  }
}

const imagesOf = (db: SqlDatabase, sql: Sql) => {
  const setMark = (kind: 'snapshot' | 'backup', { seq, sum }: Mark) => {
    for (const [name, value] of Object.entries({ image: kind, seq: String(seq), sum }))
      sql('UPDATE meta SET value = ? WHERE name = ?', [value, name])
  }
  return {
    setMark,
    image: (kind: 'snapshot' | 'backup', mark: Mark) => {
      setMark(kind, mark)
      return db.export()
    },
  }
}

const pagesOf = (image: Pages | Uint8Array) => (image instanceof Uint8Array ? pagesInMemory(image) : image)

/** Opens an image, whose bytes it owns from then on, or an empty database. */
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
    together,
    apply: (records: JournalRecord[]) => together(() => records.map(({ body }) => runChange(sql, JSON.parse(body)))),
    ...imagesOf(db, sql),
    migrate: (statements: string) => void db.run(statements),
    /** Removes what must not leave the house. `region` stays, to know its guests there; automatic sending is off. */
    forgetSecrets: () => {
      sql("DELETE FROM entries WHERE kind = 'counter' OR (kind = 'secret' AND name <> 'region')")
      for (const name of [...secretSettings, ...automaticSettings])
        sql("DELETE FROM entries WHERE kind = 'setting' AND name = ?", [name])
      for (const [name, parts] of Object.entries(secretParts)) forgetParts(sql, name, parts)
    },
    close: () => db.close(),
  }
}

export type Database = Awaited<ReturnType<typeof openDatabase>>

/** Reads an image, which it owns; `undefined` for a damaged or foreign one. Throws StoreRefused for a later version. */
export const inspectImage = async (image: Pages | Uint8Array, { thoroughly = true } = {}) => {
  // Before opening: from then on the bytes change.
  const intact = await hasRightChecksum(image)
  // What SQLite cannot open is damaged.
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
