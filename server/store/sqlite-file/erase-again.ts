import type { Checkin } from '../../../schema/checkin'
import { coarsened } from '../../../src/core/privacy/retention'
import type { Disk } from '../sealed/disk'
import { Tampered } from '../sealed/sealing'
import type { Change, Sql } from './changes'
import { type Database, inspectImage } from './database'
import { type Erasure, printOf, readErased, writeErased } from './erased-list'
import type { Mark } from './journal-records'
import { imagesInMemory, type NewImages } from './new-images'
import { finish, rebuilt } from './rebuilt'
import { backupsIn } from './snapshot'

/** The changes that erase again what was erased after a file was made; `at` is an ISO instant. */
export const erasingAgain = (sql: Sql, list: readonly Erasure[], at: string): Change[] =>
  list.flatMap(({ id, what, is }): Change[] => {
    const [row] = sql('SELECT draft, doc FROM checkins WHERE id = ?', [id])
    if (!row) return []
    const doc = JSON.parse(row[1] as string)
    if (printOf(id, row[0], doc) !== is) return []
    if (what === 'identity')
      return doc.identityRemovedAt ? [] : [['change', id, coarsened({ id, ...doc } as Checkin, at)]]
    return [
      ['remove', id],
      ['removeLetters', id],
    ]
  })

const putAnew = async (newImages: NewImages, path: string, { db, mark }: { db: Database; mark: Mark }) => {
  const fresh = await newImages.fresh(path)
  try {
    const built = await rebuilt(db, fresh.pages)
    await finish(built, fresh.pages, 'backup', mark).finally(built.close)
    await fresh.keep()
  } finally {
    await fresh.drop()
  }
}

/** Rewrites a backup without what was erased since; a damaged one is left. */
const freed = async (newImages: NewImages, path: string, list: readonly Erasure[], at: string) => {
  const old = await newImages.copy(`${path}.old`, path).catch((error) => {
    if (error instanceof Tampered) return undefined
    throw error
  })
  if (!old) return
  const found = await inspectImage(old.pages, { thoroughly: false })
  try {
    if (!found?.intact) return
    const changes = erasingAgain(found.db.sql, list, at)
    if (!changes.length) return
    found.db.apply([{ ...found.mark, body: JSON.stringify(['all', changes]) }])
    await putAnew(newImages, path, found)
  } finally {
    found?.db.close()
    await old.drop()
  }
}

/**
 * Frees the backups of a folder from what was erased since they were made, each in one atomic step: a killed run goes
 * on the next time.
 */
export const freeBackups = async (disk: Disk, dir: string, at: string, newImages: NewImages = imagesInMemory(disk)) => {
  const { list } = await readErased(disk, dir)
  for (const path of await backupsIn(disk, dir)) await freed(newImages, path, list, at)
  const now = await readErased(disk, dir)
  await writeErased(disk, dir, { ...now, freed: list.length })
}
