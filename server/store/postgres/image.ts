import type { Disk } from '../sealed/disk'
import { pagesInMemory } from '../sealed/memory-pages'
import type { Sql } from '../sqlite-file/changes'
import { openDatabase } from '../sqlite-file/database'
import { origin } from '../sqlite-file/journal-records'
import { packFiles } from '../sqlite-file/packed-files'
import { finish, rebuilt } from '../sqlite-file/rebuilt'
import type { HouseStatements } from './statements'

const portion = 500

type Look = <T>(query: () => Promise<T>) => Promise<T>

/** Copies a house into the tables of an image. */
export const fill = async (house: HouseStatements, look: Look, sql: Sql) => {
  const standing = await look(house.standing)
  for (let after = 0, isLast = false; !isLast; ) {
    const from = after
    const rows = await look(async () => house.checkinsAfter({}, from, portion))
    for (const { id, owner, draft, doc } of rows)
      sql('INSERT INTO checkins (id, owner, draft, doc) VALUES (?, ?, ?, ?)', [id, owner, draft, doc])
    isLast = rows.length < portion
    after = rows.at(-1)?.id ?? after
  }
  for (let after = 0, isLast = false; !isLast; ) {
    const from = after
    const rows = await look(async () => house.notesAfter(from, portion))
    for (const { id, kind, doc } of rows) sql('INSERT INTO notes (id, kind, doc) VALUES (?, ?, ?)', [id, kind, doc])
    isLast = rows.length < portion
    after = rows.at(-1)?.id ?? after
  }
  for (const { kind, name, value } of await look(async () => house.allEntries()))
    sql('INSERT INTO entries VALUES (?, ?, ?)', [kind, name, value])
  // A given number is not given again, even when its check-in is gone.
  for (const [table, last] of [
    ['checkins', standing!.checkins],
    ['notes', standing!.notes],
  ] as const) {
    sql('DELETE FROM sqlite_sequence WHERE name = ?', [table])
    sql('INSERT INTO sqlite_sequence VALUES (?, ?)', [table, last])
  }
}

/** Returns the house as a SQLite file for download, without secrets. */
export const backupBytes = async (house: HouseStatements, look: Look, disk: Disk, dir: string): Promise<Uint8Array> => {
  const db = await openDatabase()
  const pages = pagesInMemory(Buffer.alloc(0))
  const fresh = await fill(house, look, db.sql)
    .then(() => {
      db.forgetSecrets()
      return rebuilt(db, pages)
    })
    .finally(db.close)
  try {
    await packFiles(disk, dir, fresh.sql)
    await finish(fresh, pages, 'backup', origin)
    return pages.subarray(0, pages.length)
  } finally {
    fresh.close()
  }
}
