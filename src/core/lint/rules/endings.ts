import { error, type Finding, firstOfEach, journeyOf, type LintRule, stepAt } from '../findings'
import { circles } from '../routes'
import { type End, type Transition, type Visit, walkLimit } from '../walk'

const fault = (visit: Visit, { end, to = '' }: End, { via }: Transition, route: Visit[]): Finding | undefined => {
  if (end === 'many') return error('many', stepAt(to), { path: to, count: String(walkLimit) })
  if (end === 'stuck') return error('stuck', stepAt(visit.path), { path: visit.path }, journeyOf(route))
  const [guard] = via.filter((at) => at.startsWith('/guards/')).sort()
  return end === 'endless' ? error('guardLoop', guard!, { path: to }, journeyOf(route)) : undefined
}

const turningBack = (routes: ReadonlyMap<Visit, Visit[]>, circle: Visit[]) => {
  // The first visit of a step has the shortest route.
  const steps = new Map([...routes].toReversed().map(([{ path }, { length }]) => [path, length]))
  const away = circle.map(({ path }) => steps.get(path)!)
  const first = away.indexOf(Math.min(...away))
  const journey = journeyOf([...routes.get(circle[0]!)!, ...circle.slice(1), circle[0]!])
  return error('endless', stepAt(circle.at(first - 1)!.path), { path: circle[first]!.path }, journey)
}

/** Checks that every journey ends: no guest is stuck or sent in a circle, and the walk is complete. */
export const endings: LintRule = ({ routes }) => {
  const ends = [...routes].flatMap(([visit, route]) =>
    visit.transitions.flatMap((transition) =>
      'end' in transition.to ? (fault(visit, transition.to, transition, route) ?? []) : [],
    ),
  )
  const rounds = circles(routes).map((circle) => turningBack(routes, circle))
  return firstOfEach([...ends, ...rounds], ({ rule, at }) => `${rule} ${at}`)
}
