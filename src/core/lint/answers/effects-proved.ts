import { rules } from '../../../../schema/vocabulary'
import { error, stepAt } from '../findings'
import type { MomentRule } from './forward'

/** The answers from which the day of departure follows. */
const departure = ['arrivalDate', 'numberOfNights']

/**
 * What a step does can be seen in the answers afterwards: the server walks the journey with them and goes no further
 * than the first step that seems not done. So they are asked by then, and what follows the sending comes after it.
 */
export const effectsProved: MomentRule = ({ context: { flow }, subject, before, store, visit, what, route }) => {
  const effect = flow.steps[visit.path]?.do
  if (!effect || subject.who !== 'stay' || typeof what === 'object' || before.isSent) return []
  const { proof, follows, sends, ends, invents } = rules[effect]
  const journey = { journey: route().map(({ path }) => path) }
  if (sends || ends || invents) return []
  if (follows) return [error('effectTooEarly', stepAt(visit.path), { path: visit.path, effect }, journey)]
  return (proof === 'departureDate' ? departure : [proof])
    .filter((field) => !['guest', 'fixed', 'copied'].includes(store.origins[field]?.from ?? ''))
    .map((field) => error('effectUnproved', stepAt(visit.path), { path: visit.path, effect, field }, journey))
}
