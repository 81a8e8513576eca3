import { setImmediate as breathe } from 'node:timers/promises'
import type { Sliced } from '../../src/core/tasks'

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

/** How many elements share a flush of the journal, and keep others waiting. */
const together = 50

/** Works through a list, some elements at a time, letting other requests in. A failure ends it with its batch. */
export const inBatches = async <One, Result>(
  list: readonly One[],
  work: (one: One) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = []
  for (let from = 0; from < list.length; from += together) {
    const batch = await Promise.allSettled(list.slice(from, from + together).map(work))
    for (const one of batch) {
      if (one.status === 'rejected') throw one.reason
      results.push(one.value)
    }
    await breathe()
  }
  return results
}
