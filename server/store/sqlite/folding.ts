import { join, resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { serialQueue } from '../../../src/core/tasks'
import type { Disk } from '../sealed/disk'
import type { DataKeys } from '../sealed/sealing'
import { backupPath, backupsIn, removeExpired } from '../sqlite-file/backup-files'
import type { Change } from '../sqlite-file/changes'
import { erasesStay, readErased } from '../sqlite-file/erase-again'
import type { Fold, Folded } from './fold-files'
import type { Journal } from './journal'

/** Megabytes; a thread's young generation would grow far beyond the need. */
const young = 8

/** Folds on another thread; rejects with its error. */
export const foldInWorker =
  (script: string, keys?: DataKeys): Fold =>
  (task) =>
    new Promise<Folded>((done, fail) => {
      const thread = new Worker(resolve(script), {
        workerData: { task, keys },
        execArgv: [],
        resourceLimits: { maxYoungGenerationSizeMb: young },
      })
      thread.once('message', done)
      thread.once('error', fail)
      thread.once('exit', (status) => fail(new Error(`the folding ended with status ${status}`)))
    })

/** Milliseconds: before a retry, and between two looks. */
const [again, hourly] = [60_000, 3_600_000]

/** Milliseconds until removed text leaves the files. */
const leaves: { [name in Change[0]]?: number } = { all: 2_000, remove: 2_000, keep: 2_000, change: 30_000 }

/** Returns the milliseconds until a change is folded. A stay that a calendar merely changed can wait for others. */
const waitAfter = (change: Change) => {
  const [name, kind] = change
  if (name === 'keep' && kind === 'counter') return undefined
  return leaves[erasesStay(change) ? 'remove' : name]
}

/** Returns whether a journal has more than 4 MB (some 2,500 check-ins) and an eighth of its snapshot; in bytes. */
export const outgrown = (journal: number, snapshot: number) => journal > Math.max(4 << 20, snapshot / 8)

/** The pause after a folding, as a multiple of its time: in a burst requests keep the processor. */
const rests = 9

export type FoldingOptions = {
  disk: Disk
  dir: string
  journal: Journal
  fold: Fold
  size: number
  now: () => Date
  /** How many daily backups, for how many days; `untouched` makes and removes none. */
  backups: number | 'untouched'
  report: (message: string) => void
  outgrown: (journal: number, snapshot: number) => boolean
}

/** The chores; a snapshot returns its size in bytes when one was due. */
const choresOf = ({ disk, dir, journal, fold, now, backups }: FoldingOptions) => ({
  snapshot: async () => {
    if (!journal.holds()) return undefined
    await journal.ready()
    const upTo = journal.here()
    const { size } = await fold({ dir, upTo, as: 'snapshot', to: join(dir, 'checkin.sqlite') })
    await journal.restart(upTo)
    return size
  },
  backUp: async () => {
    if (backups === 'untouched') return
    const upTo = journal.here()
    const today = backups && upTo.seq ? backupPath(dir, now()) : undefined
    if (today && !(await backupsIn(disk, dir)).includes(today)) await fold({ dir, upTo, as: 'backup', to: today })
    await removeExpired(disk, dir, backups, today)
  },
  free: async () => {
    if (backups === 'untouched') return
    const { list, freed } = await readErased(disk, dir)
    if (list.length > freed) await fold({ dir, as: 'freeing', at: now().toISOString() })
  },
})

/** An alarm that keeps the earliest time set. */
const alarm = (work: () => void) => {
  let due: { at: number; timer: NodeJS.Timeout } | undefined
  let stopped = false
  return {
    set: (wait: number) => {
      const at = performance.now() + wait
      if (stopped || (due && due.at <= at)) return
      clearTimeout(due?.timer)
      const timer = setTimeout(() => {
        due = undefined
        work()
      }, wait).unref()
      due = { at, timer }
    },
    stop: () => {
      stopped = true
      clearTimeout(due?.timer)
    },
  }
}

/**
 * Folds the journal and makes the day's backup: when outgrown, after a removal, hourly, at the end. Failures are
 * retried.
 */
export const scheduleFolding = (options: FoldingOptions) => {
  const { journal, report, outgrown } = options
  const { snapshot, backUp, free } = choresOf(options)
  let { size } = options
  let stopped = false
  let rested = 0
  let state: 'idle' | 'waiting' | 'folding' = 'idle'
  const queue = serialQueue()

  const hasOutgrown = () => outgrown(journal.size(), size)
  const run = () => {
    // The waiting run folds everything there is by then.
    if (state === 'waiting') return queue.idle()
    state = 'waiting'
    return queue.run(async () => {
      state = 'folding'
      const began = performance.now()
      try {
        size = (await snapshot()) ?? size
        await backUp()
        // It may take seconds; the next start does it.
        if (!stopped) await free()
      } catch (error) {
        report(`The snapshot or the backup could not be written (${(error as Error).message}); it will be tried again.`)
        soon(again)
      }
      const ended = performance.now()
      rested = ended + rests * (ended - began)
      if (state === 'folding') state = 'idle'
      if (hasOutgrown()) soon(rested - ended)
    })
  }

  const { set: soon, stop: stopAlarm } = alarm(() => void run())
  const timer = setInterval(() => void run(), hourly).unref()
  soon(2_000)

  return {
    after: (change: Change) => {
      const wait = waitAfter(change)
      if (wait !== undefined) soon(wait)
      if (state === 'idle' && hasOutgrown()) soon(Math.max(0, rested - performance.now()))
    },
    /** Runs other work with the files between two foldings. */
    between: queue.run,
    stop: async () => {
      stopped = true
      clearInterval(timer)
      stopAlarm()
      await run()
    },
  }
}
