import type { Identified } from '../../../schema/calls/identification'
import type { Checkin } from '../../../schema/checkin'
import type { Who } from '../../../schema/guest'
import { party } from './party'

/** Returns which guests were compared with their documents, and how. */
export const identifiedOf = ({ identified }: Checkin): Identified =>
  identified ? (JSON.parse(identified) as Identified) : {}

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
