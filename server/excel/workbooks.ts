import { setTimeout as pause } from 'node:timers/promises'
import { speaker } from '../../src/core/flow/speaker'
import words from '../../src/text/workbook.it.json'
import { serialQueue } from '../shared/queues'
import { machineDisk } from '../store/sealed/disk'
import { reasonOf, type WorkbookOptions, writeWorkbooks } from './workbook-files'

const { say } = speaker(words)

/**
 * Milliseconds: how soon after a change the workbooks follow (the folding that begins two seconds after one has its
 * memory first), how soon after a failure, how long the end waits; and how many times its own length a writing rests.
 */
const [soon, again, patience, rest] = [5_000, 60_000, 8_000, 10]

/** The host's copies of check-ins and settings as Excel workbooks. */
export type Workbooks = {
  /** Told that something changed: the workbooks follow within seconds. */
  changed: () => void
  /** Resolves when the workbooks hold what the store holds now; never rejects, what failed is reported. */
  flush: () => Promise<void>
  /** Writes what is not written yet, and no more. */
  stop: () => Promise<void>
}

/**
 * Keeps the workbooks current while `enableLocalExcelSave` is on, from the start: a crash may have left them behind.
 * The records are read a slice at a time, when another thread asks for them, and all the rest is done there; writings
 * rest ten times as long as they take.
 */
export const workbooks = (options: WorkbookOptions): Workbooks => {
  const whole = { flowWords: () => ({}), flowFields: () => ({}), disk: machineDisk, ...options }
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let stale = true
  let least = soon
  const queue = serialQueue()

  const turn = () =>
    queue.run(async () => {
      if (!stale) return
      stale = false
      const began = performance.now()
      const done = await writeWorkbooks(whole).catch((error: Error) => {
        options.report(say('workbook.failed', { path: '', reason: reasonOf(error) }))
        return false
      })
      least = Math.max(soon, rest * (performance.now() - began))
      if (done) return
      stale = true
      plan(again)
    })

  const plan = (wait: number) => {
    if (stopped) return
    timer ??= setTimeout(() => {
      timer = undefined
      void turn()
    }, wait).unref()
  }
  plan(soon)

  return {
    changed: () => {
      stale = true
      plan(least)
    },
    flush: () => {
      stale = true
      return turn()
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
      // A file half written has not got its name yet: what is there stays whole.
      return Promise.race([turn(), pause(patience, undefined, { ref: false })])
    },
  }
}
