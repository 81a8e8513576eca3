import { serialQueue } from '../../../src/core/tasks'
import { type Disk, replaceFile } from '../sealed/disk'
import { sealLine } from '../sealed/sealing'
import {
  headerAfter,
  type JournalReading,
  type JournalRecord,
  type Mark,
  origin,
  readJournal,
  recordAfter,
} from '../sqlite-file/journal-records'
import { StoreRefused, StoreUnavailable } from '../store'
import {
  type HighWater,
  help,
  highWaterMark,
  type JournalFile,
  type JournalPlace,
  openedRecords,
  openJournalFile,
  readHighWater,
} from './journal-file'

export type Opening = {
  disk: Disk
  path: string
  markPath: string
  snapshot?: (Mark & { alone: boolean }) | undefined
  /** Applies changes that are on the disk to memory. */
  apply: (records: JournalRecord[]) => unknown[]
  /** Called when recovery drops the bytes of a torn last record. */
  report: (message: string) => void
}

const misfits: [string, (reading: JournalReading, snapshot: Mark) => boolean][] = [
  ['begins after checkin.sqlite ends', ({ after }, snapshot) => after.seq > snapshot.seq],
  ['ends before checkin.sqlite does', ({ end }, snapshot) => end.seq < snapshot.seq],
  [
    'has another history than checkin.sqlite',
    ({ after, records }, { seq, sum }) => (seq === after.seq ? after : records[seq - after.seq - 1]!).sum !== sum,
  ],
]

/** Returns why a journal cannot be used, for the operator. */
export const journalFault = (reading: JournalReading | undefined, snapshot: Mark) => {
  if (!reading) return `The first line of checkin.journal is damaged. ${help}`
  if (reading.rest === 'broken')
    return `checkin.journal is damaged after record ${reading.end.seq} (byte ${reading.length}). ${help}`
  const misfit = misfits.find(([, holds]) => holds(reading, snapshot))
  if (misfit)
    return `checkin.journal ${misfit[0]}: the two files do not belong together. To restore a backup, move checkin.journal out of the folder. Otherwise: ${help}`
  return undefined
}

/** Returns why a journal is shorter than it was; `undefined` if it is not. */
const shortfallOf = ({ end, length }: JournalReading, mark: HighWater | undefined) =>
  mark && mark.seq > end.seq
    ? `checkin.journal was cut short: it ends with record ${end.seq} (byte ${length}), and record ${mark.seq} had been answered for (byte ${mark.length}). If you have put older files back, delete checkin.mark and start again. Otherwise: ${help}`
    : undefined

const beginJournal = async ({ disk, path, markPath, snapshot }: Opening) => {
  if (snapshot && !snapshot.alone)
    throw new StoreRefused(`checkin.journal is missing beside checkin.sqlite: put it back, or, if it is lost: ${help}`)
  const header = Buffer.from(headerAfter(snapshot ?? origin))
  await disk.remove(markPath)
  await replaceFile(disk, path, header)
  return header
}

/** Throws StoreRefused with a sentence for an unusable journal. */
const readOrBegin = async (opening: Opening): Promise<JournalReading> => {
  const { disk, path, markPath, snapshot = origin, report } = opening
  const bytes = (await disk.read(path)) ?? (await beginJournal(opening))
  const reading = readJournal(bytes)
  const fault = journalFault(reading, snapshot) ?? shortfallOf(reading!, await readHighWater(disk, markPath))
  if (fault) throw new StoreRefused(fault)
  const dropped = bytes.length - reading!.length
  if (dropped) report(`checkin.journal: ${dropped} bytes of a record that was never finished were dropped.`)
  return reading!
}

/** Changes a flush, some 10 ms of work. */
const batchLength = 100

type Waiting = { body: string; resolve: (result: unknown) => void; reject: (error: Error) => void }

const unavailable = (cause: unknown) =>
  new StoreUnavailable(`The change could not be kept: ${(cause as Error).message}`, { cause })

/** Runs tasks one at a time; after a doubt about file or memory every task is refused. */
const guardedQueue = () => {
  const queue = serialQueue()
  let fault: string | undefined
  return {
    fault: () => fault,
    stop: (why: string) => void (fault ??= why),
    idle: queue.idle,
    run: (task: () => Promise<void>): Promise<void> =>
      queue.run(async () => {
        if (fault) throw new Error(fault)
        await task().catch((error: unknown) => {
          if (error instanceof StoreRefused) fault ??= `${error.message}; then restart the server`
          throw error
        })
      }),
  }
}

const recordsAfter = (end: Mark, batch: readonly Waiting[], keys: Disk['keys']) => {
  const records: JournalRecord[] = []
  for (const { body } of batch) {
    const before = records.at(-1) ?? end
    records.push(recordAfter(before, sealLine(keys, body, before.seq + 1)))
  }
  return records
}

/** Changes that arrive during a write share the next write and sync. */
const queueOf = (
  file: JournalFile,
  { apply, disk }: Pick<Opening, 'apply' | 'disk'>,
  mark: ReturnType<typeof highWaterMark>,
) => {
  const waiting: Waiting[] = []
  const queue = guardedQueue()

  const applyToMemory = (batch: readonly Waiting[], records: readonly JournalRecord[]) => {
    try {
      const results = apply(records.map((record, n) => ({ ...record, body: batch[n]!.body })))
      batch.forEach(({ resolve }, index) => resolve(results[index]))
    } catch (cause) {
      // The disk is ahead of memory: only a new start brings them together.
      queue.stop(`memory no longer agrees with the journal (${(cause as Error).message}); restart the server`)
      throw cause
    }
  }

  const flush = () => {
    let batch: Waiting[] = []
    queue
      .run(async () => {
        batch = waiting.splice(0, batchLength)
        if (waiting.length) flush()
        const records = recordsAfter(file.end(), batch, disk.keys)
        await file.append(records)
        await mark.write(records.at(-1)!, file.end().offset)
        applyToMemory(batch, records)
      })
      .catch((cause) => {
        if (!batch.length) batch = waiting.splice(0)
        for (const { reject } of batch) reject(unavailable(cause))
      })
  }

  return {
    /** Resolves with the result of `apply` when the change is on the disk; rejects with StoreUnavailable. */
    append: (body: string) =>
      new Promise<unknown>((resolve, reject) => {
        if (waiting.push({ body, resolve, reject }) === 1) flush()
      }),
    /** Throws when memory and disk disagree. */
    here: () => {
      const fault = queue.fault()
      if (fault) throw unavailable(new Error(fault))
      return file.end()
    },
    size: () => file.end().offset,
    holds: file.holds,
    restart: (from: JournalPlace) => queue.run(() => file.restart(from)),
    /** Repairs the file if needed; rejects with StoreUnavailable. */
    ready: () =>
      queue.run(file.makeSound).catch((cause) => {
        throw unavailable(cause)
      }),
    /** Closes the file after what is under way; later calls are refused. */
    close: async () => {
      await queue.idle()
      queue.stop('the store is closed')
      await Promise.all([file.close(), mark.close()])
    },
  }
}

/** Opens or begins the journal and applies it to the snapshot. Throws StoreRefused, and changes nothing, if damaged. */
export const openJournal = async (opening: Opening) => {
  const { disk, path, markPath, snapshot = origin, apply } = opening
  const reading = await readOrBegin(opening)
  apply(
    openedRecords(
      disk,
      reading.records.filter(({ seq }) => seq > snapshot.seq),
    ),
  )
  const file = await openJournalFile(disk, path, reading)
  return queueOf(file, opening, highWaterMark(disk, markPath))
}

export type Journal = Awaited<ReturnType<typeof openJournal>>
