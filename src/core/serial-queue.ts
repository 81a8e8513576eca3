/** Returns a queue that runs tasks one at a time; a failing task does not hold up the next. */
export const serialQueue = () => {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run: <T>(task: () => Promise<T>): Promise<T> => {
      const done = last.then(task)
      // The caller hears of the failure.
      last = done.catch(() => {})
      return done
    },
    /** Resolves when every task so far has ended. */
    idle: (): Promise<unknown> => last,
  }
}
