import type { Checkin } from '../../../schema/checkin'
import { coarsened } from '../../../src/core/checkin/retention'
import type { Disk } from '../disk'
import { readSealed, replaceSealed } from '../sealed/sealed-files'
import { Tampered } from '../sealed/sealing'
import type { Change, Sql } from '../sqlite/changes'
import { inspect } from '../sqlite/database'
import { backupsIn, stampChecksum } from '../sqlite/snapshot'
import { type Erasure, printOf, readErased, writeErased } from './erased-list'

/** The changes that take from a store what had been erased after its file was made; `at` is an ISO instant. */
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

/** Writes a backup anew without what was erased since; a damaged one, which nobody restores, stays as it is. */
const freed = async (disk: Disk, path: string, list: readonly Erasure[], at: string) => {
  const bytes = await readSealed(disk, path).catch((error) => {
    if (error instanceof Tampered) return undefined
    throw error
  })
  const found = bytes && (await inspect(bytes, { thoroughly: false }))
  try {
    if (!found?.intact) return
    const changes = erasingAgain(found.db.sql, list, at)
    if (!changes.length) return
    found.db.apply([{ ...found.mark, body: JSON.stringify(['all', changes]) }])
    found.db.rebuild()
    await replaceSealed(disk, path, await stampChecksum(found.db.image('backup', found.mark)))
  } finally {
    found?.db.close()
  }
}

/**
 * Frees the backups in a folder from what was erased since they were made, one after the other, each in one step: what
 * a kill leaves undone is done the next time.
 */
export const freeBackups = async (disk: Disk, dir: string, at: string) => {
  const { list } = await readErased(disk, dir)
  for (const path of await backupsIn(disk, dir)) await freed(disk, path, list, at)
  const now = await readErased(disk, dir)
  await writeErased(disk, dir, { ...now, freed: list.length })
}
