import type { Checkin } from '../../../schema/checkin'
import type { ReservationCode } from '../../../schema/code'

/**
 * A look-up of the host's entry for a check-in's reservation code, letters in any case; undefined for a code the host
 * has not.
 */
export const codeEntries = (codes: readonly ReservationCode[]): ((checkin: Checkin) => ReservationCode | undefined) => {
  const byCode = new Map(codes.map((entry) => [entry.code.toUpperCase(), entry]))
  return (checkin) => byCode.get((checkin.reservationCode ?? '').toUpperCase())
}

/** Signs of a new code: none that is taken for another, on paper or by telephone. */
const signs = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/**
 * A new reservation code, with at least one letter, that none of the `taken` is: four signs drawn by `random`, which
 * answers a whole number from 0 to below the one it is given. Letters make a code a hundred times harder to find than
 * four figures.
 */
export const proposedCode = (random: (below: number) => number, taken: readonly string[]): string => {
  const code = Array.from({ length: 4 }, () => signs[random(signs.length)]).join('')
  return /[A-Z]/.test(code) && !taken.includes(code) ? code : proposedCode(random, taken)
}

/** Whether a code is of figures alone. */
export const isOfFigures = (code: string) => /^[0-9]+$/.test(code)
