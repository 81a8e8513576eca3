import type { Settings } from '../../schema/settings'
import { addDays, italian } from '../../src/core/text/dates'
import { italianDay } from '../shared/clock'
import { say } from '../shared/messages'
import { Refusal } from '../shared/refusal'
import type { Room } from './intake'

/**
 * Refuses (403, with the day it opens) a code whose check-in has not opened yet: one with a date of arrival further
 * ahead than the house takes.
 */
export const mustBeOpen = ({ arrivalDate }: Room, { arrivalDaysAhead }: Settings, now: Date) => {
  if (!arrivalDate) return
  const opens = addDays(arrivalDate, -arrivalDaysAhead)
  if (opens <= italianDay(now)) return
  const params = { date: italian(opens), arrival: italian(arrivalDate) }
  throw new Refusal(403, say('toast.codeEarly', params), { opens, arrivalDate })
}
