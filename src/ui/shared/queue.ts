/** Returns a queue: each task starts when the previous one has ended, whether it failed or not. */
export const queue = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work, work)
    last = result
    return result
  }
}
