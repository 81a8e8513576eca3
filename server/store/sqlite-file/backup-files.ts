import { createHash } from 'node:crypto'
import { basename, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { type Disk, readSealed, replaceSealed } from '../sealed/disk'
import type { Pages, Slices } from '../sealed/memory-pages'
import type { Sql } from './changes'

/** `user_version` and `application_id` in SQLite's header (https://sqlite.org/fileformat.html §1.3). */
const checksumFields = [60, 68]
const slice = 1 << 20

const checksumOf = async (image: Slices) => {
  const hash = createHash('sha256')
  hash.update(image.subarray(0, 60)).update(image.subarray(64, 68)).update(image.subarray(72, 100))
  for (let at = 100; at < image.length; at += slice) {
    hash.update(image.subarray(at, at + slice))
    await setImmediate()
  }
  return hash.digest()
}

/** Stamps 64 bits of the image's SHA-256: `integrity_check` does not see a changed letter. */
export const stampChecksum = async <Image extends Pages | Uint8Array>(image: Image): Promise<Image> => {
  const sum = await checksumOf(image)
  checksumFields.forEach((at, index) => image.set(sum.subarray(index * 4, index * 4 + 4), at))
  return image
}

/** Returns whether an image has its stamped checksum. */
export const hasRightChecksum = async (image: Slices) => {
  if (image.length < 100) return false
  const sum = await checksumOf(image)
  return checksumFields.every((at, index) => sum.subarray(index * 4, index * 4 + 4).equals(image.subarray(at, at + 4)))
}

const backupName = /^checkin-\d{4}-\d\d-\d\d\.sqlite$/

/** The paths of a data folder's backups, oldest first. */
export const backupsIn = async (disk: Disk, dir: string) =>
  (await disk.list(join(dir, 'backups')))
    .filter((name) => backupName.test(name))
    .map((name) => join(dir, 'backups', name))

/** The path of a day's backup (UTC). */
export const backupPath = (dir: string, day: Date) =>
  join(dir, 'backups', `checkin-${day.toISOString().slice(0, 10)}.sqlite`)

const day = 86_400_000
const timeOf = (path: string) => Date.parse(path.slice(-'2025-07-01.sqlite'.length, -'.sqlite'.length))

/** Returns the backups to remove, never `today`. Two later ones must agree, so one wrong clock removes nothing. */
export const expired = (backups: string[], keep: number, today?: string) => {
  const old = backups.filter((path) => path !== today)
  const room = today ? keep - 1 : keep
  const beyond = old.slice(0, Math.max(0, old.length - room))
  const aged = old.filter((path) => backups.filter((other) => timeOf(other) - timeOf(path) > keep * day).length > 1)
  return [...new Set([...beyond, ...aged])]
}

/** Removes expired backups; with `keep` 0 all. */
export const removeExpired = async (disk: Disk, dir: string, keep: number, today?: string) => {
  const gone = expired(await backupsIn(disk, dir), keep, today)
  for (const path of gone) await disk.remove(path)
  if (gone.length) await disk.syncFolder(join(dir, 'backups'))
}

/** The folders whose files go into a copy that leaves the house. */
const folders = ['receipts']

const table = 'packed_files'

export const packedTable = `CREATE TABLE ${table} (folder TEXT NOT NULL, name TEXT NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (folder, name))`

const isThere = (sql: Sql) => sql("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", [table]).length > 0

/**
 * Packs the files beside a store: police receipts must be kept for five years. Returns a sentence about each file that
 * cannot be read: one damaged receipt must not prevent every backup.
 */
export const packFiles = async (disk: Disk, dir: string, sql: Sql): Promise<string[]> => {
  const left: string[] = []
  sql(packedTable)
  for (const folder of folders)
    for (const name of (await disk.list(join(dir, folder))).filter((name) => name.endsWith('.pdf'))) {
      const path = join(dir, folder, name)
      const bytes = await readSealed(disk, path).catch((error: Error) => {
        left.push(`${path} cannot be read (${error.message}) and is not in the downloaded backup.`)
        return undefined
      })
      if (bytes) sql(`INSERT INTO ${table} VALUES (?, ?, ?)`, [folder, name, bytes])
    }
  return left
}

/** Returns whether a name leads to no other folder: an image can come from anybody. */
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
