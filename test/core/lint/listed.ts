import type { Facts } from '../../../src/core/flow/facts'
import { transitionsByTarget } from '../../../src/core/lint/routes'
import { type End, type Transition, type Visit, walkLimit } from '../../../src/core/lint/walk'

export type Journey = { visits: Visit[]; facts: Facts; via: string[]; end: End }

/**
 * Returns every journey once. A journey that returns to an earlier visit is `endless`; after the maximum number of
 * journeys one more is `many`.
 */
export const journeys = (first: Visit): Journey[] => {
  const found: Journey[] = []
  const transitions = new Map<Visit, Transition[]>()
  const waysFrom = (here: Visit) => transitions.get(here) ?? transitions.set(here, transitionsByTarget(here)).get(here)!
  const go = (here: Visit, visits: Visit[], gone: Transition[]) => {
    for (const transition of waysFrom(here)) {
      if (found.length >= walkLimit) return
      const along = [...gone, transition]
      const journey = (visits: Visit[], end: End) =>
        found.push({
          visits,
          end,
          facts: Object.assign({}, ...along.map(({ facts }) => facts)),
          via: along.flatMap(({ via }) => via),
        })
      const { to } = transition
      if (!('path' in to)) journey(visits, to)
      else if (visits.includes(to)) journey([...visits, to], { end: 'endless', to: to.path })
      else go(to, [...visits, to], along)
    }
  }
  go(first, [first], [])
  return found.length < walkLimit
    ? found
    : [...found, { visits: [first], facts: {}, via: [], end: { end: 'many', to: first.path } }]
}
