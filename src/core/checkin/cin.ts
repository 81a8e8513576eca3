import type { Checkin } from '../../../schema/checkin'
import type { Settings } from '../../../schema/settings'

/** IT, ISTAT numbers, two characters of the category, up to eight more (D.L. 145/2023, art. 13-ter). */
const usual = /^IT\d{6}[A-Z0-9]{2}[A-Z0-9]{1,8}$/

/** Whether a code has the usual shape. The decree names no check digit, so that an unusual code may still be right. */
export const isUsualCin = (cin: string): boolean => usual.test(cin)

/** Returns the national code of a check-in's room: its code's own, else the house's; empty without either. */
export const cinOf = (
  { reservationCodes, houseCin }: Pick<Settings, 'reservationCodes' | 'houseCin'>,
  { reservationCode = '' }: Pick<Checkin, 'reservationCode'>,
): string => reservationCodes.find(({ code }) => code === reservationCode.toUpperCase())?.cin || houseCin
