import fs from 'node:fs'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import type { DataKeys } from './sealing'

/** An open file: positions and lengths in bytes; `write` may write less than it was given and says how much it did. */
export type Writing = {
  write: (bytes: Uint8Array, at: number) => Promise<number>
  /** Resolves when the file's bytes and length are on the disk. */
  sync: () => Promise<void>
  truncate: (length: number) => Promise<void>
  close: () => Promise<void>
}

/**
 * Everything the store asks of a file system, so that the tests can put one in its place that fails at each call in
 * turn.
 */
export type Disk = {
  /** What files with personal data on it are sealed with; without, they are kept as they are. */
  keys?: DataKeys | undefined
  /** Opens a file for writing at any place; makes it, readable by its owner alone, if it is not there. */
  open: (path: string) => Promise<Writing>
  /** The bytes of a file from `from` to its end; `undefined` when there is no such file. */
  read: (path: string, from?: number) => Promise<Buffer | undefined>
  /** The bytes of a file in parts, and how many they are; its name goes at once, its place once they are read. */
  take: (path: string) => Promise<{ parts: Readable; size: number }>
  /** Which file a path names and its length in bytes; `undefined` when there is none. */
  stat: (path: string) => Promise<{ file: string; size: number } | undefined>
  /** Bytes that can still be written in a folder. */
  room: (folder: string) => Promise<number>
  rename: (from: string, to: string) => Promise<void>
  /** Removes a file; none to remove is no error. */
  remove: (path: string) => Promise<void>
  /** The names in a folder, in order; none when the folder is not there. */
  list: (folder: string) => Promise<string[]>
  /** Makes a folder and those above it, open to its owner alone. */
  makeFolder: (folder: string) => Promise<void>
  /** Resolves when the folder's names are on the disk, so that a rename outlives a power cut. */
  syncFolder: (folder: string) => Promise<void>
}

// Callbacks made into promises: half the cost of FileHandle, and this is the path of every check-in.
const [open, close, write, ftruncate, fdatasync, fsync] = [
  promisify(fs.open),
  promisify(fs.close),
  promisify(fs.write),
  promisify(fs.ftruncate),
  promisify(fs.fdatasync),
  promisify(fs.fsync),
]

const absent = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'ENOENT') throw error
  return undefined
}

const readFrom = async (path: string, from: number) => {
  const file = await fs.promises.open(path, 'r')
  try {
    const length = Math.max(0, (await file.stat()).size - from)
    const bytes = Buffer.alloc(length)
    const { bytesRead } = await file.read(bytes, 0, length, from)
    return bytes.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/**
 * What is handed to the system at once, in bytes: it takes them into its memory sooner than another thread would be
 * asked, and a group of check-ins then waits for its flush alone.
 */
const atOnce = 1 << 18

/** The file system of the machine. */
export const machineDisk: Disk = {
  open: async (path) => {
    const fd = await open(path, fs.constants.O_RDWR | fs.constants.O_CREAT, 0o600)
    let closed: Promise<void> | undefined
    return {
      write: async (bytes, at) =>
        bytes.length > atOnce
          ? (await write(fd, bytes, 0, bytes.length, at)).bytesWritten
          : fs.writeSync(fd, bytes, 0, bytes.length, at),
      sync: () => fdatasync(fd),
      truncate: (length) => ftruncate(fd, length),
      // Once only: by a second time the number may be another file's.
      close: () => (closed ??= close(fd)),
    }
  },
  read: (path, from = 0) => (from ? readFrom(path, from) : fs.promises.readFile(path)).catch(absent),
  take: async (path) => {
    const file = await fs.promises.open(path, 'r')
    const { size } = await file.stat()
    await fs.promises.rm(path, { force: true })
    return { parts: file.createReadStream({ highWaterMark: 1 << 18 }), size }
  },
  stat: async (path) => {
    const found = fs.statSync(path, { throwIfNoEntry: false })
    return found && { file: `${found.dev}:${found.ino}`, size: found.size }
  },
  room: async (folder) => {
    const { bavail, bsize } = await fs.promises.statfs(folder)
    return bavail * bsize
  },
  rename: (from, to) => fs.promises.rename(from, to),
  remove: (path) => fs.promises.rm(path, { force: true }),
  list: async (folder) => ((await fs.promises.readdir(folder).catch(absent)) ?? []).sort(),
  makeFolder: async (folder) => void (await fs.promises.mkdir(folder, { recursive: true, mode: 0o700 })),
  syncFolder: async (folder) => {
    // Windows has no such call: there a rename is written with the file system's own journal.
    if (process.platform === 'win32') return
    const fd = await open(folder, 'r')
    await fsync(fd).finally(() => close(fd))
  },
}

/**
 * Writes all the bytes at a place, however many calls that takes; throws what the disk threw, or ENOSPC when it takes
 * no more.
 */
export const writeAll = async (file: Writing, bytes: Uint8Array, at: number) => {
  for (let done = 0; done < bytes.length; ) {
    const count = await file.write(bytes.subarray(done), at + done)
    if (!count) throw Object.assign(new Error('the disk takes no more'), { code: 'ENOSPC' })
    done += count
  }
}

/**
 * The ending of a file that is being written and has not got its name yet; one found at start is a leaving of a crash.
 */
export const unfinishedSuffix = '.new'

/**
 * Puts bytes in a file's place so that a crash leaves the old file or the new one, whole: new file, sync, rename, sync
 * of the folder.
 */
export const replaceFile = async (disk: Disk, path: string, bytes: Uint8Array) => {
  const file = await disk.open(path + unfinishedSuffix)
  try {
    await file.truncate(0)
    await writeAll(file, bytes, 0)
    await file.sync()
  } catch (error) {
    await file.close().catch(() => {})
    await disk.remove(path + unfinishedSuffix).catch(() => {})
    throw error
  }
  await file.close()
  await disk.rename(path + unfinishedSuffix, path)
  await disk.syncFolder(dirname(path))
}
