import { accessSync, constants, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Disk, machineDisk, readSealed, unfinishedSuffix } from '../sealed/disk'
import { backupSeal, beginSeries, isBackup } from '../sealed/sealed-backup'
import { Tampered } from '../sealed/sealing'
import { backupsIn, unpackFiles } from '../sqlite-file/backup-files'
import type { Change, Sql } from '../sqlite-file/changes'
import { inspectImage, openDatabase } from '../sqlite-file/database'
import { erasingAgain, readErased } from '../sqlite-file/erase-again'
import { type Store, StoreRefused, StoreUnavailable } from '../store'
import { type Fold, foldFiles } from './fold-files'
import { outgrown, scheduleFolding } from './folding'
import { openJournal } from './journal'
import { lockFolder } from './lock'
import { callsOf } from './store-calls'

type StoreOptions = {
  dir: string
  disk?: Disk
  now?: () => Date
  /** 0 for none, `untouched` to leave them alone. */
  backups?: number | 'untouched'
  fold?: Fold
  /** Called for a failed background task that will be retried, and for files that a downloaded backup lacks. */
  report?: (message: string) => void
  /** An image without a journal was moved here and lost nothing; otherwise it is a backup. */
  isMoved?: boolean
  /** Returns whether to fold the journal, by its bytes and those of the last snapshot. */
  outgrown?: (journal: number, snapshot: number) => boolean
}

const damaged = () =>
  new StoreRefused(
    'checkin.sqlite is damaged. Run `node dist/recover.mjs` with this folder: it says what can still be read and which backups there are.',
  )

const damagedIfTampered = (error: Error) => {
  throw error instanceof Tampered ? damaged() : error
}

const openSnapshot = async (disk: Disk, path: string) => {
  const bytes = await readSealed(disk, path).catch(damagedIfTampered)
  if (bytes && isBackup(bytes))
    throw new StoreRefused(
      'checkin.sqlite is a backup sealed with a passphrase: move it out of the folder and run `npm run restore -- FILE`, which asks for it.',
    )
  if (!bytes) return { db: await openDatabase(), mark: undefined, size: 0 }
  const found = await inspectImage(bytes, { thoroughly: false })
  if (found?.intact) return { ...found, size: bytes.length }
  throw damaged()
}

const clearUnfinished = async (disk: Disk, dir: string) => {
  const folders = (await disk.list(dir)).filter(
    (name) => name === 'backups' || name === 'receipts' || name.startsWith('broken-'),
  )
  for (const folder of [dir, ...folders.map((name) => join(dir, name))])
    for (const name of await disk.list(folder))
      if (name.endsWith(unfinishedSuffix)) await disk.remove(join(folder, name))
}

/** The folder for the files of a house moved into a database. */
export const movedFilesFolder = 'before-database'

/** Throws where a store was lost: an empty one would hide it. */
const refuseLost = async (disk: Disk, dir: string) => {
  if (await disk.stat(join(dir, movedFilesFolder, 'checkin.sqlite')))
    throw new StoreRefused(
      `The house of ${dir} was moved into a database. Say in DATABASE_URL which one, or bring it back with: npm run houses -- into-folder.`,
    )
  const backups = await backupsIn(disk, dir)
  if (!backups.length || (await disk.stat(join(dir, 'checkin.journal')))) return
  throw new StoreRefused(
    `The data folder ${dir} holds backups but no store. To restore, copy ${backups.at(-1)} to ${join(dir, 'checkin.sqlite')}; to begin anew, move the folder backups away.`,
  )
}

/** Parts that are first used long after the start: at the first look at a guest, by the next backup, at night. */
const usedLater = ['access-log.key', 'backups', 'pictures', 'receipts', 'tabelle']

/** Throws EACCES for a part that the server's user cannot use, as one that another user made. */
const refuseForeign = (dir: string) => {
  for (const path of usedLater.map((name) => join(dir, name))) {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found) accessSync(path, found.isDirectory() ? constants.R_OK | constants.W_OK | constants.X_OK : constants.R_OK)
  }
}

/** Prepares a folder for a backup's new journal: the receipts given and the lines logged since are unknown. */
const beginAfterBackup = async (disk: Disk, dir: string, at: Date) => {
  await disk.remove(join(dir, 'access-log.key'))
  await beginSeries(disk, dir, at)
}

const openFiles = async (
  disk: Disk,
  { dir, report, now, isMoved }: Pick<Required<StoreOptions>, 'dir' | 'report' | 'now' | 'isMoved'>,
) => {
  const { db, mark, size } = await openSnapshot(disk, join(dir, 'checkin.sqlite'))
  if (!mark) await refuseLost(disk, dir)
  const path = join(dir, 'checkin.journal')
  if (mark?.alone && !isMoved && !(await disk.stat(path))) await beginAfterBackup(disk, dir, now())
  const journal = await openJournal({
    disk,
    path,
    markPath: join(dir, 'checkin.mark'),
    snapshot: mark,
    apply: db.apply,
    report,
  })
  await clearUnfinished(disk, dir)
  await unpackFiles(disk, dir, db.sql)
  return { db, journal, size, isRestored: mark?.alone === true }
}

type Restored = { sql: Sql; append: (body: string) => Promise<unknown>; now: () => Date }

const eraseAgain = async (disk: Disk, dir: string, { sql, append, now }: Restored) => {
  const changes = erasingAgain(sql, (await readErased(disk, dir)).list, now().toISOString())
  if (changes.length) await append(JSON.stringify(['all', changes]))
}

/** Reports the files that a downloaded copy lacks. */
const reporting =
  (fold: Fold, report: (line: string) => void): Fold =>
  async (task) => {
    const folded = await fold(task)
    for (const line of folded.left ?? []) report(line)
    return folded
  }

const leastBytes = 256 << 10

const openLocked = async (options: StoreOptions, unlock: () => Promise<void>): Promise<Store> => {
  const { dir, disk, ...rest } = {
    disk: machineDisk,
    now: () => new Date(),
    backups: 14,
    report: () => {},
    isMoved: false,
    outgrown,
    ...options,
  }
  const fold = reporting(options.fold ?? foldFiles(disk), rest.report)
  refuseForeign(dir)
  const { db, journal, size, isRestored } = await openFiles(disk, { dir, ...rest })
  // A restored backup does not know later erasures.
  if (isRestored) await eraseAgain(disk, dir, { sql: db.sql, append: journal.append, now: rest.now })
  const folding = scheduleFolding({ disk, dir, journal, size, ...rest, fold })
  let closed: Promise<void> | undefined
  let refusing = false
  const change = async (...change: Change): Promise<unknown> => {
    const result = await journal.append(JSON.stringify(change)).catch((error) => {
      refusing = true
      throw error
    })
    refusing = false
    folding.after(change)
    return result
  }
  const read = async <T>(look: () => T): Promise<T> => {
    if (closed) throw new StoreUnavailable('The store is closed.')
    return look()
  }
  return {
    ...callsOf({ sql: db.sql, change, read }),
    backup: async () => {
      await journal.ready()
      const { image } = await folding.between(() => fold({ dir, upTo: journal.here(), as: 'backup' }))
      return image!
    },
    sealedBackup: async (passphrase) => {
      await journal.ready()
      // Before the tables are opened, so that their memory is not taken together.
      const seal = await backupSeal(passphrase)
      return folding.between(async () => {
        const to = join(dir, `checkin.backup${unfinishedSuffix}`)
        await fold({ dir, upTo: journal.here(), as: 'backup', to, seal }).catch((cause) => {
          throw new StoreUnavailable(`The backup could not be made: ${(cause as Error).message}`, { cause })
        })
        return disk.take(to)
      })
    },
    health: async () => {
      await journal.ready()
      await read(() => db.sql('SELECT 1'))
      if (refusing) await change('nothing')
      if ((await disk.room(dir)) < leastBytes) throw new StoreUnavailable('The disk is full.')
    },
    close: () =>
      (closed ??= (async () => {
        await folding.stop()
        await journal.close()
        db.close()
        await unlock()
      })()),
  }
}

/** Opens or begins the store of a folder. Throws StoreRefused with a sentence. */
export const openStore = async (options: StoreOptions): Promise<Store> => {
  const { dir, disk = machineDisk } = options
  await disk
    .makeFolder(dir)
    .then(() => disk.syncFolder(dirname(resolve(dir))))
    .catch((error: Error) => {
      throw new StoreRefused(`The data folder ${dir} cannot be made (${error.message}). Name another in DATA_DIR.`)
    })
  const unlock = await lockFolder(dir)
  try {
    return await openLocked(options, unlock)
  } catch (error) {
    await unlock()
    if (error instanceof StoreRefused) throw error
    throw new StoreRefused(
      `The store in ${dir} could not be opened: ${(error as Error).message}. Nothing was changed; see to the disk and start again.`,
      { cause: error },
    )
  }
}
