import { rules } from '../../../../schema/vocabulary'
import { error, stepAt } from '../findings'
import type { MomentRule } from './forward'

/**
 * Every check-in that ends, or leaves for another site, has been sent before. Leaving for the host's own pages is no
 * check-in.
 */
export const unsent: MomentRule = ({
  context: { flow, elsewhere },
  subject,
  store,
  visit,
  transition: { to },
  what,
  route,
}) => {
  const effect = flow.steps[visit.path]?.do
  const isOver =
    (effect && rules[effect].ends) || ('end' in to && to.end === 'outside' && !elsewhere.includes(to.to ?? ''))
  if (!isOver || subject.who !== 'stay' || typeof what === 'object' || store.isSent) return []
  if (!Object.values(flow.steps).some(({ do: effect }) => effect && rules[effect].sends)) return []
  return [error('unsent', stepAt(visit.path), { path: visit.path }, { journey: route().map(({ path }) => path) })]
}
