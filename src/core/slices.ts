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
