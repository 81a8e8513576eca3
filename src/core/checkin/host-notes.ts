import type { AtDoor } from '../../../schema/calls/door'
import type { Identified } from '../../../schema/calls/identification'
import type { Checkin } from '../../../schema/checkin'
import type { Who } from '../../../schema/guest'
import { party, placeBefore } from './party'

/** Returns which guests were compared with their documents, and how. */
export const identifiedOf = ({ identified }: Checkin): Identified =>
  identified ? (JSON.parse(identified) as Identified) : {}

/** Returns the identifications after a change: each moves with its person; a corrected name or date keeps it. */
export const identifiedAfter = (before: Checkin, after: Checkin): Identified => {
  const known = identifiedOf(before)
  return Object.fromEntries(
    party(after).flatMap((who) => {
      const place = placeBefore(before, after, who)
      return place && known[place] ? [[who, known[place]]] : []
    }),
  )
}

/** Returns the guests not yet compared with their documents. */
export const unidentified = (checkin: Checkin): Who[] => {
  const known = identifiedOf(checkin)
  return party(checkin).filter((who) => !known[who])
}

/** Returns what the guest changed after the release, and when (ISO instant), until the next release; else undefined. */
export const guestChangeOf = ({ enabledForSending, guestChangedAt, guestChangedFrom }: Checkin) =>
  enabledForSending !== 'yes' && guestChangedAt
    ? { at: guestChangedAt, fields: Object.keys(JSON.parse(guestChangedFrom ?? '{}') as object) }
    : undefined

/** Returns when a guest said to be at the door, and how the host was told, until every guest is identified. */
export const atDoorOf = (checkin: Checkin): AtDoor | undefined =>
  checkin.atDoor && unidentified(checkin).length ? (JSON.parse(checkin.atDoor) as AtDoor) : undefined
