/**
 * fast-check as every property test uses it. A run of the suite draws the same samples each time, so that a change is
 * judged by what it changes; `SEED=random` draws new ones, and `SEED=123` those of a run that failed.
 */
import * as fc from 'fast-check'

const wanted = process.env.SEED
fc.configureGlobal(wanted === 'random' ? {} : { seed: Number(wanted ?? 20_261_122) })

/** Texts of any code points. `fc.string` makes a table of all of them first, which takes a second. */
export const anyText = (maxLength: number) =>
  fc.array(fc.nat(0x10_ffff), { maxLength }).map((points) => String.fromCodePoint(...points))

export { fc }
