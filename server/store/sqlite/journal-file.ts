import { hash } from 'node:crypto'
import { dirname } from 'node:path'
import { type Disk, replaceFile, writeAll } from '../sealed/disk'
import { openLine } from '../sealed/sealing'
import {
  headerAfter,
  type JournalReading,
  type JournalRecord,
  lineOf,
  type Mark,
  readJournal,
} from '../sqlite-file/journal-records'
import { StoreRefused } from '../store'

const checkOf = (text: string) => hash('sha256', text).slice(0, 16)
const textOf = ({ seq, sum }: Mark, length: number) =>
  `${String(seq).padStart(15, '0')} ${sum} ${String(length).padStart(15, '0')}`

/** The last record answered for, and the journal's length then, in bytes. */
export type HighWater = Mark & { length: number }

/** Reads `checkin.mark`; nothing when it is missing or torn. */
export const readHighWater = async (disk: Disk, path: string): Promise<HighWater | undefined> => {
  const text = (await disk.read(path))?.toString('latin1') ?? ''
  const [seq, sum, length, check] = text.trimEnd().split(' ')
  if (!seq || !sum || !length || checkOf(`${seq} ${sum} ${length}`) !== check) return undefined
  return { seq: Number(seq), sum, length: Number(length) }
}

/** `checkin.mark`, how far the journal was answered for: it shows a cut journal. Write errors are ignored. */
export const highWaterMark = (disk: Disk, path: string) => {
  let file: ReturnType<Disk['open']> | undefined
  return {
    write: async (mark: Mark, length: number) => {
      const text = textOf(mark, length)
      try {
        await writeAll(await (file ??= disk.open(path)), Buffer.from(`${text} ${checkOf(text)}\n`), 0)
      } catch {
        file = undefined
      }
    },
    // Incomplete but never wrong.
    close: async () => void (await (await file?.catch(() => undefined))?.close().catch(() => {})),
  }
}

export type JournalPlace = Mark & { offset: number }

/** What the operator is told to do about a damaged journal. */
export const help =
  'Run `node dist/recover.mjs` with this folder: it keeps the broken files aside and goes on from the last good record.'

/** Opens records with the disk's keys. Throws StoreRefused when a key is missing. */
export const openedRecords = ({ keys }: Disk, records: JournalRecord[]): JournalRecord[] =>
  records.map(({ seq, sum, body }) => ({ seq, sum, body: openLine(keys, body, seq, 'checkin.journal') }))

/** Returns the journal's length up to the last answered record. */
const lengthUpTo = (now: JournalReading | undefined, end: Mark) => {
  const known = now && (now.after.seq === end.seq ? now.after : now.records[end.seq - now.after.seq - 1])
  if (known?.sum !== end.sum) throw new StoreRefused(`checkin.journal no longer holds record ${end.seq}. ${help}`)
  const newer = now!.records.filter(({ seq }) => seq > end.seq)
  return now!.length - newer.reduce((sum, record) => sum + Buffer.byteLength(lineOf(record)), 0)
}

const notOurs = () =>
  new StoreRefused(
    'another process has written to checkin.journal or has put another in its place; see that one server alone uses the folder',
  )

/** Reopens the file and cuts what was not answered for. Throws StoreRefused if an answered change is missing. */
const mended = async (disk: Disk, path: string, end: Mark) => {
  const file = await disk.open(path)
  const now = readJournal((await disk.read(path))!)
  const length = lengthUpTo(now, end)
  await file.truncate(length)
  await file.sync()
  await disk.syncFolder(dirname(path))
  return { file, length, after: now!.after, name: (await disk.stat(path))?.file }
}

/** Opens a journal's file; a torn end is cut first. After a failed call it is repaired before the next write. */
export const openJournalFile = async (disk: Disk, path: string, reading: JournalReading) => {
  let file = await disk.open(path)
  let name = (await disk.stat(path))?.file // Unknown while another file is being put in its place.
  let { after, length } = reading
  let end: Mark = reading.end
  let doubtful = reading.rest === 'torn'

  // Nothing is written until this succeeds.
  const repair = async () => {
    // The handle is in doubt: the file is opened again.
    await file.close().catch(() => {})
    ;({ file, length, after, name } = await mended(disk, path, end))
    doubtful = false
  }

  const makeSound = async () => {
    const now = await disk.stat(path)
    if ((name && now?.file !== name) || (!doubtful && now?.size !== length)) throw notOurs()
    if (doubtful) await repair()
  }

  const replaceWith = async (from: JournalPlace) => {
    const tail =
      length > from.offset ? (await disk.read(path, from.offset))!.subarray(0, length - from.offset) : Buffer.alloc(0)
    doubtful = true
    name = undefined
    try {
      await replaceFile(disk, path, Buffer.concat([Buffer.from(headerAfter(from)), tail]))
    } finally {
      await repair()
    }
  }

  if (doubtful) await repair()
  return {
    end: (): JournalPlace => ({ ...end, offset: length }),
    holds: () => end.seq - after.seq,
    /** Appends; throws when the disk does not take the records, with the file as it was or in doubt. */
    append: async (records: JournalRecord[]) => {
      await makeSound()
      const lines = Buffer.from(records.map(lineOf).join(''))
      doubtful = true
      try {
        await writeAll(file, lines, length)
        await file.sync()
      } catch (error) {
        // Still in doubt: the next call repairs it.
        await repair().catch(() => {})
        throw error
      }
      doubtful = false
      length += lines.length
      const { seq, sum } = records.at(-1)!
      end = { seq, sum }
    },
    /** Replaces the file by one with the records after a place. */
    restart: async (from: JournalPlace) => {
      await makeSound()
      await replaceWith(from)
    },
    /** Throws StoreRefused when another process has written to the file. */
    makeSound,
    close: () => file.close(),
  }
}

export type JournalFile = Awaited<ReturnType<typeof openJournalFile>>
