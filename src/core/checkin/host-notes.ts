import type { Identified } from '../../../schema/calls/identification'
import type { Checkin } from '../../../schema/checkin'
import type { Who } from '../../../schema/guest'
import { party } from './party'

/** The guests of a check-in who were compared with their documents, and how. */
export const identifiedOf = ({ identified }: Checkin): Identified =>
  identified ? (JSON.parse(identified) as Identified) : {}

/** The guests of a check-in nobody has compared with their documents. */
export const unidentified = (checkin: Checkin): Who[] => {
  const known = identifiedOf(checkin)
  return party(checkin).filter((who) => !known[who])
}

/**
 * What the guest changed after the host had released the check-in, and when (ISO instant), as long as the host has not
 * released it again; undefined where there is nothing to look at.
 */
export const guestChangeOf = ({ enabledForSending, guestChangedAt, guestChangedFrom }: Checkin) =>
  enabledForSending !== 'yes' && guestChangedAt
    ? { at: guestChangedAt, fields: Object.keys(JSON.parse(guestChangedFrom ?? '{}') as object) }
    : undefined
