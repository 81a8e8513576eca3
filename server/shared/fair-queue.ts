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
