import { join } from 'node:path'
import { type Disk, replaceFile } from './disk'

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
