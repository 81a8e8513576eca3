/** Numbers that look random and are the same for the same seed. */
export type Random = {
  /** A number from 0 up to 1, or between two. */
  next: (from?: number, to?: number) => number
  /** A whole number from 0 below a limit. */
  below: (limit: number) => number
  pick: <T>(of: readonly T[]) => T
  /** A number of the normal distribution around 0 with deviation 1. */
  normal: () => number
}

/** Returns a source of numbers (mulberry32). */
export const randomOf = (seed: number): Random => {
  let state = seed | 0
  const raw = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const below = (limit: number) => Math.floor(raw() * limit)
  return {
    next: (from = 0, to = 1) => from + raw() * (to - from),
    below,
    pick: (of) => of[below(of.length)]!,
    normal: () => Math.sqrt(-2 * Math.log(1 - raw())) * Math.cos(2 * Math.PI * raw()),
  }
}
