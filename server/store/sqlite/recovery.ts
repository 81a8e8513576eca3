import { basename, join } from 'node:path'
import { type Disk, machineDisk, readSealed, replaceFile, replaceSealed } from '../sealed/disk'
import { beginSeries, isBackup, openBackup } from '../sealed/sealed-backup'
import { openFile, sealLine, Tampered } from '../sealed/sealing'
import { backupsIn, stampChecksum } from '../sqlite-file/backup-files'
import { inspectImage } from '../sqlite-file/database'
import {
  headerAfter,
  type JournalReading,
  lineOf,
  type Mark,
  origin,
  readJournal,
  recordAfter,
  recordsFrom,
} from '../sqlite-file/journal-records'
import { StoreRefused } from '../store'
import { journalFault } from './journal'
import { readHighWater } from './journal-file'
import { lockFolder } from './lock'
import { openStore } from './open'

const lines = (bytes: Buffer) => bytes.reduce((count, byte) => count + (byte === 10 ? 1 : 0), 0)

/** Returns the good part of a journal. A damaged first line is skipped: the checksums lead back to the snapshot. */
const usablePart = (bytes: Buffer, snapshot: Mark): JournalReading => {
  const found = readJournal(bytes) ?? recordsFrom(bytes, bytes.indexOf(10) + 1, snapshot)
  const none = { after: snapshot, end: snapshot, records: [], length: 0, rest: 'none' as const }
  return journalFault({ ...found, rest: 'none' }, snapshot) ? none : found
}

/** Numbers skipped when the count of lost ones is unknown. */
const skippedNumbers = 1000

const keepBrokenFiles = async (
  disk: Disk,
  dir: string,
  stamp: string,
  files: { [name: string]: Buffer | undefined },
) => {
  const folder = join(dir, `broken-${stamp}`)
  await disk.makeFolder(folder)
  for (const [name, bytes] of Object.entries(files)) if (bytes) await replaceFile(disk, join(folder, name), bytes)
  await disk.syncFolder(dir)
  return folder
}

const inspectFile = async (disk: Disk, path: string) => {
  const bytes = await readSealed(disk, path).catch((error) => {
    if (error instanceof Tampered) return undefined
    throw error
  })
  const found = await inspectImage(bytes ?? Buffer.alloc(0))
  found?.db.close()
  return found
}

const backupChoices = async (disk: Disk, dir: string) => {
  const rows: string[] = []
  for (const path of (await backupsIn(disk, dir)).reverse()) {
    const found = await inspectFile(disk, path)
    rows.push(
      `  ${basename(path)}: ${found?.intact ? `${found.checkins} check-ins, ${found.mark.seq} changes` : 'damaged too'}`,
    )
  }
  return rows.length
    ? ['The backups are:', ...rows, 'Choose one and run this command again with --from <its name>.']
    : ['There is no backup in this folder: put one in its place and start the server.']
}

/** `from` is a backup to begin from; `now` names the folder of broken files. */
type Recovering = { dir: string; from?: string | undefined; now: Date; disk?: Disk }

/** Repairs a refused folder up to the last good record. Broken files go to `broken-<time>`. Returns sentences. */
export const recover = async ({ dir, from, now, disk = machineDisk }: Recovering): Promise<string[]> => {
  const unlock = await lockFolder(dir)
  const said: string[] = []
  try {
    const [image, journal, mark] = ['checkin.sqlite', 'checkin.journal', 'checkin.mark'].map((name) =>
      join(dir, name),
    ) as [string, string, string]
    const highest = await readHighWater(disk, mark)
    const before = { 'checkin.sqlite': await disk.read(image), 'checkin.journal': await disk.read(journal) }
    const source = from ? join(dir, 'backups', basename(from)) : image
    const bytes = await disk.read(source)
    const found = bytes && (await inspectFile(disk, source))
    const old = before['checkin.journal']
    const first = old && readJournal(old)
    const snapshot = found?.mark ?? origin
    const short = Math.max(0, (highest?.seq ?? 0) - (first?.end.seq ?? 0))
    const good = usablePart(old ?? Buffer.alloc(0), snapshot)
    // Before the first snapshot the journal must lead back to the beginning.
    const whole = !bytes && !from && good.length > 0
    if (!found && !whole)
      throw new StoreRefused(
        [`${basename(source)} ${bytes ? 'is damaged' : 'is not there'}.`, ...(await backupChoices(disk, dir))].join(
          '\n',
        ),
      )
    const isIntact = !found || found.intact
    // A backup put in place starts a journal of its own.
    const isWhole = old ? !short && !journalFault(first, snapshot) : found?.mark.alone
    if (!from && isIntact && isWhole) return ['Nothing to recover: the store is whole.']

    const folder = await keepBrokenFiles(disk, dir, now.toISOString().replace(/[:.]/g, '-'), before)
    said.push(`The files as they were are in ${folder}; delete it when all is well, it holds guests' data.`)
    if (!isIntact)
      said.push(
        `${basename(source)} was changed by something else than the server; SQLite can read all of it and it was kept, but look through the check-ins.`,
      )
    const lost = old ? Math.max(lines(old.subarray(good.length)), (highest?.seq ?? 0) - good.end.seq) : skippedNumbers
    const skip = recordAfter(good.end, sealLine(disk.keys, JSON.stringify(['skip', lost + 1]), good.end.seq + 1))
    if (from || !isIntact) await replaceSealed(disk, image, await stampChecksum((await readSealed(disk, source))!))
    await disk.remove(mark)
    // Receipts may have been in what is dropped.
    await beginSeries(disk, dir, now)
    await replaceFile(
      disk,
      journal,
      Buffer.from([headerAfter(good.after), ...good.records.map(lineOf), lineOf(skip)].join('')),
    )
    const newer = good.records.filter(({ seq }) => seq > snapshot.seq).length
    said.push(
      `Kept: ${found ? `${found.checkins} check-ins of ${basename(source)} and ` : ''}${newer} changes of the journal, up to record ${good.end.seq}.`,
    )
    said.push(
      old
        ? `Dropped: ${old.length - good.length} bytes of the journal, some ${lost} changes.`
        : 'There was no checkin.journal: what was kept in it is lost.',
    )
  } finally {
    await unlock()
  }
  const store = await openStore({ dir, disk, backups: 'untouched' })
  said.push(`The store opens and holds ${(await store.checkins()).length} check-ins.`)
  await store.close()
  return said
}

type Restoring = { bytes: Buffer; dir: string; disk: Disk; ask: () => Promise<string> }

/** Restores a backup into a folder without a store. Returns a sentence; throws StoreRefused and changes nothing. */
export const restore = async ({ bytes, dir, disk, ask }: Restoring): Promise<string> => {
  await disk.makeFolder(dir)
  const unlock = await lockFolder(dir)
  try {
    for (const name of ['checkin.sqlite', 'checkin.journal', 'checkin.mark'])
      if (await disk.stat(join(dir, name)))
        throw new StoreRefused(`${join(dir, name)} is there: move it out of the folder first. Nothing was changed.`)
    const keys = { all: disk.keys?.all ?? [], takesPlain: true }
    const image = isBackup(bytes) ? await openBackup(bytes, await ask()) : await openFile(keys, bytes, 'The backup')
    const copy = Buffer.from(image)
    const found = await inspectImage(copy)
    found?.db.close()
    if (!found?.intact || !found.mark.alone) throw new StoreRefused('The file is no whole backup. Nothing was changed.')
    await replaceSealed(disk, join(dir, 'checkin.sqlite'), image)
    return `Restored: ${found.checkins} check-ins. Start the server.`
  } finally {
    await unlock()
  }
}
