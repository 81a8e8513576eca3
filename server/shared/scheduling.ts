import { setImmediate as breathe } from 'node:timers/promises'
import { type Sliced, serialQueue } from '../../src/core/tasks'

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

/** Runs tasks one at a time for each key. */
export const keyedQueue = () => {
  const queues = new Map<string, ReturnType<typeof serialQueue>>()
  return <T>(key: string, task: () => Promise<T>): Promise<T> => {
    const queue = queues.get(key) ?? serialQueue()
    queues.set(key, queue)
    return queue.run(task)
  }
}

/** Runs a work once at a time: who asks meanwhile gets the same promise. `idle` resolves once none runs. */
export const single = (work: () => Promise<void>) => {
  let running: Promise<void> | undefined
  return {
    run: () => (running ??= work().finally(() => (running = undefined))),
    /** The caller of `run` hears of the failure. */
    idle: async () => void (await running?.catch(() => {})),
  }
}

/** Makes a value once, and again after `forget` or a failure. */
export const cachedOnce = <T>(make: () => Promise<T>) => {
  let made: Promise<T> | undefined
  const forget = () => void (made = undefined)
  const get = () => {
    made ??= make()
    made.catch(forget)
    return made
  }
  return { get, forget }
}

/** Runs so many tasks at once; askers take turns (fair queuing). */
export const fairQueue = (atOnce: number) => {
  const waiting = new Map<string, (() => void)[]>()
  let working = 0

  const next = () => {
    const [first] = waiting
    if (!first || working >= atOnce) return
    const [asker, starts] = first
    const start = starts.shift()!
    waiting.delete(asker)
    if (starts.length) waiting.set(asker, starts)
    working++
    start()
  }

  const turn = (asker: string) =>
    new Promise<void>((start) => {
      const starts = waiting.get(asker) ?? []
      starts.push(start)
      waiting.set(asker, starts)
      next()
    })

  return {
    waitingOf: (asker: string): number => waiting.get(asker)?.length ?? 0,
    run: async <T>(asker: string, work: () => Promise<T>): Promise<T> => {
      await turn(asker)
      return work().finally(() => {
        working--
        next()
      })
    },
  }
}
