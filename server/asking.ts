import type { Asking } from './calls'
import { Refusal } from './http'

/** The number of the check-in a call is about. Refuses (404) what is no number. */
export const numberOf = ({ params }: Pick<Asking, 'params'>) => {
  if (!/^[1-9][0-9]{0,14}$/.test(params.id ?? '')) throw new Refusal(404, 'Check-in non trovato')
  return Number(params.id)
}

/** A check-in that must be there. Refuses with 404 when it is not. */
export const recordOf = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Refusal(404, 'Check-in non trovato')
  return value
}
