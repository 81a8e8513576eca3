import { serialQueue } from '../../src/core/tasks'

/** Runs tasks one at a time for each key. */
export const keyedQueue = () => {
  const queues = new Map<string, ReturnType<typeof serialQueue>>()
  return <T>(key: string, task: () => Promise<T>): Promise<T> => {
    const queue = queues.get(key) ?? serialQueue()
    queues.set(key, queue)
    return queue.run(task)
  }
}

/** Runs a work once at a time: who asks meanwhile gets the same promise. */
export const single = (work: () => Promise<void>) => {
  let running: Promise<void> | undefined
  return () => (running ??= work().finally(() => (running = undefined)))
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
