import { basename } from 'node:path'
import { type Disk, replaceFile } from './disk'
import type { Slices } from './memory-pages'
import { openFile, sealFile } from './sealing'

/** Reads a whole file; `undefined` for none. Throws as `openFile` does. */
export const readSealed = async (disk: Disk, path: string): Promise<Buffer | undefined> => {
  const bytes = await disk.read(path)
  return bytes && openFile(disk.keys, bytes, basename(path))
}

/** Replaces a file, sealed with the disk's keys. */
export const replaceSealed = async (disk: Disk, path: string, bytes: Slices) =>
  replaceFile(disk, path, await sealFile(disk.keys, bytes))
