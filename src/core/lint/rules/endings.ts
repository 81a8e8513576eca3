import { error, type Finding, type LintRule, stepAt } from '../findings'
import { circles } from '../routes'
import { type End, type Transition, type Visit, walkLimit } from '../walk'

const pathsOf = (route: readonly Visit[]) => route.map(({ path }) => path)

/** What is wrong with one way on that does not end outside. */
const fault = (visit: Visit, { end, to = '' }: End, { via }: Transition, route: Visit[]): Finding | undefined => {
  const journey = pathsOf(route)
  if (end === 'many') return error('many', stepAt(to), { path: to, count: String(walkLimit) })
  if (end === 'stuck') return error('stuck', stepAt(visit.path), { path: visit.path }, { journey })
  const guards = via.filter((at) => at.startsWith('/guards/')).sort()
  return end === 'endless' ? error('guardLoop', guards[0]!, { path: to }, { journey }) : undefined
}

/**
 * Where a circle turns back: the step that leads back, and the one it leads back to, which is the nearest to the
 * start.
 */
const turningPoint = (routes: ReadonlyMap<Visit, Visit[]>, circle: string[]) => {
  // The first visit of a step has the shortest route.
  const steps = new Map([...routes].toReversed().map(([{ path }, { length }]) => [path, length]))
  const away = circle.map((path) => steps.get(path)!)
  const first = away.indexOf(Math.min(...away))
  return { from: circle.at(first - 1)!, to: circle[first]! }
}

/**
 * Every journey ends: nobody is left without a way on, goes round, or is sent round by guards; and all can be walked.
 */
export const endings: LintRule = ({ routes }) => {
  const first = new Map<string, Finding>()
  const note = (found: Finding) =>
    first.has(`${found.rule} ${found.at}`) || first.set(`${found.rule} ${found.at}`, found)
  for (const [visit, route] of routes)
    for (const transition of visit.transitions) {
      const found = 'end' in transition.to && fault(visit, transition.to, transition, route)
      if (found) note(found)
    }
  for (const circle of circles(routes)) {
    const { from, to } = turningPoint(routes, pathsOf(circle))
    note(
      error(
        'endless',
        stepAt(from),
        { path: to },
        { journey: pathsOf([...routes.get(circle[0]!)!, ...circle.slice(1), circle[0]!]) },
      ),
    )
  }
  return [...first.values()]
}
