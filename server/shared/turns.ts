import { setImmediate as breathe } from 'node:timers/promises'
import type { Sliced } from '../../src/core/slices'

/** Milliseconds of work after which others are let in. */
const turn = 5

/** Lets others in where a turn has lasted long enough: to be awaited between two pieces of a long work. */
export const turns = () => {
  let began = performance.now()
  return async (): Promise<void> => {
    if (performance.now() - began < turn) return
    await breathe()
    began = performance.now()
  }
}

/** Runs a computation to its end, a turn at a time. */
export const inTurns = async <T>(work: Sliced<T>): Promise<T> => {
  const rest = turns()
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value
    await rest()
  }
}
