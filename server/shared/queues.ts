/** Runs tasks one at a time, in the order they are given; a task that fails does not hold up the next. */
export const serialQueue = () => {
  let last: Promise<unknown> = Promise.resolve()
  return {
    /** Runs a task when all earlier ones have ended; settles as the task does. */
    run: <T>(task: () => Promise<T>): Promise<T> => {
      const done = last.then(task)
      // The caller of this task is told of its failure.
      last = done.catch(() => {})
      return done
    },
    /** Resolves when every task given until now has ended. */
    idle: (): Promise<unknown> => last,
  }
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

/**
 * Lets so much work be done at once. Of those who wait, each asker's first comes before anybody's second, so that who
 * asks for much waits for himself (fair queuing).
 */
export const fairQueue = (atOnce: number) => {
  /** What waits, by asker, in the order of their turns. */
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
    /** How much of an asker's waits. */
    waitingOf: (asker: string): number => waiting.get(asker)?.length ?? 0,
    /** Does the work in its turn; resolves, or rejects, as it does. */
    run: async <T>(asker: string, work: () => Promise<T>): Promise<T> => {
      await turn(asker)
      return work().finally(() => {
        working--
        next()
      })
    },
  }
}
