import { dirname, join } from 'node:path'
import type { Disk } from '../disk'
import { forgetFiles, packFiles } from '../packed-files'
import { readSealed, replaceSealed } from '../sealed/sealed-files'
import { inspect, openDatabase } from './database'
import { openedRecords, type Place } from './journal-file'
import { origin, readJournal } from './journal-records'
import { stampChecksum } from './snapshot'

/**
 * What is to be folded: the files of a folder up to a place in the journal. `as` is what the image says of itself: a
 * `snapshot` belongs to the journal beside it, a `backup` begins one of its own. Written to the path `to`, or answered
 * as bytes without one.
 */
export type FoldTask = { dir: string; upTo: Place; as: 'snapshot' | 'backup'; to?: string | undefined }

/** Bytes of the image; the image itself where the task named no path. */
export type Folded = { size: number; image?: Uint8Array }

/** Does a task, in this thread or aside. */
export type Fold = (task: FoldTask) => Promise<Folded>

/** How many records are applied in one transaction. */
const portion = 1000

const openFiles = async (disk: Disk, { dir, upTo }: FoldTask) => {
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
  for (let at = 0; at < newer.length; at += portion) db.apply(newer.slice(at, at + portion))
  return db
}

/**
 * Makes an image of the store from its files alone: the last snapshot and the journal up to a place, the tables built
 * anew, so that nothing removed or replaced is left in a corner of a page. The serving process has no part in it, and
 * what its memory holds never reaches the disk.
 */
export const foldFiles =
  (disk: Disk): Fold =>
  async (task) => {
    const db = await openFiles(disk, task)
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
      return { size: image.length }
    } finally {
      db.close()
    }
  }
