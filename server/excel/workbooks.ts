import { setTimeout as pause } from 'node:timers/promises'
import { serialQueue } from '../../src/core/tasks'
import { say } from '../shared/messages'
import { machineDisk } from '../store/sealed/disk'
import { reasonOf, type WorkbookOptions, writeWorkbooks } from './workbook-files'

/** Milliseconds: after a change, after a failure, at the end; then the pause as a multiple of the writing time. */
const [soon, again, patience, rest] = [5_000, 60_000, 8_000, 10]

export type Workbooks = {
  changed: () => void
  /** Resolves when the workbooks are current; failures are reported. */
  flush: () => Promise<void>
  stop: () => Promise<void>
}

/** Keeps the workbooks current while `enableLocalExcelSave` is on; a worker writes them slice by slice. */
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
      // A half written file has another name.
      return Promise.race([turn(), pause(patience, undefined, { ref: false })])
    },
  }
}
