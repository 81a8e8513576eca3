import type { StoredBooking } from '../../schema/bookings'
import type { Settings } from '../../schema/settings'
import { sha256 } from '../shared/digests'

/**
 * Returns the reservation code of a stay: its own, or the only code of a house with one room. A house without codes
 * accepts any four characters. Undefined if the host must still choose the room.
 */
export const codeOfStay = ({ code, link }: StoredBooking, { reservationCodes }: Settings): string | undefined => {
  if (!reservationCodes.length)
    return (
      code ??
      sha256(link?.token ?? '')
        .slice(0, 4)
        .toUpperCase()
    )
  const configured = code ? reservationCodes.find((one) => one.code === code) : undefined
  return configured?.code ?? (!code && reservationCodes.length === 1 ? reservationCodes[0]!.code : undefined)
}
