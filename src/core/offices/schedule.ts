import { addDays } from '../text/dates'

const minute = 60_000

/** A party ready to send: complete and released `since` (ms), its arrival `YYYY-MM-DD` and deadline (ms). */
type ReadyParty = { since: number; arrivalDate: string; deadline: number | undefined }

/** Minutes before the deadline at which the host's waiting time ends early. */
const before = 15

/** Returns whether a party is sent now: the portal accepts today and yesterday; the host has `wait` minutes. */
export const goesNow = (
  party: ReadyParty,
  { now, today, wait }: { now: number; today: string; wait: number },
): boolean => {
  if (party.arrivalDate !== today && party.arrivalDate !== addDays(today, -1)) return false
  const waited = now >= party.since + wait * minute
  return waited || (party.deadline !== undefined && now >= party.deadline - before * minute)
}

/** The daily tasks and their time in Rome (`HH:MM`): after 03:00, so that no clock change skips or repeats them. */
export const nightly = { region: '04:10', receipts: '06:10', reminders: '08:00' } as const

export type Nightly = keyof typeof nightly

/** Returns whether a daily task is due; `done` is the day it last ran. */
export const isNight = (
  work: Nightly,
  { today, time }: { today: string; time: string },
  done: string | undefined,
): boolean => time >= nightly[work] && (done === undefined || done < today)

/** Days for which the portal keeps a receipt. */
const longest = 30

/** Returns the days (`YYYY-MM-DD`) whose receipt is available: from the day after, for 30 days. */
export const receiptDays = (sentOn: readonly string[], there: ReadonlySet<string>, today: string): string[] =>
  [...new Set(sentOn)].filter((day) => day < today && day >= addDays(today, -longest) && !there.has(day)).sort()
