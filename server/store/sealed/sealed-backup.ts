import { randomBytes, scrypt } from 'node:crypto'
import { join } from 'node:path'
import { StoreRefused } from '../store'
import { type Disk, replaceFile, writeAll } from './disk'
import type { Slices } from './memory-pages'
import { type DataKey, openBytes, sealBytes, sealParts, Tampered } from './sealing'

/** The first bytes of a sealed backup, with the format version. */
const title = Buffer.from('BVBACK1\n')

export const shortestPassphrase = 12

/** scrypt (RFC 7914): 64 MB, some tenths of a second. */
const cost = { N: 2 ** 16, r: 8, p: 2, maxmem: 2 ** 27 }
const saltLength = 16

/** Normalised, so that another keyboard or a trailing blank makes no other passphrase. */
const secretOf = (passphrase: string, salt: Uint8Array) =>
  new Promise<Uint8Array>((done, fail) =>
    scrypt(passphrase.normalize('NFKC').trim(), salt, 32, cost, (error, key) => (error ? fail(error) : done(key))),
  )

/** Returns whether a file is a sealed backup. */
export const isBackup = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, title.length)).equals(title)

export type BackupSeal = { key: DataKey; front: Uint8Array }

/** Derives a backup's seal; takes 64 MB for some tenths of a second. */
export const backupSeal = async (passphrase: string): Promise<BackupSeal> => {
  const salt = randomBytes(saltLength)
  const key = { id: '0'.repeat(16), secret: await secretOf(passphrase, salt) }
  return { key, front: Buffer.concat([title, salt]) }
}

/** Seals a backup: title, salt, sealed bytes. */
export const sealBackup = async (bytes: Slices, passphrase: string): Promise<Buffer> => {
  const { key, front } = await backupSeal(passphrase)
  return sealBytes(key, bytes, 'backup', front)
}

/** Seals a backup into a file, never whole in memory; a failure leaves none. */
export const sealBackupTo = async (disk: Disk, path: string, bytes: Slices, { key, front }: BackupSeal) => {
  const file = await disk.open(path)
  try {
    await file.truncate(0)
    await writeAll(file, front, 0)
    await sealParts(key, bytes, 'backup', (part, at) => writeAll(file, part, front.length + at))
  } catch (error) {
    // The first error is the one to report.
    await disk.remove(path).catch(() => {})
    throw error
  } finally {
    await file.close()
  }
}

/** Opens a backup. Throws StoreRefused for a wrong passphrase or changed bytes. */
export const openBackup = async (bytes: Uint8Array, passphrase: string): Promise<Buffer> => {
  const salt = bytes.subarray(title.length, title.length + saltLength)
  const secret = await secretOf(passphrase, salt)
  return openBytes(secret, bytes.subarray(title.length + saltLength), 'backup').catch((error) => {
    if (!(error instanceof Tampered)) throw error
    throw new StoreRefused('The passphrase is not the one this backup was sealed with, or the file is damaged.')
  })
}

const fileIn = (dir: string) => join(dir, 'checkin.restored')

/** Marks a folder that lost its latest changes: later receipt numbers carry the minute of the restore. */
export const beginSeries = async (disk: Disk, dir: string, at: Date): Promise<void> =>
  replaceFile(disk, fileIn(dir), Buffer.from(`${at.toISOString()}\n`))

/** Returns when the folder last lost its latest changes, in milliseconds; 0 if never. */
export const restoredAt = async (disk: Disk, dir: string): Promise<number> =>
  Date.parse(((await disk.read(fileIn(dir))) ?? '').toString().trim()) || 0

/** Returns the mark of numbers given since the last restore, `R` with its minute in base 36; empty without any. */
export const seriesOf = async (disk: Disk, dir: string): Promise<string> => {
  const at = await restoredAt(disk, dir)
  return at > 0
    ? `R${Math.floor(at / 60_000)
        .toString(36)
        .toUpperCase()}`
    : ''
}
