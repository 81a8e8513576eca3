import type { Checkin } from '../../../schema/checkin'
import { isCalendar, italian } from '../text/dates'

/** Returns whether the identity was removed. */
export const isCoarse = ({ identityRemovedAt }: Pick<Checkin, 'identityRemovedAt'>): boolean =>
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
