import { setImmediate as breathe } from 'node:timers/promises'
import type { Sliced } from '../../src/core/slices'

/** Milliseconds of work after which other requests are let in. */
const turn = 5

/** Returns a function to await within a long work: it lets other requests in when a turn is over. */
export const eventLoopYield = () => {
  let began = performance.now()
  return async (): Promise<void> => {
    if (performance.now() - began < turn) return
    await breathe()
    began = performance.now()
  }
}

/** Runs a sliced computation to its end, letting other requests in. */
export const runSliced = async <T>(work: Sliced<T>): Promise<T> => {
  const yieldIfDue = eventLoopYield()
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value
    await yieldIfDue()
  }
}
