import type { ExpectedStay, SentToGuest, StayLetter, StoredBooking } from '../../../schema/bookings'
import type { Settings } from '../../../schema/settings'
import { addDays } from '../text/dates'
import { romeDay, romeInstant } from '../text/rome-time'

/** The settings of automatic letters. Days before the arrival; 0 switches a reminder off. */
export type LetterChoice = Pick<Settings, 'inviteWhen' | 'inviteDays' | 'reminderDays' | 'secondReminderDays'>

/** A letter of a stay; `at` (ms) is the earliest sending. */
export type PlannedLetter = { about: StayLetter; at: number }

/** A message sent to the guest or handed over by the host; `at` (ISO instant) is when its status began. */
export type PastLetter = Pick<SentToGuest, 'about' | 'at'> & { status?: SentToGuest['status'] }

/** Letters leave between these hours, Italian time. */
const hours = { from: '09:00', to: '20:00' } as const

/** Returns an instant (ms) if letters leave then, else the next morning. */
const inDaytime = (instant: number): number => {
  const day = romeDay(instant)
  const morning = romeInstant(day, hours.from)
  if (instant < morning) return morning
  return instant < romeInstant(day, hours.to) ? instant : romeInstant(addDays(day, 1), hours.from)
}

/** Returns whether automatic letters are switched on. */
export const isAutomatic = ({ inviteWhen, reminderDays, secondReminderDays }: LetterChoice): boolean =>
  Boolean(inviteWhen || reminderDays || secondReminderDays)

/** Returns whether a letter is still to be sent. */
export const isUnderWay = ({ status }: Pick<PastLetter, 'status'>) =>
  status === 'queued' || status === 'sending' || status === 'held'

const invitationAt = ({ arrival }: StoredBooking, choice: LetterChoice, now: number) => {
  if (!choice.inviteWhen) return undefined
  const first = choice.inviteWhen === 'known' ? now : romeInstant(addDays(arrival, -choice.inviteDays), hours.from)
  const at = inDaytime(Math.max(now, first))
  return romeDay(at) <= arrival ? at : undefined
}

/** A reminder is due on its day, or later if the server was down, unless the guest got another letter since. */
const reminderAt = (
  { arrival, link }: StoredBooking,
  choice: LetterChoice,
  past: readonly PastLetter[],
  now: number,
) => {
  const last = [link?.made ?? '', ...past.map(({ at }) => at)].sort().at(-1)
  if (!last) return undefined
  const lastDay = romeDay(Date.parse(last))
  const instants = [choice.reminderDays, choice.secondReminderDays].flatMap((days) => {
    const day = addDays(arrival, -days)
    if (!days || lastDay >= day) return []
    const at = inDaytime(Math.max(now, romeInstant(day, hours.from)))
    return romeDay(at) < arrival ? [at] : []
  })
  return instants.length ? Math.min(...instants) : undefined
}

/**
 * Returns the next automatic letter of a stay. A stay gets at most one invitation and two reminders, at most one letter
 * a day, and none while another waits. A checked-in or cancelled stay, or one with a withdrawn link, gets none.
 */
export const nextLetter = (
  stay: StoredBooking,
  letters: readonly PastLetter[],
  choice: LetterChoice,
  now: number,
): PlannedLetter | undefined => {
  if (stay.cancelled || stay.erased || stay.checkins?.length || stay.link?.withdrawn) return undefined
  const past = letters.filter(({ status }) => status !== 'dropped')
  if (past.some(isUnderWay)) return undefined
  const reminders = past.filter(({ about }) => about === 'reminder' || about === 'secondReminder').length
  const isInvited = past.some(({ about }) => about === 'invitation')
  const invitation = isInvited || reminders ? undefined : invitationAt(stay, choice, now)
  if (invitation !== undefined) return { about: 'invitation', at: invitation }
  if (reminders > 1 || (choice.inviteWhen && !isInvited)) return undefined
  const at = reminderAt(stay, choice, past, now)
  return at === undefined ? undefined : { about: reminders ? 'secondReminder' : 'reminder', at }
}

/**
 * Returns the kind of the message that the host hands over on a day: the one that is due by hand; else a reminder, if
 * the guest got a message on an earlier day; else the invitation.
 */
export const messageToHandOver = (
  { planned, sent, handed = [] }: Pick<ExpectedStay, 'planned' | 'sent' | 'handed'>,
  day: string,
): StayLetter => {
  if (planned?.byHand) return planned.about
  const reached = [...sent.filter(({ status }) => status === 'sent'), ...handed]
  if (!reached.some(({ at }) => romeDay(Date.parse(at)) < day)) return 'invitation'
  return reached.some(({ about }) => about !== 'invitation') ? 'secondReminder' : 'reminder'
}
