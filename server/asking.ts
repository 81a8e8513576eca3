import type { Asking } from './calls'
import type { Query } from './changes'
import { Refusal } from './http'
import { say, wait } from './words'

/** Somebody who has to wait so many seconds. */
export const tooMany = (seconds: number) => new Refusal(429, say('toast.tooMany', { wait: wait(seconds) }), { retryAfter: seconds })

/** The number of the check-in a call is about. Refuses (404) what is no number. */
export const numberOf = ({ params }: Pick<Asking, 'params'>) => {
  if (!/^[1-9][0-9]{0,14}$/.test(params.id ?? '')) throw new Refusal(404, 'Check-in non trovato')
  return Number(params.id)
}

/** The day a list is asked for, of arrivals unless it says departures; nothing when all are. Refuses (400) what is no day. */
export const dayOf = ({ query: { date, searchType } }: Pick<Asking, 'query'>): Query | undefined => {
  if (date && !/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new Refusal(400, 'Data non valida')
  return date ? { date, by: searchType === 'departure' ? 'departure' : 'arrival' } : undefined
}

/** A check-in that must be there. Refuses with 404 when it is not. */
export const recordOf = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Refusal(404, 'Check-in non trovato')
  return value
}
