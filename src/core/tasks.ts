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

/** A long computation that yields after each slice, so that other work can run. */
export type Sliced<T> = Generator<undefined, T, undefined>

/** Runs a whole computation. */
export const atOnce = <T>(work: Sliced<T>): T => {
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value
}

/** Like `flatMap`, with a slice for each element. */
export const flatMapped = function* <From, To>(
  list: readonly From[],
  elementsOf: (one: From) => readonly To[],
): Sliced<To[]> {
  const all: To[] = []
  for (const one of list) {
    all.push(...elementsOf(one))
    yield
  }
  return all
}
