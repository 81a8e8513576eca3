import { join } from 'node:path'
import { contentsDigest, contentsOf, imageOf, isNothing, putContents } from '../store/postgres/image'
import type { PostgresDatabase } from '../store/postgres/postgres-database'
import { type Disk, readSealed, replaceSealed } from '../store/sealed/disk'
import { movedFilesFolder, openStore } from '../store/sqlite/open'
import { inspectImage } from '../store/sqlite-file/database'

/** Once the store is closed, the first file holds everything. */
const files = ['checkin.sqlite', 'checkin.journal', 'checkin.mark']

const contentsIn = async (disk: Disk, dir: string) => {
  const bytes = await readSealed(disk, join(dir, files[0]!))
  const found = bytes && (await inspectImage(bytes))
  if (!found) return undefined
  const contents = contentsOf(found.db.sql)
  found.db.close()
  return contents
}

const foldJournal = async (disk: Disk, dir: string, isMoved = false) =>
  (await openStore({ dir, disk, isMoved, backups: 'untouched', report: console.error })).close()

/** Moves the files away, the first file last: while it is there, the move is not done. */
const putAside = async (disk: Disk, dir: string) => {
  await disk.makeFolder(join(dir, movedFilesFolder))
  for (const name of [...files].reverse())
    if (await disk.stat(join(dir, name))) await disk.rename(join(dir, name), join(dir, movedFilesFolder, name))
  await disk.syncFolder(dir)
}

/** Moves a house into the database; call it again after a crash. Returns counts and digest; nothing without a store. */
export const intoDatabase = async (database: PostgresDatabase, disk: Disk, house: string, dir: string) => {
  const { release } = await database.hold(house)
  try {
    const [exchange, journal] = files.map((name) => join(dir, name)) as [string, string]
    const before = await contentsIn(disk, dir)
    if (!before && !(await disk.stat(journal))) return undefined
    const { proof: already } = await imageOf(database, house)
    const isMoved = before && !(await disk.stat(journal)) && contentsDigest(before) === already
    if (!isMoved) {
      await foldJournal(disk, dir)
      const contents = await contentsIn(disk, dir)
      if (!contents) throw new Error(`${exchange} cannot be read.`)
      await putContents(database, house, contents)
      const { proof } = await imageOf(database, house)
      if (proof !== contentsDigest(contents)) throw new Error(`${house} is not the same in the database (${proof}).`)
    }
    await putAside(disk, dir)
    return (await imageOf(database, house)).proof
  } finally {
    await release()
  }
}

/** Moves a house into its folder; call it again after a crash. Returns counts and digest; nothing if there is none. */
export const intoFolder = async (database: PostgresDatabase, disk: Disk, house: string, dir: string) => {
  const { release } = await database.hold(house)
  try {
    const { proof, image } = await imageOf(database, house)
    if (isNothing(proof)) return undefined
    await disk.makeFolder(dir)
    if (!(await contentsIn(disk, dir))) await replaceSealed(disk, join(dir, files[0]!), image)
    await foldJournal(disk, dir, true)
    const there = contentsDigest((await contentsIn(disk, dir))!)
    if (there !== proof) throw new Error(`${dir} holds another ${house} (${there}): move its files away first.`)
    await database.remove(house)
    for (const name of files) await disk.remove(join(dir, movedFilesFolder, name))
    return proof
  } finally {
    await release()
  }
}
