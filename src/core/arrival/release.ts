import type { Checkin } from '../../../schema/checkin'
import type { ArrivalState, ArrivalWait, ArrivalWord } from '../../../schema/code'
import type { Settings } from '../../../schema/settings'
import { isCoarse, isTestGuest } from '../checkin/checkin-states'
import { unidentified } from '../checkin/host-notes'
import { paymentSeen } from '../checkin/payment-seen'
import { addDays } from '../text/dates'
import { romeDay, romeInstant } from '../text/rome-time'

/** What instructions wait for; all that is switched on must hold. */
export type ArrivalRule = Pick<
  Settings,
  'arrivalIdentified' | 'arrivalPaid' | 'arrivalTimed' | 'arrivalHour' | 'arrivalHoursBefore'
>

const hour = 3_600_000

/** Returns the instant in milliseconds from which the rule lets a guest read; undefined without a rule of time. */
const releaseTime = ({ arrivalDate = '' }: Checkin, rule: ArrivalRule): number | undefined => {
  if (!rule.arrivalTimed) return undefined
  const arrival = romeInstant(arrivalDate, `${String(rule.arrivalHour).padStart(2, '0')}:00`)
  return Number.isNaN(arrival) ? undefined : arrival - rule.arrivalHoursBefore * hour
}

/** Whether nothing is to pay, or it was paid; cash counts once the host has it. */
const isPaid = (checkin: Checkin) => {
  const payment = paymentSeen(checkin)
  return !payment || payment.state === 'paid' || payment.state === 'portal'
}

/** Returns the host's word on the instructions of a check-in. */
export const arrivalWordOf = ({ arrivalWord }: Checkin): ArrivalWord | undefined =>
  arrivalWord ? (JSON.parse(arrivalWord) as ArrivalWord) : undefined

const departureOf = ({ departureDate, arrivalDate = '', numberOfNights }: Checkin) =>
  departureDate ?? (arrivalDate && addDays(arrivalDate, Number(numberOfNights) || 0))

/** Returns whether the guest of a check-in has left: from the day after the departure, Italian time. */
const isOver = (checkin: Checkin, now: number) =>
  isTestGuest(checkin) || isCoarse(checkin) || departureOf(checkin) < romeDay(now)

/**
 * Returns whether the guest of a check-in may read the arrival instructions at an instant in milliseconds. The host's
 * word goes before the rule, the departure before both.
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
