import type { FiledState } from '../../../schema/calls/party-states'
import {
  type SentGuest,
  type SentState,
  type StatePart,
  statePartNames,
  type WebhookType,
} from '../../../schema/calls/webhooks'
import { type Checkin, fieldOf } from '../../../schema/checkin'
import type { Who } from '../../../schema/guest'
import { identifiedOf, isEnabled, isIdentityRemoved, isUnconfirmed } from '../checkin/checkin-states'
import { requestedPayment } from '../checkin/money'
import { party } from '../checkin/party'

/** Facts outside a check-in's record: its expected stay, and its guests' police states. */
export type CheckinStanding = {
  stay?: number
  reference?: string
  filed?: { [who in Who]?: FiledState } | undefined
}

const policeOf = (who: readonly Who[], filed: CheckinStanding['filed'] = {}): SentState['police'] => {
  const states = who.map((one) => filed[one])
  if (states.includes('refused')) return 'refused'
  return states.every((state) => state === 'sent') ? 'reported' : 'open'
}

/**
 * Returns the state of a check-in as other programs see it. Without identity it stays as it was (`last`), because most
 * of it can no longer be read from the record: only check-ins that were reported lose their identity.
 */
export const sentStateOf = (
  checkin: Checkin,
  { stay, reference, filed }: CheckinStanding,
  last?: SentState,
): SentState => {
  const isReduced = isIdentityRemoved(checkin)
  if (isReduced && last) return last
  const who = party(checkin)
  const identified = identifiedOf(checkin)
  return {
    created: checkin.createdAt ?? '',
    code: checkin.reservationCode ?? '',
    room: checkin.roomDescription ?? '',
    arrival: checkin.arrivalDate ?? '',
    departure: checkin.departureDate ?? '',
    people: who.length,
    ...(stay !== undefined && { stay }),
    ...(reference && { reference }),
    confirmed: !isUnconfirmed(checkin),
    payment: requestedPayment(checkin)?.state ?? 'none',
    identified: who.filter((one) => identified[one]).length,
    enabled: isReduced || isEnabled(checkin),
    police: isReduced ? 'reported' : policeOf(who, filed),
  }
}

/** Returns the guests of a check-in as other programs see them; none after their identity was removed. */
export const sentGuestsOf = (checkin: Checkin): SentGuest[] => {
  if (isIdentityRemoved(checkin)) return []
  const phone = (checkin.phone || `${checkin.phonePrefix ?? ''}${checkin.phoneNumber ?? ''}`).replaceAll(' ', '')
  return party(checkin).map((who) => {
    const given = Object.entries({
      ...Object.fromEntries(
        (['name', 'lastName', 'birthDate', 'citizenship'] as const).map((field) => [
          field,
          checkin[fieldOf(who, field)],
        ]),
      ),
      ...(who === 'main' && { email: checkin.email, phone }),
    })
    return Object.fromEntries(given.filter(([, value]) => value)) as SentGuest
  })
}

export type SeenCheckin = { state: SentState; guests: string }

export type WaitingEvent = {
  id: string
  at: string
  type: Exclude<WebhookType, 'webhook.test'>
  version: number
  changed?: StatePart[]
  state?: SentState
}

/**
 * The delivery of a check-in's events: the last event's version, the last compared state (none after a deletion), and
 * the waiting events. `next` (ISO instant) and `tries` belong to the first. `missed`: an event was given up.
 */
export type EventDelivery = {
  version: number
  seen?: SeenCheckin | undefined
  waiting: readonly WaitingEvent[]
  tries: number
  next: string
  missed?: true
}

const changedParts = (before: SeenCheckin, after: SeenCheckin): StatePart[] =>
  statePartNames.filter((part) =>
    part === 'guests' ? before.guests !== after.guests : before.state[part] !== after.state[part],
  )

/** A comparison: its instant, the id for a new event, and whether an unknown check-in is reported. */
export type Look = { at: string; id: string; tellsUnknown: boolean }

/** Returns the delivery of a check-in of which only later changes are sent. */
export const withoutEvents = (seen: SeenCheckin, at: string): EventDelivery => ({
  version: 0,
  seen,
  waiting: [],
  tries: 0,
  next: at,
})

/**
 * Returns the delivery after a comparison: the same object if nothing changed, undefined if there is nothing to send.
 * `seen` is undefined for a deleted check-in, whose waiting events are replaced by one of its removal.
 */
export const afterLook = (
  delivery: EventDelivery | undefined,
  seen: SeenCheckin | undefined,
  { at, id, tellsUnknown }: Look,
): EventDelivery | undefined => {
  if (!delivery) {
    if (!seen || !tellsUnknown) return undefined
    const { state } = seen
    return { ...withoutEvents(seen, at), version: 1, waiting: [{ id, at, type: 'checkin.created', version: 1, state }] }
  }
  const version = delivery.version + 1
  if (!seen) {
    if (!delivery.seen && !delivery.missed) return delivery
    return { version, waiting: [{ id, at, type: 'checkin.removed', version }], tries: 0, next: at }
  }
  const changed = delivery.seen
    ? changedParts(delivery.seen, seen)
    : statePartNames.filter((part) => part in seen.state)
  if (!changed.length && !delivery.missed) return delivery
  const { missed: _, ...others } = delivery
  const event: WaitingEvent = { id, at, type: 'checkin.changed', version, changed, state: seen.state }
  const next = delivery.waiting.length ? delivery.next : at
  return { ...others, version, seen, waiting: [...delivery.waiting, event], next }
}

/** Seconds between the tries of an event; it is given up after some 28 hours. */
export const retryDelays = [5, 300, 1800, 7200, 18_000, 36_000, 36_000] as const

const later = (at: string, seconds: number) => new Date(Date.parse(at) + seconds * 1000).toISOString()

/** Returns the delivery after its first event was accepted; undefined after the last one of a deleted check-in. */
export const afterDelivery = (delivery: EventDelivery, at: string): EventDelivery | undefined => {
  const waiting = delivery.waiting.slice(1)
  return waiting.length || delivery.seen ? { ...delivery, waiting, tries: 0, next: at } : undefined
}

/**
 * Returns the delivery after a failed try: the next is at least `earliest` seconds later, or after the last try all
 * waiting events are given up. The next comparison then adds an event with the whole state, or of the removal.
 */
export const afterFailure = (delivery: EventDelivery, at: string, earliest: number): EventDelivery => {
  const delay = retryDelays[delivery.tries]
  if (delay !== undefined) return { ...delivery, tries: delivery.tries + 1, next: later(at, Math.max(delay, earliest)) }
  return { ...delivery, waiting: [], tries: 0, next: at, missed: true }
}
