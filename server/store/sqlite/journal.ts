import { dirname } from 'node:path'
import { type Disk, replaceFile, writeAll } from '../disk'
import { StoreRefused, StoreUnavailable } from '../store'
import {
  headerAfter,
  type JournalRecord,
  lineOf,
  type Mark,
  origin,
  type Reading,
  readJournal,
  recordAfter,
} from './journal-records'

/** A mark and where in the journal's file it stands, in bytes. */
export type Place = Mark & { offset: number }

export type Journal = {
  /** Keeps a change: resolves, once it is on the disk, with what `apply` made of it; rejects with StoreUnavailable and nothing is kept. */
  append: (body: string) => Promise<unknown>
  /** The last change that is on the disk and applied; throws when memory is not what the disk says. */
  here: () => Place
  /** Bytes of the file. */
  size: () => number
  /** How many changes the file holds. */
  holds: () => number
  /** Begins a new file that holds what came after a place: all before it is in a snapshot. */
  restart: (from: Place) => Promise<void>
  /** Resolves when changes can be kept, repairing the file first if a fault has left it in doubt; rejects with StoreUnavailable. */
  ready: () => Promise<void>
  /** Waits for what is under way and closes the file; what comes later is refused with StoreUnavailable. */
  close: () => Promise<void>
}

export type Opening = {
  disk: Disk
  path: string
  /** The mark of the snapshot the journal stands beside. */
  snapshot?: (Mark & { alone: boolean }) | undefined
  /** Does changes to memory, in order and at once, and returns a result for each; called when they are on the disk. */
  apply: (records: JournalRecord[]) => unknown[]
}

const help =
  'Run `node dist/recover.mjs` with this folder: it keeps the broken files aside and goes on from the last good record.'

const misfits: [string, (reading: Reading, snapshot: Mark) => boolean][] = [
  ['begins after checkin.sqlite ends', ({ after }, snapshot) => after.seq > snapshot.seq],
  ['ends before checkin.sqlite does', ({ end }, snapshot) => end.seq < snapshot.seq],
  [
    'has another history than checkin.sqlite',
    ({ after, records }, { seq, sum }) => (seq === after.seq ? after : records[seq - after.seq - 1]!).sum !== sum,
  ],
]

/** Why a journal may not be gone on from, in a sentence for the operator; `undefined` when it may. Pure. */
export const faultOf = (reading: Reading | undefined, snapshot: Mark) => {
  if (!reading) return `The first line of checkin.journal is damaged. ${help}`
  if (reading.rest === 'broken')
    return `checkin.journal is damaged after record ${reading.end.seq} (byte ${reading.length}). ${help}`
  const misfit = misfits.find(([, holds]) => holds(reading, snapshot))
  if (misfit)
    return `checkin.journal ${misfit[0]}: the two files do not belong together. To restore a backup, move checkin.journal out of the folder. Otherwise: ${help}`
  return undefined
}

const begin = async ({ disk, path, snapshot }: Opening) => {
  if (snapshot && !snapshot.alone)
    throw new StoreRefused(`checkin.journal is missing beside checkin.sqlite: put it back, or, if it is lost: ${help}`)
  const header = Buffer.from(headerAfter(snapshot ?? origin))
  await replaceFile(disk, path, header)
  return header
}

type Waiting = { body: string; kept: (result: unknown) => void; lost: (error: Error) => void }

/**
 * Opens the journal, or begins one, and applies what is newer than the snapshot.
 * Changes that come while others are being written share the next write and the next sync of the disk.
 * Throws StoreRefused, with a sentence, for a journal that is damaged or does not fit the snapshot.
 */
export const openJournal = async (opening: Opening): Promise<Journal> => {
  const { disk, path, snapshot = origin, apply } = opening
  const bytes = (await disk.read(path)) ?? (await begin(opening))
  const found = readJournal(bytes)
  const fault = faultOf(found, snapshot)
  if (fault) throw new StoreRefused(fault)

  let file = await disk.open(path)
  let { after, end, length } = found!
  if (found!.rest === 'torn') {
    await file.truncate(length)
    await file.sync()
  }
  apply(found!.records.filter(({ seq }) => seq > snapshot.seq))

  let queue: Waiting[] = []
  let turn: Promise<unknown> = Promise.resolve()
  let doubtful = false
  let stopped: string | undefined

  /** One thing at a time with the file, in the order asked. */
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const done = turn.then(task)
    turn = done.catch(() => {})
    return done
  }

  const lengthUpTo = (now: Reading | undefined) => {
    const known = now && (now.after.seq === end.seq ? now.after : now.records[end.seq - now.after.seq - 1])
    if (known?.sum !== end.sum) throw new StoreRefused(`checkin.journal no longer holds record ${end.seq}. ${help}`)
    const newer = now!.records.filter(({ seq }) => seq > end.seq)
    return now!.length - newer.reduce((sum, record) => sum + Buffer.byteLength(lineOf(record)), 0)
  }

  // After a failed call nobody knows what it did: the file is opened anew by its name, must still hold the last change
  // answered for, and loses what is behind it. Until that has gone through, nothing is kept.
  const repair = async () => {
    await file.close().catch(() => {})
    file = await disk.open(path)
    const now = readJournal((await disk.read(path))!)
    const good = lengthUpTo(now)
    await file.truncate(good)
    await file.sync()
    await disk.syncFolder(dirname(path))
    length = good
    after = now!.after
    doubtful = false
  }

  const unavailable = (cause: unknown) =>
    new StoreUnavailable(`The change could not be kept: ${(cause as Error).message}`, { cause })

  const flush = async () => {
    const batch = queue
    queue = []
    const records: JournalRecord[] = []
    try {
      if (stopped) throw new Error(stopped)
      if (doubtful) await repair()
      for (const { body } of batch) records.push(recordAfter(records.at(-1) ?? end, body))
      const lines = Buffer.from(records.map(lineOf).join(''))
      doubtful = true
      await writeAll(file, lines, length)
      await file.sync()
      doubtful = false
      length += lines.length
      const { seq, sum } = records.at(-1)!
      end = { seq, sum }
    } catch (cause) {
      if (doubtful) await repair().catch(() => {})
      for (const { lost } of batch) lost(unavailable(cause))
      return
    }
    try {
      const results = apply(records)
      batch.forEach(({ kept }, index) => kept(results[index]))
    } catch (cause) {
      // The disk now knows more than memory does: only a new start brings them together.
      stopped = `memory no longer agrees with the journal (${(cause as Error).message}); restart the server`
      for (const { lost } of batch) lost(unavailable(cause))
    }
  }

  return {
    append: (body) =>
      new Promise((kept, lost) => {
        if (queue.push({ body, kept, lost }) === 1) void inTurn(flush)
      }),
    here: () => {
      if (stopped) throw unavailable(new Error(stopped))
      return { ...end, offset: length }
    },
    size: () => length,
    holds: () => end.seq - after.seq,
    restart: (from) =>
      inTurn(async () => {
        if (stopped) throw new Error(stopped)
        if (doubtful) await repair()
        const header = Buffer.from(headerAfter(from))
        const tail =
          length > from.offset
            ? (await disk.read(path, from.offset))!.subarray(0, length - from.offset)
            : Buffer.alloc(0)
        doubtful = true
        try {
          await replaceFile(disk, path, Buffer.concat([header, tail]))
        } finally {
          await repair()
        }
      }),
    ready: () =>
      inTurn(async () => {
        try {
          if (stopped) throw new Error(stopped)
          if (doubtful) await repair()
        } catch (cause) {
          throw unavailable(cause)
        }
      }),
    close: () =>
      inTurn(async () => {
        stopped ??= 'the store is closed'
        await file.close()
      }),
  }
}
