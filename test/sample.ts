/**
 * Whether a test that tries drawn cases takes all of them, as `npm run soak -- --whole` does with `SAMPLE=whole`, or the
 * part that a run of the suite takes.
 */
export const isWhole = process.env.SAMPLE === 'whole'

/** Returns the cases that a run tries: all of a whole sample, else each second one and those that match `always`. */
export const eachSecond = <T extends { name: string }>(cases: readonly T[], from = 0, always?: RegExp): T[] =>
  cases.filter(({ name }, i) => isWhole || i % 2 === from || always?.test(name))
