import { addDays } from '../text/dates'

const minute = 60_000

/**
 * A party that could be sent: since when (ms) it has been complete, released and as it is; its arrival `YYYY-MM-DD`;
 * its deadline (ms).
 */
export type ReadyParty = { since: number; arrivalDate: string; deadline: number | undefined }

/** How long before the deadline a party goes although the host's wait is not over, in minutes. */
const before = 15

/**
 * Whether a party goes by itself at an instant (ms) of a day in Rome `YYYY-MM-DD`: the portal takes arrivals of that
 * day and of the day before, the host has `wait` minutes to take a release back, and the deadline is not waited for.
 */
export const goesNow = (
  party: ReadyParty,
  { now, today, wait }: { now: number; today: string; wait: number },
): boolean => {
  if (party.arrivalDate !== today && party.arrivalDate !== addDays(today, -1)) return false
  const waited = now >= party.since + wait * minute
  return waited || (party.deadline !== undefined && now >= party.deadline - before * minute)
}

/**
 * Work that is done once a day of Rome, from an hour on (`HH:MM`): after 03:00, so that no change of the clock makes it
 * come twice or never.
 */
export const nightly = { region: '04:10', receipts: '06:10', reminders: '08:00' } as const

export type Nightly = keyof typeof nightly

/** Whether a day's work is due at a moment of Rome, when it was last done for the day `done`. */
export const isNight = (
  work: Nightly,
  { today, time }: { today: string; time: string },
  done: string | undefined,
): boolean => time >= nightly[work] && (done === undefined || done < today)

/** How many days back a receipt can be had from the portal. */
const longest = 30

/**
 * The days among those with something sent, `YYYY-MM-DD`, whose receipt can be had on a day: from the day after, for 30
 * days.
 */
export const receiptDays = (sentOn: readonly string[], there: ReadonlySet<string>, today: string): string[] =>
  [...new Set(sentOn)].filter((day) => day < today && day >= addDays(today, -longest) && !there.has(day)).sort()
