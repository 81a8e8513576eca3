/** Returns a queue: each work starts when the one before it has ended, in either way. */
export const queue = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work, work)
    last = result
    return result
  }
}
