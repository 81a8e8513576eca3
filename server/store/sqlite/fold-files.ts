import { dirname, join } from 'node:path'
import type { Disk } from '../disk'
import { freeBackups } from '../erasing/erase-again'
import { type Erasure, erasedBy, mayErase } from '../erasing/erased-list'
import { forgetFiles, packFiles } from '../packed-files'
import { readSealed, replaceSealed } from '../sealed/sealed-files'
import { type Database, inspect, openDatabase } from './database'
import { openedRecords, type Place } from './journal-file'
import { type JournalRecord, origin, readJournal } from './journal-records'
import { stampChecksum } from './snapshot'

/**
 * What is to be folded: the files of a folder up to a place in the journal. `as` is what the image says of itself: a
 * `snapshot` belongs to the journal beside it, a `backup` begins one of its own. Written to the path `to`, or answered
 * as bytes without one.
 */
export type ImageTask = { dir: string; upTo: Place; as: 'snapshot' | 'backup'; to?: string | undefined }

/** The backups of a folder are to be freed from what was erased since they were made; `at` is an ISO instant. */
export type FreeingTask = { dir: string; as: 'freeing'; at: string }

export type FoldTask = ImageTask | FreeingTask

/**
 * Bytes of the image; the image itself where the task named no path; what the records folded in have erased.
 */
export type Folded = { size: number; image?: Uint8Array; erased?: Erasure[] }

/** Does a task, in this thread or aside. */
export type Fold = (task: FoldTask) => Promise<Folded>

/** How many records are applied in one transaction. */
const portion = 1000

/** Applies records, and answers what they erased: it is looked at just before it goes. */
const applied = (db: Pick<Database, 'sql' | 'apply'>, records: JournalRecord[]): Erasure[] => {
  const erased: Erasure[] = []
  let done = 0
  for (let at = 0; at < records.length; at++) {
    const isFull = at - done === portion
    if (isFull || mayErase(records[at]!.body)) {
      db.apply(records.slice(done, at))
      done = at
      erased.push(...erasedBy(db.sql, records[at]!.body))
    }
  }
  db.apply(records.slice(done))
  return erased
}

const openFiles = async (disk: Disk, { dir, upTo }: ImageTask) => {
  const bytes = await readSealed(disk, join(dir, 'checkin.sqlite'))
  const found = bytes && (await inspect(bytes, { thoroughly: false }))
  if (bytes && !found?.intact) throw new Error('checkin.sqlite has been damaged since it was written')
  const db = found?.db ?? (await openDatabase())
  const { seq } = found?.mark ?? origin
  const journal = (await disk.read(join(dir, 'checkin.journal')))?.subarray(0, upTo.offset)
  const reading = journal && readJournal(journal)
  if (reading?.end.sum !== upTo.sum) throw new Error(`checkin.journal no longer leads to record ${upTo.seq}`)
  const newer = openedRecords(
    disk,
    reading.records.filter((record) => record.seq > seq),
  )
  return { db, erased: applied(db, newer) }
}

/**
 * Makes an image of the store from its files alone: the last snapshot and the journal up to a place, the tables built
 * anew, so that nothing removed or replaced is left in a corner of a page. The serving process has no part in it, and
 * what its memory holds never reaches the disk.
 */
export const foldFiles =
  (disk: Disk): Fold =>
  async (task) => {
    if (task.as === 'freeing') {
      await freeBackups(disk, task.dir, task.at)
      return { size: 0 }
    }
    const { db, erased } = await openFiles(disk, task)
    try {
      forgetFiles(db.sql)
      // What is answered as bytes leaves the house.
      if (!task.to) {
        db.forgetSecrets()
        await packFiles(disk, task.dir, db.sql)
      }
      db.rebuild()
      const image = await stampChecksum(db.image(task.as, task.upTo))
      if (!task.to) return { size: image.length, image }
      await disk.makeFolder(dirname(task.to))
      await replaceSealed(disk, task.to, image)
      return { size: image.length, erased }
    } finally {
      db.close()
    }
  }
