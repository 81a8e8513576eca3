import type { AtDoor } from '../../../schema/calls/arrival'
import type { Identified } from '../../../schema/calls/party-states'
import type { Checkin } from '../../../schema/checkin'
import type { Who } from '../../../schema/guest'
import { isCalendar } from '../text/dates'
import { romeInstant } from '../text/rome-time'
import { italian } from '../text/written-dates'
import { party, placeBefore } from './party'

/** Returns whether the identity was removed. */
export const isIdentityRemoved = ({ identityRemovedAt }: Pick<Checkin, 'identityRemovedAt'>): boolean =>
  identityRemovedAt !== undefined

/** The draft id of the guide's test guest, in every version's stores; no real check-in has it. */
export const testGuestDraft = 'ospitediprovadellaguida'

/** Returns whether a check-in is the guide's test guest, who is never released, filed, sent or counted. */
export const isTestGuest = ({ draftId }: Pick<Checkin, 'draftId'>): boolean => draftId === testGuestDraft

/** Returns whether the host has released a check-in. Only released ones are exported, and never the test guest. */
export const isEnabled = (checkin: Pick<Checkin, 'enabledForSending' | 'draftId'>): boolean =>
  checkin.enabledForSending === 'yes' && !isTestGuest(checkin)

/** Returns whether a guest sent a check-in and has not confirmed it. The host's own need no confirmation. */
export const isUnconfirmed = ({ selectedLanguage, confirmedAt }: Checkin): boolean =>
  Boolean(selectedLanguage) && !confirmedAt

/** The states of the status line, in order. */
export const statuses = ['today', 'unchecked', 'ready', 'incomplete'] as const
export type CheckinStatus = (typeof statuses)[number]

/** Returns whether a check-in is in a state. `lacking`: a file would refuse it; `isFiled`: filed, sent or reported. */
export const isIn: Record<
  CheckinStatus,
  (checkin: Checkin, lacking: boolean, today: string, isFiled: boolean) => boolean
> = {
  today: (checkin, _, today) => checkin.arrivalDate === today && !isTestGuest(checkin),
  unchecked: (checkin) => !isEnabled(checkin) && !isTestGuest(checkin),
  ready: (checkin, lacking, _, isFiled) => isEnabled(checkin) && !lacking && !isFiled,
  incomplete: (checkin, lacking) => lacking && !isTestGuest(checkin),
}

/** Returns a check-in's number for the host: its id and the arrival as `ddmmyyyy` (`12-20112026`). */
export const displayId = ({ id, arrivalDate = '' }: Pick<Checkin, 'id' | 'arrivalDate'>): string =>
  isCalendar(arrivalDate) ? `${id}-${italian(arrivalDate).replaceAll('/', '')}` : String(id)

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

/** Returns the fields that the guest changed since the last release, and when (ISO instant); undefined without any. */
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
  const atDoor = JSON.parse(checkin.atDoor) as AtDoor
  return now - Date.parse(atDoor.at) < doorWait ? atDoor : undefined
}

/** The beginning (`HH:MM`) of each arrival slot. */
const earliest: { readonly [slot: string]: string } = {
  '15:00-16:30': '15:00',
  '16:30-18:00': '16:30',
  'after 18:00': '18:00',
}

/** Returns whether an arrival slot names an hour. */
export const hasTime = (slot = ''): boolean => Object.hasOwn(earliest, slot)

/** The hour assumed for an arrival without a slot: the day's beginning, the first slot's, or the day's end. */
export type AssumedHour = '00:00' | '15:00' | '24:00'

/** Returns the earliest instant of an arrival in milliseconds; undefined without a day of arrival. */
export const arrivalInstant = (
  { arrivalDate = '', arrivalTimeSlot = 'unknown' }: Pick<Checkin, 'arrivalDate' | 'arrivalTimeSlot'>,
  assumed: AssumedHour,
): number | undefined =>
  isCalendar(arrivalDate) ? romeInstant(arrivalDate, earliest[arrivalTimeSlot] ?? assumed) : undefined
