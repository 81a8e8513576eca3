import { dirname, join } from 'node:path'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Disk } from '../disk'
import { freeBackups } from '../erasing/erase-again'
import { type Erasure, erasedBy, mayErase } from '../erasing/erased-list'
import { packFiles } from '../packed-files'
import { readSealed, replaceSealed } from '../sealed/sealed-files'
import type { Sql } from './changes'
import { type Database, inspect, openDatabase } from './database'
import { openedRecords, type Place } from './journal-file'
import { type JournalRecord, origin, readJournal } from './journal-records'
import { stampChecksum } from './snapshot'

/**
 * What is to be folded: the files of a folder up to a place in the journal. `as` is what the image says of itself: a
 * `snapshot` belongs to the journal beside it, a `backup` begins one of its own. Written to the path `to`, or answered
 * as bytes without one.
 */
export type ImageTask = { dir: string; upTo: Place; as: 'snapshot' | 'backup'; to?: string | undefined }

/** The backups of a folder are to be freed from what was erased since they were made; `at` is an ISO instant. */
export type FreeingTask = { dir: string; as: 'freeing'; at: string }

export type FoldTask = ImageTask | FreeingTask

/**
 * Bytes of the image; the image itself where the task named no path; what the records folded in have erased.
 */
export type Folded = { size: number; image?: Uint8Array; erased?: Erasure[] }

/** Does a task, in this thread or aside. */
export type Fold = (task: FoldTask) => Promise<Folded>

/** How many records are applied in one transaction. */
const portion = 1000

/** Applies records, and answers what they erased: it is looked at just before it goes. */
const applied = (db: Pick<Database, 'sql' | 'apply'>, records: JournalRecord[]): Erasure[] => {
  const erased: Erasure[] = []
  let done = 0
  for (let at = 0; at < records.length; at++) {
    const isFull = at - done === portion
    if (isFull || mayErase(records[at]!.body)) {
      db.apply(records.slice(done, at))
      done = at
      erased.push(...erasedBy(db.sql, records[at]!.body))
    }
  }
  db.apply(records.slice(done))
  return erased
}

/** Bytes of room that the changes of a journal take in the tables: their texts, and what stands around them. */
const roomFor = (journal: number) => Math.ceil(journal * 1.5) + (1 << 20)

const openFiles = async (disk: Disk, { dir, upTo }: ImageTask) => {
  const journalPath = join(dir, 'checkin.journal')
  const room = roomFor((await disk.stat(journalPath))?.size ?? 0)
  const bytes = await readSealed(disk, join(dir, 'checkin.sqlite'), room)
  const found = bytes && (await inspect(bytes, { thoroughly: false, room }))
  if (bytes && !found?.intact) throw new Error('checkin.sqlite has been damaged since it was written')
  const db = found?.db ?? (await openDatabase())
  const { seq } = found?.mark ?? origin
  const journal = (await disk.read(journalPath))?.subarray(0, upTo.offset)
  const reading = journal && readJournal(journal)
  if (reading?.end.sum !== upTo.sum) throw new Error(`checkin.journal no longer leads to record ${upTo.seq}`)
  const newer = openedRecords(
    disk,
    reading.records.filter((record) => record.seq > seq),
  )
  return { db, erased: applied(db, newer) }
}

type Row = ReturnType<Sql>[number]

/**
 * The tables and their columns as they are copied; a document is the last column and goes as bytes, for sql.js copies
 * texts letter by letter. The numbers last given come last: copying the rows gives some by itself.
 */
const tables = {
  meta: ['name', 'value'],
  checkins: ['id', 'owner', 'draft', 'doc'],
  notes: ['id', 'kind', 'doc'],
  entries: ['kind', 'name', 'value'],
  sqlite_sequence: ['name', 'seq'],
}

/** How many rows are compressed together. */
const together = 500

const packed = (sql: Sql, table: string, columns: readonly string[]) => {
  const slices: Buffer[] = []
  for (let after = -1, isLast = false; !isLast; ) {
    const rows = sql(`SELECT rowid, ${columns.join()} FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ${together}`, [
      after,
    ])
    isLast = rows.length < together
    after = (rows.at(-1)?.[0] as number) ?? after
    slices.push(deflateRawSync(JSON.stringify(rows.map(([, ...values]) => values)), { level: 1 }))
  }
  return slices
}

const fill = (db: Database, table: string, columns: readonly string[], slices: Buffer[]) => {
  const last = columns.at(-1) === 'doc' ? 'CAST(? AS TEXT)' : '?'
  const insert = `INSERT INTO ${table} (${columns.join()}) VALUES (${[...columns.slice(1).map(() => '?'), last].join()})`
  const valuesOf = (row: Row) => (last === '?' ? row : [...row.slice(0, -1), Buffer.from(String(row.at(-1)))])
  db.sql(`DELETE FROM ${table}`)
  for (let slice: Buffer | undefined; (slice = slices.shift()); ) {
    const rows = JSON.parse(inflateRawSync(slice).toString()) as Row[]
    db.together(() => {
      for (const row of rows) db.sql(insert, valuesOf(row))
    })
  }
}

/**
 * An empty database with the rest of some bytes to grow in: in bytes of its own sql.js would copy the file again and
 * again as it grew, and once more at the end.
 */
const emptyIn = async (bytes: Buffer) => {
  const empty = await openDatabase()
  const image = empty.image('snapshot', origin)
  empty.close()
  if (image.length > bytes.length) return image
  bytes.fill(0).set(image)
  return bytes
}

/**
 * The tables of a database built anew in another, so that nothing removed or replaced is left in a corner of a page;
 * the old one is closed and its bytes are used again. Between the two the rows are kept compressed: `VACUUM` would hold
 * the tables four times.
 */
const rebuilt = async (old: Database): Promise<Database> => {
  const rows = Object.entries(tables).map(([table, columns]) => ({
    table,
    columns,
    slices: packed(old.sql, table, columns),
  }))
  const [pages, size] = ['page_count', 'page_size'].map((name) => old.sql(`PRAGMA ${name}`)[0]![0] as number)
  const fresh = await openDatabase(await emptyIn(old.leave() ?? Buffer.alloc(pages! * size!)))
  for (const { table, columns, slices } of rows) fill(fresh, table, columns, slices)
  return fresh
}

/**
 * Makes an image of the store from its files alone: the last snapshot and the journal up to a place, the tables built
 * anew, so that nothing removed or replaced is left in a corner of a page. The serving process has no part in it, and
 * what its memory holds never reaches the disk.
 */
export const foldFiles =
  (disk: Disk): Fold =>
  async (task) => {
    if (task.as === 'freeing') {
      await freeBackups(disk, task.dir, task.at)
      return { size: 0 }
    }
    const read = await openFiles(disk, task)
    const { erased } = read
    // What is answered as bytes leaves the house.
    const leaves = !task.to
    if (leaves) read.db.forgetSecrets()
    const db = await rebuilt(read.db)
    try {
      if (leaves) await packFiles(disk, task.dir, db.sql)
      const image = await stampChecksum(db.imageInPlace(task.as, task.upTo))
      if (!task.to) return { size: image.length, image }
      await disk.makeFolder(dirname(task.to))
      await replaceSealed(disk, task.to, image)
      return { size: image.length, erased }
    } finally {
      db.close()
    }
  }
