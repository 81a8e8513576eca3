import { setTimeout as pause } from 'node:timers/promises'
import { italianDay } from '../server/shared/clock'
import { addDays } from '../src/core/text/dates'
import { romeInstant } from '../src/core/text/rome-time'

/** Waits for the next day in Italy if it begins within so many milliseconds: no test may end on another day. */
export const onOneDay = async (within: number, now = Date.now, wait: (ms: number) => Promise<unknown> = pause) => {
  const left = romeInstant(addDays(italianDay(new Date(now())), 1), '00:00') - now()
  if (left < within) await wait(left + 1_000)
}
