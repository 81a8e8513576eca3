import type { Checkin } from '../../../schema/checkin'
import type { ReservationCode } from '../../../schema/code'

/** Returns a look-up of a check-in's reservation code, in any case; undefined for an unknown code. */
export const codeEntries = (codes: readonly ReservationCode[]): ((checkin: Checkin) => ReservationCode | undefined) => {
  const byCode = new Map(codes.map((entry) => [entry.code.toUpperCase(), entry]))
  return (checkin) => byCode.get((checkin.reservationCode ?? '').toUpperCase())
}

/** No character looks or sounds like another one. */
const signs = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** Returns a new code of four characters, not `taken`, one a letter: that is a hundred times harder to guess. */
export const proposedCode = (random: (below: number) => number, taken: readonly string[]): string => {
  const code = Array.from({ length: 4 }, () => signs[random(signs.length)]).join('')
  return /[A-Z]/.test(code) && !taken.includes(code) ? code : proposedCode(random, taken)
}

/** Returns whether a code has only digits. */
export const isOfFigures = (code: string) => /^[0-9]+$/.test(code)
