import type { PlannedMessage, SentToGuest, StoredBooking } from '../../schema/bookings'
import type { Settings } from '../../schema/settings'
import { isAutomatic, nextLetter, type PlannedLetter } from '../../src/core/bookings/letter-plan'
import { canSend } from '../settings/switches'
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

/** Returns whether a house sends automatic letters: switched on, with a mailbox and a public address for the links. */
export const sendsAlone = (settings: Settings): boolean =>
  isAutomatic(settings) && canSend(settings) && Boolean(settings.publicAddress)

/** Returns a stay's next letter and when it is due (ms); without an address the host hands it over. */
export const nextOfStay = (
  stay: StoredBooking,
  sent: readonly SentToGuest[],
  settings: Settings,
  now: number,
): PlannedLetter | undefined =>
  codeOfStay(stay, settings) === undefined
    ? undefined
    : nextLetter(stay, [...sent, ...(stay.handed ?? [])], settings, now)

/** Returns the planned letter as the host's page shows it, or a message that the host should hand over now. */
export const plannedMessage = (
  stay: StoredBooking,
  sent: readonly SentToGuest[],
  settings: Settings,
  now: number,
): PlannedMessage | undefined => {
  const next = nextOfStay(stay, sent, settings, now)
  if (!next || !(stay.email ? sendsAlone(settings) : next.at <= now)) return undefined
  return { about: next.about, at: new Date(next.at).toISOString(), ...(!stay.email && { byHand: true }) }
}
