import type { Checkin } from '../../../schema/checkin'
import { type AssumedHour, arrivalInstant } from '../checkin/checkin-states'
import { addDays } from '../text/dates'

const hour = 3_600_000
const minute = 60_000

type Stay = Pick<Checkin, 'arrivalDate' | 'arrivalTimeSlot' | 'numberOfNights'>

/**
 * Hours after the arrival in which the host must report it, with exceptions by number of nights. Art. 109, par. 3,
 * T.U.L.P.S. (R.D. 773/1931), as changed by art. 5 of D.L. 113/2018: 24 hours, or 6 for stays of at most 24 hours.
 */
const usualHours = 24
const hoursByNights: { readonly [nights: string]: number } = { '1': 6 }

/** Returns the hours after a stay's arrival in which it must be reported. */
export const hoursToReport = ({ numberOfNights = '' }: Pick<Checkin, 'numberOfNights'>): number =>
  hoursByNights[String(Number(numberOfNights))] ?? usualHours

/** Returns the instant by which an arrival must be reported, in milliseconds; undefined without a day of arrival. */
export const policeDeadline = (stay: Stay, assumed: AssumedHour): number | undefined => {
  const arrival = arrivalInstant(stay, assumed)
  return arrival === undefined ? undefined : arrival + hoursToReport(stay) * hour
}

/** A party ready to send: complete and released `since` (ms), its arrival `YYYY-MM-DD` and deadline (ms). */
type ReadyParty = { since: number; arrivalDate: string; deadline: number | undefined }

/** Minutes before the deadline at which the host's waiting time ends early. */
const marginMinutes = 15

/** Returns whether a party is sent now: the portal accepts today and yesterday; the host has `wait` minutes. */
export const goesNow = (
  party: ReadyParty,
  { now, today, wait }: { now: number; today: string; wait: number },
): boolean => {
  if (party.arrivalDate !== today && party.arrivalDate !== addDays(today, -1)) return false
  const waited = now >= party.since + wait * minute
  return waited || (party.deadline !== undefined && now >= party.deadline - marginMinutes * minute)
}

/** The nightly tasks and their time in Rome (`HH:MM`): after 03:00, so that no clock change skips or repeats them. */
const nightly = { region: '04:10', receipts: '06:10', reminders: '08:00' } as const

export type Nightly = keyof typeof nightly

/** Returns whether a nightly task is due; `done` is the day it last ran. */
export const isNightlyDue = (
  task: Nightly,
  { today, time }: { today: string; time: string },
  done: string | undefined,
): boolean => time >= nightly[task] && (done === undefined || done < today)

/** Days for which the portal keeps a receipt. */
const portalDays = 30

/** Returns the days (`YYYY-MM-DD`) whose receipt the portal has and the house lacks: from the next day, for 30 days. */
export const receiptDays = (sentOn: readonly string[], stored: ReadonlySet<string>, today: string): string[] =>
  [...new Set(sentOn)].filter((day) => day < today && day >= addDays(today, -portalDays) && !stored.has(day)).sort()
