/**
 * Whether a test that tries drawn cases takes all of them, as `npm run soak -- --whole` does with `SAMPLE=whole`, or the
 * part that a run of the suite takes.
 */
export const isWhole = process.env.SAMPLE === 'whole'

/** Returns the cases that a run tries: all of a whole sample, else one in `every` and those that match `always`. */
export const someOf = <T extends { name: string }>(cases: readonly T[], every: number, always?: RegExp): T[] =>
  cases.filter(({ name }, i) => isWhole || i % every === 0 || always?.test(name))
