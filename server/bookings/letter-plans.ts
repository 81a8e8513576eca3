import type { PlannedMessage, SentToGuest, StoredBooking } from '../../schema/bookings'
import type { Settings } from '../../schema/settings'
import { isAutomatic, nextLetter, type PlannedLetter } from '../../src/core/bookings/letter-plan'
import { canSend } from '../settings/mailbox'
import { codeOfStay } from './stay-code'

/** Returns whether letters can leave without a press: chosen, with a mailbox and an address for their links. */
export const sendsAlone = (settings: Settings): boolean =>
  isAutomatic(settings) && canSend(settings) && Boolean(settings.publicAddress)

/** Returns what a stay's guest gets next and when (ms), by letter or from the host's hand. */
export const nextOfStay = (
  stay: StoredBooking,
  sent: readonly SentToGuest[],
  settings: Settings,
  now: number,
): PlannedLetter | undefined =>
  codeOfStay(stay, settings) === undefined
    ? undefined
    : nextLetter(stay, [...sent, ...(stay.handed ?? [])], settings, now)

/** Returns what the host sees of it: the letter that will leave, or a message that is hers to hand over now. */
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
