import type { Checkin } from '../../../schema/checkin'

/** Whether the host has released a check-in; no other is ever exported. */
export const isEnabled = (checkin: Pick<Checkin, 'enabledForSending'>): boolean => checkin.enabledForSending === 'yes'

/** Whether a guest has sent a check-in and not confirmed it; one the host wrote has nobody to confirm it. */
export const isUnconfirmed = ({ selectedLanguage, confirmedAt }: Checkin): boolean =>
  Boolean(selectedLanguage) && !confirmedAt

/** The states a host looks after, in the order the status line names them. */
export const statuses = ['today', 'unchecked', 'ready', 'incomplete'] as const
export type Status = (typeof statuses)[number]

/**
 * Whether a check-in is in a state; `lacking` when something of it would keep an official file from being made,
 * `isFiled` when it is in a police file already, or was sent or told.
 */
export const isIn: Record<Status, (checkin: Checkin, lacking: boolean, today: string, isFiled: boolean) => boolean> = {
  today: ({ arrivalDate }, _, today) => arrivalDate === today,
  unchecked: (checkin) => !isEnabled(checkin),
  ready: (checkin, lacking, _, isFiled) => isEnabled(checkin) && !lacking && !isFiled,
  incomplete: (_, lacking) => lacking,
}
