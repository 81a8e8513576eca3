import type { Checkin } from '../../../schema/checkin'
import type { ArrivalState, ArrivalWait, ArrivalWord } from '../../../schema/code'
import type { Settings } from '../../../schema/settings'
import { isIdentityRemoved, isTestGuest, unidentified } from '../checkin/checkin-states'
import { requestedPayment } from '../checkin/money'
import { addDays } from '../text/dates'
import { romeDay, romeInstant } from '../text/rome-time'

/** The host's release conditions; all that are switched on must hold. */
export type ArrivalRule = Pick<
  Settings,
  'arrivalIdentified' | 'arrivalPaid' | 'arrivalTimed' | 'arrivalHour' | 'arrivalHoursBefore'
>

const hour = 3_600_000

/** Returns the instant of the release in milliseconds; undefined if no time is set. */
const releaseTime = ({ arrivalDate = '' }: Checkin, rule: ArrivalRule): number | undefined => {
  if (!rule.arrivalTimed) return undefined
  const arrival = romeInstant(arrivalDate, `${String(rule.arrivalHour).padStart(2, '0')}:00`)
  return Number.isNaN(arrival) ? undefined : arrival - rule.arrivalHoursBefore * hour
}

/** Returns whether nothing is left to pay; cash counts when the host has confirmed it. */
const isPaid = (checkin: Checkin) => {
  const payment = requestedPayment(checkin)
  return !payment || payment.state === 'paid' || payment.state === 'portal'
}

/** Returns the host's decision to release or withdraw the instructions, or undefined. */
const arrivalWordOf = ({ arrivalWord }: Checkin): ArrivalWord | undefined =>
  arrivalWord ? (JSON.parse(arrivalWord) as ArrivalWord) : undefined

const departureOf = ({ departureDate, arrivalDate = '', numberOfNights }: Checkin) =>
  departureDate ?? (arrivalDate && addDays(arrivalDate, Number(numberOfNights) || 0))

/** Returns whether the stay is over: from the day after the departure, Italian time. */
const isOver = (checkin: Checkin, now: number) =>
  isTestGuest(checkin) || isIdentityRemoved(checkin) || departureOf(checkin) < romeDay(now)

/**
 * Returns whether a guest may read the arrival instructions at an instant in milliseconds. The departure overrides the
 * host's decision, which overrides the conditions.
 */
export const arrivalState = (checkin: Checkin, rule: ArrivalRule, now: number): ArrivalState => {
  if (isOver(checkin, now)) return { is: 'over' }
  const word = arrivalWordOf(checkin)
  if (word?.as === 'withdrawn') return { is: 'withdrawn', at: word.at }
  if (word) return { is: 'released', by: 'host', at: word.at }
  const from = releaseTime(checkin, rule)
  const open: { [wait in ArrivalWait]: boolean } = {
    identified: rule.arrivalIdentified && unidentified(checkin).length > 0,
    paid: rule.arrivalPaid && !isPaid(checkin),
    time: from !== undefined && now < from,
  }
  const waits = (Object.keys(open) as ArrivalWait[]).filter((wait) => open[wait])
  if (!waits.length) return { is: 'released', by: 'rule' }
  return { is: 'waiting', waits, ...(open.time && { from: new Date(from!).toISOString() }) }
}
