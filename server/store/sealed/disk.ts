import fs from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import type { Slices } from './memory-pages'
import { type DataKeys, openFile, sealFile } from './sealing'

/** Positions and lengths in bytes. `write` may write less and returns how much. */
export type Writing = {
  write: (bytes: Uint8Array, at: number) => Promise<number>
  sync: () => Promise<void>
  truncate: (length: number) => Promise<void>
  close: () => Promise<void>
}

/** The calls of the file system; tests put failing ones in their place. */
export type Disk = {
  /** The keys that seal files with personal data; without them files are plain. */
  keys?: DataKeys | undefined
  /** Opens a file for writing; makes it, readable by its owner only. */
  open: (path: string) => Promise<Writing>
  /** Returns the bytes from `from` on; `undefined` for no file. */
  read: (path: string, from?: number) => Promise<Buffer | undefined>
  /** Streams a file and removes its name at once. */
  take: (path: string) => Promise<{ parts: Readable; size: number }>
  /** `undefined` for no file; the size in bytes. */
  stat: (path: string) => Promise<{ file: string; size: number } | undefined>
  room: (folder: string) => Promise<number>
  rename: (from: string, to: string) => Promise<void>
  remove: (path: string) => Promise<void>
  list: (folder: string) => Promise<string[]>
  /** Makes a folder and its parents, open to its owner only. */
  makeFolder: (folder: string) => Promise<void>
  /** Makes a rename survive a power cut. */
  syncFolder: (folder: string) => Promise<void>
}

// Half the cost of FileHandle, on the path of every check-in.
const [open, close, write, ftruncate, fdatasync, fsync] = [
  promisify(fs.open),
  promisify(fs.close),
  promisify(fs.write),
  promisify(fs.ftruncate),
  promisify(fs.fdatasync),
  promisify(fs.fsync),
]

/** Returns undefined for a missing file; throws any other error. */
export const absent = (error: NodeJS.ErrnoException) => {
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

// The recursive mkdir of Node never ends if an existing parent answers ENOENT, as /proc does.
const makeFolder = async (folder: string): Promise<void> => {
  const parent = dirname(folder)
  if (!fs.existsSync(parent)) await makeFolder(parent)
  await fs.promises.mkdir(folder, { mode: 0o700 }).catch((error: Error) => {
    if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error
  })
}

/** Up to so many bytes are written synchronously, which is faster than on another thread. */
const atOnce = 1 << 18

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
      // A second close could hit another file's number.
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
  makeFolder,
  syncFolder: async (folder) => {
    // Windows has no such call and journals renames itself.
    if (process.platform === 'win32') return
    const fd = await open(folder, 'r')
    await fsync(fd).finally(() => close(fd))
  },
}

/** Writes all bytes; throws the disk's error, or ENOSPC when it takes no more. */
export const writeAll = async (file: Writing, bytes: Uint8Array, at: number) => {
  for (let done = 0; done < bytes.length; ) {
    const count = await file.write(bytes.subarray(done), at + done)
    if (!count) throw Object.assign(new Error('the disk takes no more'), { code: 'ENOSPC' })
    done += count
  }
}

/** The suffix of an unfinished file; one found at start is left from a crash. */
export const unfinishedSuffix = '.new'

/** Replaces a file so that a crash leaves the old or the new one whole. */
export const replaceFile = async (disk: Disk, path: string, bytes: Uint8Array) => {
  const file = await disk.open(path + unfinishedSuffix)
  try {
    await file.truncate(0)
    await writeAll(file, bytes, 0)
    await file.sync()
  } catch (error) {
    // The first error is the one to report.
    await file.close().catch(() => {})
    await disk.remove(path + unfinishedSuffix).catch(() => {})
    throw error
  }
  await file.close()
  await disk.rename(path + unfinishedSuffix, path)
  await disk.syncFolder(dirname(path))
}

/** Reads a whole file; `undefined` for none. Throws as `openFile` does. */
export const readSealed = async (disk: Disk, path: string): Promise<Buffer | undefined> => {
  const bytes = await disk.read(path)
  return bytes && openFile(disk.keys, bytes, basename(path))
}

/** Replaces a file, sealed with the disk's keys. */
export const replaceSealed = async (disk: Disk, path: string, bytes: Slices) =>
  replaceFile(disk, path, await sealFile(disk.keys, bytes))
