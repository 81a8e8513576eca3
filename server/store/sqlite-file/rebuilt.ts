import type { Pages } from '../sealed/memory-pages'
import type { Sql } from './changes'
import { type Database, openDatabase } from './database'
import { type Mark, origin } from './journal-records'
import { stampChecksum } from './snapshot'

/** Documents go as bytes (sql.js copies texts letter by letter); the sequence comes last, because copying moves it. */
const tables = {
  meta: ['name', 'value'],
  checkins: ['id', 'owner', 'draft', 'doc'],
  notes: ['id', 'kind', 'doc'],
  entries: ['kind', 'name', 'value'],
  sqlite_sequence: ['name', 'seq'],
}

const together = 200

const copyTable = (from: Sql, to: Database, table: string, columns: readonly string[]) => {
  const isDoc = columns.at(-1) === 'doc'
  const read = isDoc ? [...columns.slice(0, -1), 'CAST(doc AS BLOB)'] : columns
  const values = columns.map((column) => (column === 'doc' ? 'CAST(? AS TEXT)' : '?'))
  const select = `SELECT rowid, ${read.join()} FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ${together}`
  const insert = `INSERT INTO ${table} (${columns.join()}) VALUES (${values.join()})`
  to.sql(`DELETE FROM ${table}`)
  for (let after = -1, isLast = false; !isLast; ) {
    const rows = from(select, [after])
    isLast = rows.length < together
    after = (rows.at(-1)?.[0] as number) ?? after
    to.together(() => {
      for (const [, ...row] of rows) to.sql(insert, row)
    })
  }
}

/** Copies a database into empty pages, which keep no trace of removed text. */
export const rebuilt = async (old: Database, pages: Pages): Promise<Database> => {
  const empty = await openDatabase()
  pages.set(empty.image('snapshot', origin), 0)
  empty.close()
  const fresh = await openDatabase(pages)
  for (const [table, columns] of Object.entries(tables)) copyTable(old.sql, fresh, table, columns)
  return fresh
}

/** Stamps an image with kind, mark and checksum, which saves SQLite's test at each start. Throws for damage. */
export const finish = async (db: Database, pages: Pages, as: 'snapshot' | 'backup', mark: Mark) => {
  db.setMark(as, mark)
  const [count, size] = ['page_count', 'page_size'].map((name) => db.sql(`PRAGMA ${name}`)[0]![0] as number)
  const isThere = pages.length === count! * size! && Buffer.from(pages.subarray(0, 1 << 20)).includes(mark.sum)
  if (!isThere) throw new Error('the image was not written where it should be')
  if (db.sql('PRAGMA integrity_check')[0]![0] !== 'ok') throw new Error('the image is damaged as it was made')
  return stampChecksum(pages)
}
