import { join } from 'node:path'
import { type Disk, replaceFile } from '../disk'
import type { Journal } from './journal'
import type { Mark } from './journal-records'
import { backupOf, backupsIn, stampChecksum, writeBackup } from './snapshot'

/** Milliseconds: how soon a removed guest's text leaves the files; how soon a chore that failed is tried again; how often one is looked for. */
const [erased, again, hourly] = [2_000, 60_000, 3_600_000]

/** Whether a journal has outgrown its snapshot, both in bytes: at half the snapshot's, and 4 MB (some 2,500 check-ins, 0.2 s of the next start). */
export const outgrown = (journal: number, snapshot: number) => journal > Math.max(4 << 20, snapshot / 2)

export type Folding = {
  disk: Disk
  dir: string
  journal: Journal
  /** The whole store at a mark, as a SQLite image; stops the process for as long as it takes (2 ms for 1,000 check-ins). */
  image: (kind: 'snapshot' | 'backup', mark: Mark) => Uint8Array
  /** Builds the tables anew, without what was removed from them; slower than an image. */
  rebuild: () => void
  /** Bytes of the snapshot there is. */
  size: number
  now: () => Date
  backups: number
  report: (message: string) => void
  outgrown: (journal: number, snapshot: number) => boolean
}

/**
 * Folds the journal into a new snapshot and keeps the day's backup: when the journal has outgrown the snapshot, 2 seconds after
 * a check-in was removed, 2 seconds after the start, every hour, and at the end; except for the first, with the tables built anew if
 * something was removed from them. What fails is reported and tried again.
 */
export const scheduleFolding = ({
  disk,
  dir,
  journal,
  image,
  rebuild,
  size,
  now,
  backups,
  report,
  outgrown,
}: Folding) => {
  let stopped = false
  let stale = journal.holds() > 0
  let due: { at: number; timer: NodeJS.Timeout } | undefined
  let last = Promise.resolve()

  const fold = async (thoroughly: boolean) => {
    if (!journal.holds()) return
    await journal.ready()
    const here = journal.here()
    // SQLite's secure_delete clears the cells it frees, not the copies left where it once moved a cell between pages.
    if (stale && thoroughly) rebuild()
    stale &&= !thoroughly
    const bytes = await stampChecksum(image('snapshot', here))
    await replaceFile(disk, join(dir, 'checkin.sqlite'), bytes)
    size = bytes.length
    await journal.restart(here)
  }

  const backUp = async () => {
    const here = journal.here()
    const today = backupOf(dir, now())
    if (!backups || !here.seq || (await backupsIn(disk, dir)).includes(today)) return
    await writeBackup(disk, dir, today, await stampChecksum(image('backup', here)), backups)
  }

  const run = (thoroughly = true) =>
    (last = last.then(async () => {
      try {
        await fold(thoroughly)
        await backUp()
      } catch (error) {
        report(`The snapshot or the backup could not be written (${(error as Error).message}); it will be tried again.`)
        soon(again)
      }
    }))

  const soon = (wait: number) => {
    const at = performance.now() + wait
    if (stopped || (due && due.at <= at)) return
    clearTimeout(due?.timer)
    const timer = setTimeout(() => {
      due = undefined
      void run(wait > 0)
    }, wait).unref()
    due = { at, timer }
  }

  const daily = setInterval(() => void run(), hourly).unref()
  soon(erased)

  return {
    /** Told of each change that was kept. */
    after: (change: string) => {
      stale ||= change.startsWith('remove')
      if (change === 'remove') soon(erased)
      else if (outgrown(journal.size(), size)) soon(0)
    },
    /** Folds a last time and no more. */
    stop: () => {
      stopped = true
      clearInterval(daily)
      clearTimeout(due?.timer)
      return run()
    },
  }
}
