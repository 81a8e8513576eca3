import type { AtDoor } from '../../../schema/calls/arrival'
import type { Identified } from '../../../schema/calls/identification'
import type { Checkin } from '../../../schema/checkin'
import type { Who } from '../../../schema/guest'
import { party, placeBefore } from './party'

/** Returns which guests were compared with their documents, and how. */
export const identifiedOf = ({ identified }: Checkin): Identified =>
  identified ? (JSON.parse(identified) as Identified) : {}

/** Returns the identifications after a change: each moves with its person; a corrected name or date keeps it. */
export const identifiedAfter = (before: Checkin, after: Checkin): Identified => {
  const identified = identifiedOf(before)
  return Object.fromEntries(
    party(after).flatMap((who) => {
      const place = placeBefore(before, after, who)
      return place && identified[place] ? [[who, identified[place]]] : []
    }),
  )
}

/** Returns the guests not yet compared with their documents. */
export const unidentified = (checkin: Checkin): Who[] => {
  const identified = identifiedOf(checkin)
  return party(checkin).filter((who) => !identified[who])
}

/** Returns what the guest changed after the release, and when (ISO instant), until the next release; else undefined. */
export const guestChangeOf = ({ enabledForSending, guestChangedAt, guestChangedFrom }: Checkin) =>
  enabledForSending !== 'yes' && guestChangedAt
    ? { at: guestChangedAt, fields: Object.keys(JSON.parse(guestChangedFrom ?? '{}') as object) }
    : undefined

/** Milliseconds after which a guest who was not identified no longer waits at the door. */
const doorWait = 12 * 3_600_000

/**
 * Returns when a guest said to be at the door, and how the host was told, as seen at an instant in milliseconds: until
 * every guest is identified, and for 12 hours.
 */
export const atDoorOf = (checkin: Checkin, now: number): AtDoor | undefined => {
  if (!checkin.atDoor || !unidentified(checkin).length) return undefined
  const told = JSON.parse(checkin.atDoor) as AtDoor
  return now - Date.parse(told.at) < doorWait ? told : undefined
}
