import { dirname, join } from 'node:path'
import type { Disk } from '../sealed/disk'
import type { Pages } from '../sealed/memory-pages'
import { type BackupSeal, sealBackupTo } from '../sealed/sealed-backup'
import { packFiles } from '../sqlite-file/backup-files'
import { type Database, inspectImage, openDatabase } from '../sqlite-file/database'
import { addErased, type Erasure, erasedBy, freeBackups, mayErase } from '../sqlite-file/erase-again'
import { type JournalRecord, origin, readJournal } from '../sqlite-file/journal-records'
import { finish, imagesInMemory, type NewImages, rebuilt } from '../sqlite-file/new-images'
import { type JournalPlace, openedRecords } from './journal-file'

/** An image of the files up to a place in the journal, written to `to` or returned. A `backup` has its own journal. */
type ImageTask = {
  dir: string
  upTo: JournalPlace
  as: 'snapshot' | 'backup'
  to?: string | undefined
  seal?: BackupSeal
}

export type FoldTask = ImageTask | { dir: string; as: 'freeing'; at: string }

/** An image's `size` in bytes, and itself if the task has no path; `left`: sentences about files that it lacks. */
export type Folded = { size: number; image?: Uint8Array; left?: string[] }

const leaves = ({ to, seal }: ImageTask) => !to || seal !== undefined

export type Fold = (task: FoldTask) => Promise<Folded>

const portion = 1000

/** Returns what the records erased, read just before each erasure. */
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

/** Builds a task's image in empty pages; returns what its records erased, and sentences about files it lacks. */
const makeImage = async ({ disk, newImages }: Folding, task: ImageTask, into: Pages) => {
  const old = await newImages.copy(join(task.dir, 'checkin.sqlite.old'), join(task.dir, 'checkin.sqlite'))
  try {
    const { db, erased } = await folded(disk, old?.pages, task)
    if (leaves(task)) db.forgetSecrets()
    const fresh = await rebuilt(db, into).finally(db.close)
    const left = leaves(task) ? await packFiles(disk, task.dir, fresh.sql) : []
    await finish(fresh, into, task.as, task.upTo).finally(fresh.close)
    return { erased, left }
  } finally {
    await old?.drop()
  }
}

type Folding = { disk: Disk; newImages: NewImages }

/** Makes images from the files alone, tables rebuilt: no page keeps removed text. */
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
      const { erased, left } = await makeImage({ disk, newImages }, task, image.pages)
      const { length: size } = image.pages
      if (!to) return { size, left, image: Uint8Array.from(image.pages.subarray(0, size)) }
      // Before the snapshot: the next fold skips its records, so a crash would lose what they erased.
      if (task.as === 'snapshot') await addErased(disk, task.dir, erased)
      if (seal) await sealBackupTo(disk, to, image.pages, seal)
      else await image.keep()
      return { size, left }
    } finally {
      await image.drop()
    }
  }
