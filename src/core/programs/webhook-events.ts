import type { FiledState } from '../../../schema/calls/api'
import type { StatePart, ToldGuest, ToldState, WebhookType } from '../../../schema/calls/webhooks'
import { statePartNames } from '../../../schema/calls/webhooks'
import { type Checkin, fieldOf } from '../../../schema/checkin'
import type { Who } from '../../../schema/guest'
import { isCoarse, isEnabled, isUnconfirmed } from '../checkin/checkin-states'
import { identifiedOf } from '../checkin/host-notes'
import { party } from '../checkin/party'
import { paymentSeen } from '../checkin/payment-seen'

/** What the record of a check-in does not say: its expected stay, and how its guests stand with the police. */
export type CheckinStanding = {
  stay?: number
  reference?: string
  filed?: { [who in Who]?: FiledState } | undefined
}

const policeOf = (who: readonly Who[], filed: CheckinStanding['filed'] = {}): ToldState['police'] => {
  const states = who.map((one) => filed[one])
  if (states.includes('refused')) return 'refused'
  return states.every((state) => state === 'sent') ? 'reported' : 'open'
}

/** Returns the state of a check-in as other programs see it. */
export const toldStateOf = (checkin: Checkin, { stay, reference, filed }: CheckinStanding): ToldState => {
  const who = party(checkin)
  const known = identifiedOf(checkin)
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
    payment: paymentSeen(checkin)?.state ?? 'none',
    identified: who.filter((one) => known[one]).length,
    enabled: isEnabled(checkin),
    police: policeOf(who, filed),
  }
}

/** Returns the guests of a check-in as other programs see them; none after their identity was removed. */
export const toldGuestsOf = (checkin: Checkin): ToldGuest[] => {
  if (isCoarse(checkin)) return []
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
    return Object.fromEntries(given.filter(([, value]) => value)) as ToldGuest
  })
}

/** A check-in as it was looked at: its state, and a digest of its guests. */
export type SeenCheckin = { state: ToldState; guests: string }

/** An event that waits for its delivery. */
export type WaitingEvent = {
  id: string
  at: string
  type: Exclude<WebhookType, 'webhook.test'>
  version: number
  changed?: StatePart[]
  state?: ToldState
}

/**
 * What a program was told of a check-in: the last event's version, the state since, and the events that wait, the first
 * to be tried at `next` (ISO instant) after so many `tries`. `missed`: an event was given up. Once the check-in is gone
 * there is no `seen`.
 */
export type ToldCheckin = {
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

/** The instant of a look, an id for an event, and whether an unknown check-in is told. */
export type Look = { at: string; id: string; tellsUnknown: boolean }

/** Returns what was told of a check-in that is known from now on; nothing of it was sent. */
export const knownFrom = (seen: SeenCheckin, at: string): ToldCheckin => ({
  version: 0,
  seen,
  waiting: [],
  tries: 0,
  next: at,
})

/**
 * Returns what was told after a look at a check-in (`seen` is undefined when it is gone): the same object when nothing
 * changed, undefined when there is nothing to tell. What waits about a deleted check-in goes.
 */
export const afterLook = (
  told: ToldCheckin | undefined,
  seen: SeenCheckin | undefined,
  { at, id, tellsUnknown }: Look,
): ToldCheckin | undefined => {
  if (!told) {
    if (!seen || !tellsUnknown) return undefined
    const { state } = seen
    return { ...knownFrom(seen, at), version: 1, waiting: [{ id, at, type: 'checkin.created', version: 1, state }] }
  }
  const version = told.version + 1
  if (!seen) {
    if (!told.seen) return told
    return { version, waiting: [{ id, at, type: 'checkin.removed', version }], tries: 0, next: at }
  }
  const changed = told.seen ? changedParts(told.seen, seen) : statePartNames.filter((part) => part in seen.state)
  if (!changed.length && !told.missed) return told
  const { missed: _, ...known } = told
  const event: WaitingEvent = { id, at, type: 'checkin.changed', version, changed, state: seen.state }
  const next = told.waiting.length ? told.next : at
  return { ...known, version, seen, waiting: [...told.waiting, event], next }
}

/** Seconds between the tries of an event; after the last it is given up, some 28 hours later. */
export const retryDelays = [5, 300, 1800, 7200, 18_000, 36_000, 36_000] as const

const later = (at: string, seconds: number) => new Date(Date.parse(at) + seconds * 1000).toISOString()

/** Returns what was told after the first waiting event was delivered; undefined when nothing is left to know. */
export const afterDelivery = (told: ToldCheckin, at: string): ToldCheckin | undefined => {
  const waiting = told.waiting.slice(1)
  return waiting.length || told.seen ? { ...told, waiting, tries: 0, next: at } : undefined
}

/**
 * Returns what was told after a failed try: the event is tried again, at the earliest after so many seconds, or
 * everything that waits is given up. A check-in whose event was given up is told whole with the next one.
 */
export const afterFailure = (told: ToldCheckin, at: string, earliest: number): ToldCheckin | undefined => {
  const delay = retryDelays[told.tries]
  if (delay !== undefined) return { ...told, tries: told.tries + 1, next: later(at, Math.max(delay, earliest)) }
  return told.seen && { ...told, waiting: [], tries: 0, next: at, missed: true }
}
