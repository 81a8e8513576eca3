import { basename } from 'node:path'
import { type Disk, replaceFile } from './disk'
import type { Slices } from './memory-pages'
import { openFile, sealFile } from './sealing'

/**
 * What a whole file holds, opened with the disk's keys; `undefined` when there is none. Throws StoreRefused, and
 * Tampered, as `openFile` does.
 */
export const readSealed = async (disk: Disk, path: string): Promise<Buffer | undefined> => {
  const bytes = await disk.read(path)
  return bytes && openFile(disk.keys, bytes, basename(path))
}

/** Puts bytes in a file's place, sealed with the disk's keys, so that a crash leaves the old file or the new one. */
export const replaceSealed = async (disk: Disk, path: string, bytes: Slices) =>
  replaceFile(disk, path, await sealFile(disk.keys, bytes))
