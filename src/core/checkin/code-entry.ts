import type { Checkin } from '../../../schema/checkin'
import type { ReservationCode } from '../../../schema/code'
import type { Settings } from '../../../schema/settings'

/** Returns a look-up of a check-in's reservation code, in any case; undefined for an unknown code. */
export const codeEntries = (codes: readonly ReservationCode[]): ((checkin: Checkin) => ReservationCode | undefined) => {
  const byCode = new Map(codes.map((entry) => [entry.code.toUpperCase(), entry]))
  return (checkin) => byCode.get((checkin.reservationCode ?? '').toUpperCase())
}

/** Letters and digits without those that look like another one: I, L, O, 0, 1. */
const codeCharacters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** Returns a new code of four characters, not `taken`. It has a letter: that is a hundred times harder to guess. */
export const proposedCode = (random: (below: number) => number, taken: readonly string[]): string => {
  const code = Array.from({ length: 4 }, () => codeCharacters[random(codeCharacters.length)]).join('')
  return /[A-Z]/.test(code) && !taken.includes(code) ? code : proposedCode(random, taken)
}

/** Returns whether a code has only digits. */
export const hasOnlyDigits = (code: string) => /^[0-9]+$/.test(code)

/** IT, ISTAT numbers, two characters of the category, up to eight more (D.L. 145/2023, art. 13-ter). */
const usualCin = /^IT\d{6}[A-Z0-9]{2}[A-Z0-9]{1,8}$/

/** Returns whether a code has the usual shape. Another may still be right, because the decree names no check digit. */
export const isUsualCin = (cin: string): boolean => usualCin.test(cin)

/** Returns the national code (CIN) of a check-in's room, else the house's; empty without either. */
export const cinOf = (
  { reservationCodes, houseCin }: Pick<Settings, 'reservationCodes' | 'houseCin'>,
  { reservationCode = '' }: Pick<Checkin, 'reservationCode'>,
): string => reservationCodes.find(({ code }) => code === reservationCode.toUpperCase())?.cin || houseCin
