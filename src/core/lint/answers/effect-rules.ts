import { rules } from '../../../../schema/vocabulary'
import { stepThat } from '../../flow/arms'
import { error, journeyOf, stepAt } from '../findings'
import type { MomentRule } from './forward'

const departure = ['arrivalDate', 'numberOfNights']

/** An effect needs its proof answered before; an effect after the sending comes after it. */
export const effectsProved: MomentRule = ({ context: { flow }, subject, before, store, visit, what, route }) => {
  const effect = flow.steps[visit.path]?.do
  if (!effect || subject.who !== 'stay' || typeof what === 'object' || before.isSent) return []
  const { proof, follows, sends, ends, invents, aids } = rules[effect]
  if (sends || ends || invents || aids) return []
  const [at, args, journey] = [stepAt(visit.path), { path: visit.path, effect }, journeyOf(route())]
  if (follows) return [error('effectTooEarly', at, args, journey)]
  return (proof === 'departureDate' ? departure : [proof])
    .filter((field) => !['guest', 'fixed', 'copied'].includes(store.origins[field]?.from ?? ''))
    .map((field) => error('effectUnproved', at, { ...args, field }, journey))
}

/** Checks that a check-in is sent before it ends or leaves the site. The host's own pages are allowed. */
export const unsent: MomentRule = ({ context, subject, store, visit, transition: { to }, what, route }) => {
  const { flow, elsewhere } = context
  const effect = flow.steps[visit.path]?.do
  const isLeft = 'end' in to && to.end === 'outside' && !elsewhere.includes(to.to ?? '')
  const isOver = (effect && rules[effect].ends) || isLeft
  if (!isOver || subject.who !== 'stay' || typeof what === 'object' || store.isSent) return []
  // `requiredEffects` reports a flow that never sends.
  if (stepThat(flow, 'sends') === undefined) return []
  return [error('unsent', stepAt(visit.path), { path: visit.path }, journeyOf(route()))]
}
