import type { SentToGuest, StayLetter, StoredBooking } from '../../../schema/bookings'
import type { Settings } from '../../../schema/settings'
import { addDays } from '../text/dates'
import { romeDay, romeInstant } from '../text/rome-time'

/** What the host chose about letters that leave without a press. A reminder of 0 days is none. */
export type LetterChoice = Pick<Settings, 'inviteWhen' | 'inviteDays' | 'reminderDays' | 'secondReminderDays'>

/** A letter of a stay and the instant (ms) from which it may leave. */
export type PlannedLetter = { about: StayLetter; at: number }

/** What a guest was sent, or was handed by the host: its state began `at` (ISO instant). */
export type PastLetter = Pick<SentToGuest, 'about' | 'at'> & { status?: SentToGuest['status'] }

/** By day in Rome: guests are not written to at night. */
const hours = { from: '09:00', to: '20:00' } as const

/** Returns an instant (ms) by day, else the next morning's in Rome. */
const byDay = (instant: number): number => {
  const day = romeDay(instant)
  const morning = romeInstant(day, hours.from)
  if (instant < morning) return morning
  return instant < romeInstant(day, hours.to) ? instant : romeInstant(addDays(day, 1), hours.from)
}

/** Returns whether letters leave without a press. */
export const isAutomatic = ({ inviteWhen, reminderDays, secondReminderDays }: LetterChoice): boolean =>
  Boolean(inviteWhen || reminderDays || secondReminderDays)

/** Returns whether a letter may still leave. */
export const isUnderWay = ({ status }: Pick<PastLetter, 'status'>) =>
  status === 'queued' || status === 'sending' || status === 'held'

const invitationAt = ({ arrival }: StoredBooking, choice: LetterChoice, now: number) => {
  if (!choice.inviteWhen) return undefined
  const first = choice.inviteWhen === 'known' ? now : romeInstant(addDays(arrival, -choice.inviteDays), hours.from)
  const at = byDay(Math.max(now, first))
  return romeDay(at) <= arrival ? at : undefined
}

/** A reminder leaves on its day or, if the server was off, later before the arrival: only if nothing did since. */
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
    const at = byDay(Math.max(now, romeInstant(day, hours.from)))
    return romeDay(at) < arrival ? [at] : []
  })
  return instants.length ? Math.min(...instants) : undefined
}

/**
 * Returns the next letter that leaves without a press, if nothing changes before. Each stay gets one invitation and two
 * reminders at most, never two letters a day and never one while another is under way. A stay that is registered,
 * cancelled or whose link was withdrawn gets none.
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
