import { spread } from './answer-space'
import type { Transition, Visit } from './walk'

/** Returns the shortest route to every visit, nearest first. */
export const shortestRoutes = (first: Visit): Map<Visit, Visit[]> => {
  const routes = new Map<Visit, Visit[]>([[first, [first]]])
  for (const [here, route] of routes)
    for (const { to } of here.transitions) if ('path' in to && !routes.has(to)) routes.set(to, [...route, to])
  return routes
}

/** Returns the ways between visits, those near the start first. */
const waysOf = (visits: Iterable<Visit>) =>
  [...visits].flatMap((visit) =>
    transitionsByTarget(visit).flatMap(({ to }) => ('path' in to ? [[visit, to] as const] : [])),
  )

/** Returns, for each visit, the fields that some guest has been asked by then. */
export const fieldsAskedBefore = (routes: ReadonlyMap<Visit, unknown>): ReadonlyMap<Visit, ReadonlySet<string>> =>
  spread(new Map([...routes.keys()].map((visit) => [visit, new Set(visit.asks)])), waysOf(routes.keys()))

/** Returns, for each visit, the names that `namesAt` gives there or on some visit after it. */
export const namedFrom = (
  routes: ReadonlyMap<Visit, unknown>,
  namesAt: (visit: Visit) => Iterable<string>,
): ReadonlyMap<Visit, ReadonlySet<string>> =>
  spread(
    new Map([...routes.keys()].map((visit) => [visit, new Set(namesAt(visit))])),
    waysOf(routes.keys())
      .map(([from, to]) => [to, from] as const)
      .toReversed(),
  )

/** Returns one transition for each target of a visit. */
export const transitionsByTarget = ({ transitions }: Visit) => [
  ...new Map(
    transitions.toReversed().map((one) => ['path' in one.to ? one.to : `${one.to.end} ${one.to.to}`, one]),
  ).values(),
]

/** Returns the visits in or between circles: those that only lead to or from one are removed until none is left. */
const visitsInCircles = (routes: ReadonlyMap<Visit, Visit[]>): Set<Visit> => {
  const inCircles = new Set(routes.keys())
  const leadsOn = (visit: Visit) => visit.transitions.some(({ to }) => 'path' in to && inCircles.has(to))
  for (let shrank = true; shrank; ) {
    shrank = false
    for (const visit of [...inCircles].toReversed()) if (!leadsOn(visit)) shrank = inCircles.delete(visit)
    const ledTo = new Set([...inCircles].flatMap(({ transitions }) => transitions.map(({ to }) => to)))
    for (const visit of inCircles) if (!ledTo.has(visit)) shrank = inCircles.delete(visit)
  }
  return inCircles
}

const circleFrom = (start: Visit, inCircles: ReadonlySet<Visit>): Visit[] | undefined => {
  const routes = new Map<Visit, Visit[]>([[start, [start]]])
  for (const [here, route] of routes)
    for (const { to } of here.transitions) {
      if (to === start) return route
      if ('path' in to && inCircles.has(to) && !routes.has(to)) routes.set(to, [...route, to])
    }
  return undefined
}

/** Returns circles of the graph, shortest route first; circles that share a visit count once. */
export const circles = (routes: ReadonlyMap<Visit, Visit[]>): Visit[][] => {
  const found: Visit[][] = []
  const reported = new Set<Visit>()
  const inCircles = visitsInCircles(routes)
  for (const visit of inCircles) {
    if (reported.has(visit) || found.length >= 20) continue
    const circle = circleFrom(visit, inCircles)
    if (circle) found.push(circle)
    for (const one of circle ?? []) reported.add(one)
  }
  return found
}

type ValueFrom = (visit: Visit, onward: Transition[], of: (to: Visit) => number) => number
/** Iterative, because a route can be thousands of visits long. `round` is the value of a visit within its own value. */
const valueOfVisit = (first: Visit, round: number, valueFrom: ValueFrom) => {
  const values = new Map<Visit, number>()
  const done = new Set<Visit>()
  const open = [first]
  for (let visit = open.at(-1); visit; visit = open.at(-1)) {
    const onward = transitionsByTarget(visit)
    if (!values.has(visit)) {
      values.set(visit, round)
      for (const { to } of onward) if ('path' in to && !values.has(to)) open.push(to)
      continue
    }
    open.pop()
    const number = done.has(visit) ? values.get(visit)! : valueFrom(visit, onward, (to) => values.get(to)!)
    values.set(visit, number)
    done.add(visit)
  }
  return values.get(first)!
}

/** Returns the number of journeys; `Infinity` if one leads back. */
export const journeyCount = (first: Visit): number =>
  valueOfVisit(first, Number.POSITIVE_INFINITY, (_, onward, of) =>
    onward.reduce((sofar, { to }) => sofar + ('path' in to ? of(to) : 1), 0),
  )

/** Returns the most questions on one journey; a circle counts once. */
export const mostQuestions = (first: Visit): number =>
  valueOfVisit(
    first,
    0,
    ({ asks }, onward, of) => asks.length + Math.max(0, ...onward.map(({ to }) => ('path' in to ? of(to) : 0))),
  )
