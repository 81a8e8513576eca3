import type { Checkin } from '../../../schema/checkin'
import type { ReservationCode } from '../../../schema/code'

/** A look-up of the host's entry for a check-in's reservation code, letters in any case; undefined for a code the host has not. */
export const codeEntries = (codes: readonly ReservationCode[]): ((checkin: Checkin) => ReservationCode | undefined) => {
  const byCode = new Map(codes.map((entry) => [entry.code.toUpperCase(), entry]))
  return (checkin) => byCode.get((checkin.reservationCode ?? '').toUpperCase())
}
