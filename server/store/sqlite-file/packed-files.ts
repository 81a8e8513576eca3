import { basename, join } from 'node:path'
import { type Disk, readSealed, replaceSealed } from '../sealed/disk'
import type { Sql } from './changes'

/** The folders whose files go into a copy that leaves the house. */
const folders = ['receipts']

const table = 'packed_files'

export const packedTable = `CREATE TABLE ${table} (folder TEXT NOT NULL, name TEXT NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (folder, name))`

const isThere = (sql: Sql) => sql("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", [table]).length > 0

/** Packs the files beside a store: police receipts must be kept for five years. */
export const packFiles = async (disk: Disk, dir: string, sql: Sql) => {
  sql(packedTable)
  for (const folder of folders)
    for (const name of await disk.list(join(dir, folder))) {
      const bytes = await readSealed(disk, join(dir, folder, name))
      if (bytes) sql(`INSERT INTO ${table} VALUES (?, ?, ?)`, [folder, name, bytes])
    }
}

/** An image can come from anybody. */
const isPlain = (name: string) =>
  basename(name) === name && !name.startsWith('.') && name !== '' && !name.includes('\0')

/** Unpacks an image's files beside the store; existing files stay. */
export const unpackFiles = async (disk: Disk, dir: string, sql: Sql) => {
  if (!isThere(sql)) return
  for (const folder of folders)
    for (const [name] of sql(`SELECT name FROM ${table} WHERE folder = ?`, [folder])) {
      if (!isPlain(String(name))) continue
      const path = join(dir, folder, String(name))
      if (await disk.stat(path)) continue
      await disk.makeFolder(join(dir, folder))
      const [row] = sql(`SELECT bytes FROM ${table} WHERE folder = ? AND name = ?`, [folder, name!])
      await replaceSealed(disk, path, row![0] as unknown as Uint8Array)
    }
  forgetFiles(sql)
}

/** Drops the files from an image that stays in the house. */
export const forgetFiles = (sql: Sql) => void sql(`DROP TABLE IF EXISTS ${table}`)
