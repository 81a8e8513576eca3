import { dirname, join } from 'node:path'
import type { Disk } from '../sealed/disk'
import type { Pages } from '../sealed/memory-pages'
import { type BackupSeal, sealBackupTo } from '../sealed/passphrase'
import { type Database, inspectImage, openDatabase } from '../sqlite-file/database'
import { freeBackups } from '../sqlite-file/erase-again'
import { type Erasure, erasedBy, mayErase } from '../sqlite-file/erased-list'
import { type JournalRecord, origin, readJournal } from '../sqlite-file/journal-records'
import { imagesInMemory, type NewImages } from '../sqlite-file/new-images'
import { packFiles } from '../sqlite-file/packed-files'
import { finish, rebuilt } from '../sqlite-file/rebuilt'
import { type JournalPlace, openedRecords } from './journal-file'

/**
 * What is to be folded: the files of a folder up to a place in the journal. `as` is what the image says of itself: a
 * `snapshot` belongs to the journal beside it, a `backup` begins one of its own. Written to the path `to`, with a
 * `seal` as a backup that leaves the house, or answered as bytes without a path.
 */
export type ImageTask = {
  dir: string
  upTo: JournalPlace
  as: 'snapshot' | 'backup'
  to?: string | undefined
  seal?: BackupSeal
}

/** The backups of a folder are to be freed from what was erased since they were made; `at` is an ISO instant. */
export type FreeingTask = { dir: string; as: 'freeing'; at: string }

export type FoldTask = ImageTask | FreeingTask

/**
 * Bytes of the image; the image itself where the task named no path; what the records folded in have erased.
 */
export type Folded = { size: number; image?: Uint8Array; erased?: Erasure[] }

/** Whether the image leaves the house. */
const leaves = ({ to, seal }: ImageTask) => !to || seal !== undefined

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

/** The image of the files up to a place, changed as the journal says, with what the changes erased. */
const folded = async (disk: Disk, pages: Pages | undefined, { dir, upTo }: ImageTask) => {
  const found = pages && (await inspectImage(pages, { thoroughly: false }))
  if (pages && !found?.intact) throw new Error('checkin.sqlite has been damaged since it was written')
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

/** Builds the image a task asks for in empty pages; answers what the records folded in have erased. */
const makeImage = async ({ disk, newImages }: Folding, task: ImageTask, into: Pages): Promise<Erasure[]> => {
  const old = await newImages.copy(join(task.dir, 'checkin.sqlite.old'), join(task.dir, 'checkin.sqlite'))
  try {
    const { db, erased } = await folded(disk, old?.pages, task)
    if (leaves(task)) db.forgetSecrets()
    const fresh = await rebuilt(db, into).finally(db.close)
    if (leaves(task)) await packFiles(disk, task.dir, fresh.sql)
    await finish(fresh, into, task.as, task.upTo).finally(fresh.close)
    return erased
  } finally {
    await old?.drop()
  }
}

type Folding = { disk: Disk; newImages: NewImages }

/**
 * Makes an image of the store from its files alone: the last snapshot and the journal up to a place, the tables built
 * anew, so that nothing removed or replaced is left in a corner of a page. The serving process has no part in it, and
 * what its memory holds never reaches the disk.
 */
export const foldFiles =
  (disk: Disk, newImages: NewImages = imagesInMemory(disk)): Fold =>
  async (task) => {
    if (task.as === 'freeing') {
      await freeBackups(disk, task.dir, task.at, newImages)
      return { size: 0 }
    }
    const { to, seal } = task
    if (to) await disk.makeFolder(dirname(to))
    const image = await newImages.fresh(to ?? join(task.dir, 'checkin.copy'))
    try {
      const erased = await makeImage({ disk, newImages }, task, image.pages)
      const { length: size } = image.pages
      if (!to) return { size, image: Uint8Array.from(image.pages.subarray(0, size)) }
      if (seal) await sealBackupTo(disk, to, image.pages, seal)
      else await image.keep()
      return { size, erased }
    } finally {
      await image.drop()
    }
  }
