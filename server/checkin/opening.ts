import type { Settings } from '../../schema/settings'
import { addDays, italian } from '../../src/core/text/dates'
import { italianDay } from '../shared/clock'
import { say } from '../shared/messages'
import { Refusal } from '../shared/refusal'
import type { Room } from './intake'

/** Refuses (403, with the opening day) a code whose arrival is further ahead than the house accepts. */
export const mustBeOpen = ({ arrivalDate }: Room, { arrivalDaysAhead }: Settings, now: Date) => {
  if (!arrivalDate) return
  const opens = addDays(arrivalDate, -arrivalDaysAhead)
  if (opens <= italianDay(now)) return
  const params = { date: italian(opens), arrival: italian(arrivalDate) }
  throw new Refusal(403, say('toast.codeEarly', params), { opens, arrivalDate })
}
