import type { Checkin } from '../../../schema/checkin'

/**
 * The attempt under which the guide makes its invented guest. It is the mark of such a check-in, in stores of earlier
 * versions too; no guest's own check-in is kept under it.
 */
export const testGuestDraft = 'ospitediprovadellaguida'

/** Whether a check-in is the guide's invented guest, who is never enabled, filed, sent or counted. */
export const isTestGuest = ({ draftId }: Pick<Checkin, 'draftId'>): boolean => draftId === testGuestDraft

/** Whether the host has released a check-in; no other is ever exported, and never the guide's test guest. */
export const isEnabled = (checkin: Pick<Checkin, 'enabledForSending' | 'draftId'>): boolean =>
  checkin.enabledForSending === 'yes' && !isTestGuest(checkin)

/** Whether a guest has sent a check-in and not confirmed it; one the host wrote has nobody to confirm it. */
export const isUnconfirmed = ({ selectedLanguage, confirmedAt }: Checkin): boolean =>
  Boolean(selectedLanguage) && !confirmedAt

/** The states a host looks after, in the order the status line names them. */
export const statuses = ['today', 'unchecked', 'ready', 'incomplete'] as const
export type CheckinStatus = (typeof statuses)[number]

/**
 * Whether a check-in is in a state; `lacking` when something of it would keep an official file from being made,
 * `isFiled` when it is in a police file already, or was sent or told. The guide's test guest is in none.
 */
export const isIn: Record<
  CheckinStatus,
  (checkin: Checkin, lacking: boolean, today: string, isFiled: boolean) => boolean
> = {
  today: (checkin, _, today) => checkin.arrivalDate === today && !isTestGuest(checkin),
  unchecked: (checkin) => !isEnabled(checkin) && !isTestGuest(checkin),
  ready: (checkin, lacking, _, isFiled) => isEnabled(checkin) && !lacking && !isFiled,
  incomplete: (checkin, lacking) => lacking && !isTestGuest(checkin),
}
