import type { Transition, Visit } from './walk'

/** Every visit of a walk, nearest first, each with the shortest route to it. */
export const shortestRoutes = (first: Visit): Map<Visit, Visit[]> => {
  const routes = new Map<Visit, Visit[]>([[first, [first]]])
  for (const [here, route] of routes)
    for (const { to } of here.transitions) if ('path' in to && !routes.has(to)) routes.set(to, [...route, to])
  return routes
}

/** The fields that some guest has been asked when a visit's questions are answered, by visit. */
export const mayKnow = (routes: ReadonlyMap<Visit, unknown>): ReadonlyMap<Visit, ReadonlySet<string>> => {
  const may = new Map([...routes.keys()].map((visit) => [visit, new Set(visit.asks)]))
  for (let grew = true; grew; ) {
    grew = false
    for (const [visit, known] of may)
      for (const { to } of visit.transitions)
        if ('path' in to) for (const fact of known) if (!may.get(to)!.has(fact)) grew = Boolean(may.get(to)!.add(fact))
  }
  return may
}

/** The transitions of a visit that differ in where they lead; of several to one place, the first. */
export const distinct = ({ transitions }: Visit) => [
  ...new Map(
    transitions.toReversed().map((one) => ['path' in one.to ? one.to : `${one.to.end} ${one.to.to}`, one]),
  ).values(),
]

const leadingRound = (routes: ReadonlyMap<Visit, Visit[]>): Set<Visit> => {
  const rest = new Set(routes.keys())
  const leadsOn = (visit: Visit) => visit.transitions.some(({ to }) => 'path' in to && rest.has(to))
  for (let shrank = true; shrank; ) {
    shrank = false
    for (const visit of [...rest].toReversed()) if (!leadsOn(visit)) shrank = rest.delete(visit)
    const ledTo = new Set([...rest].flatMap(({ transitions }) => transitions.map(({ to }) => to)))
    for (const visit of rest) if (!ledTo.has(visit)) shrank = rest.delete(visit)
  }
  return rest
}

const circleFrom = (start: Visit, isRound: ReadonlySet<Visit>): Visit[] | undefined => {
  const routes = new Map<Visit, Visit[]>([[start, [start]]])
  for (const [here, route] of routes)
    for (const { to } of here.transitions) {
      if (to === start) return route
      if ('path' in to && isRound.has(to) && !routes.has(to)) routes.set(to, [...route, to])
    }
  return undefined
}

/** Circles of the graph, each from its visit nearest to the start; of those that share a visit, one. */
export const circles = (routes: ReadonlyMap<Visit, Visit[]>): Visit[][] => {
  const found: Visit[][] = []
  const told = new Set<Visit>()
  const round = leadingRound(routes)
  for (const visit of round) {
    if (told.has(visit) || found.length >= 20) continue
    const circle = circleFrom(visit, round)
    if (circle) found.push(circle)
    for (const one of circle ?? []) told.add(one)
  }
  return found
}

/** A number for a visit made of those it leads to; not recursive, since a route may be thousands of visits long. */
type Made = (visit: Visit, onward: Transition[], of: (to: Visit) => number) => number
const folded = (first: Visit, round: number, made: Made) => {
  const known = new Map<Visit, number>()
  const done = new Set<Visit>()
  const open = [first]
  for (let visit = open.at(-1); visit; visit = open.at(-1)) {
    const onward = distinct(visit)
    if (!known.has(visit)) {
      known.set(visit, round)
      for (const { to } of onward) if ('path' in to && !known.has(to)) open.push(to)
      continue
    }
    open.pop()
    const number = done.has(visit) ? known.get(visit)! : made(visit, onward, (to) => known.get(to)!)
    known.set(visit, number)
    done.add(visit)
  }
  return known.get(first)!
}

/** How many journeys there are, without listing them; none can be counted (`Infinity`) where a route leads back. */
export const journeyCount = (first: Visit): number =>
  folded(first, Number.POSITIVE_INFINITY, (_, onward, of) =>
    onward.reduce((sofar, { to }) => sofar + ('path' in to ? of(to) : 1), 0),
  )

/** The most questions any one guest with their party is asked; of a route that leads back, once round. */
export const mostQuestions = (first: Visit): number =>
  folded(
    first,
    0,
    ({ asks }, onward, of) => asks.length + Math.max(0, ...onward.map(({ to }) => ('path' in to ? of(to) : 0))),
  )
