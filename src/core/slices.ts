/**
 * A long computation in slices: it stops after each, so that whoever runs it may let others in, and answers at its end.
 */
export type Sliced<T> = Generator<undefined, T, undefined>

/** Does all of a computation at once. */
export const atOnce = <T>(work: Sliced<T>): T => {
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value
}

/** What `flatMap` makes of a list, an element a slice. */
export const flatMapped = function* <From, To>(
  list: readonly From[],
  made: (one: From) => readonly To[],
): Sliced<To[]> {
  const all: To[] = []
  for (const one of list) {
    all.push(...made(one))
    yield
  }
  return all
}
