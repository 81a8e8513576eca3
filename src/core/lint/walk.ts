import type { Who } from '../../../schema/guest'
import type { Arm, Flow, Step, When } from '../../../schema/steps'
import { rules } from '../../../schema/vocabulary'
import { changesOf, covers, guestOf, holds, targetOf, withChanges } from '../flow/arms'
import type { Facts } from '../flow/facts'
import { definitionOf, fieldNamesOf, fieldsAskedIn } from '../flow/fields'
import { type NameResolver, nameResolver } from '../flow/names'
import { answerClasses, clausesOf, comparedValues, domainOf, pointer } from './domains'

/** A step as a journey visits it: who it is about, and every transition from it. */
export type Visit = { path: string; who?: Who; asks: string[]; transitions: Transition[] }

/** One way on: the answers that decide it, the guards and the arm taken (JSON pointers), and where it leads. */
export type Transition = { facts: Facts; via: string[]; to: Visit | End }

/** Where a journey ends: at an address that is no step, with no arm to take, among guards that send it round, or where there are too many to go on. */
export type End = { end: 'outside' | 'stuck' | 'endless' | 'many'; to?: string }

/** One way through the whole flow. */
export type Journey = { visits: Visit[]; facts: Facts; via: string[]; end: End }

/** The most visits and the most journeys walked: a flow with more has a road that leads back, or so many turns that nobody could follow it. */
export const walkLimit = 20_000

/** An answer given but not yet looked at by any condition. */
const undecided = '?'
const fullNames: NameResolver = (name) => name

/** For each step, the facts that some condition on it or after it looks at: nothing else can make two arrivals differ. */
const liveFacts = (flow: Flow): Map<string, Set<string>> => {
  const live = new Map(Object.keys(flow.steps).map((path) => [path, new Set<string>()]))
  const leads = new Map<string, Set<string>>()
  const note = (path: string, when: When | undefined, name: NameResolver, to: unknown) => {
    for (const fact of Object.keys(when ?? {})) live.get(path)?.add(name(fact))
    if (to && typeof to === 'object' && 'from' in to) live.get(path)?.add(String(to.from))
    if (typeof to === 'string' && flow.steps[to]) (leads.get(path) ?? leads.set(path, new Set()).get(path)!).add(to)
  }
  for (const { path, when, name, to, kind } of clausesOf(flow)) if (path && kind !== 'back') note(path, when, name, to)
  for (const path of live.keys())
    for (const guard of flow.guards) if (covers(guard.at, path)) note(path, guard.when, fullNames, guard.to)
  for (let grew = true; grew; ) {
    grew = false
    for (const [path, nexts] of leads)
      for (const next of nexts)
        for (const fact of live.get(next)!) if (!live.get(path)!.has(fact)) grew = Boolean(live.get(path)!.add(fact))
  }
  return live
}

/**
 * The whole journey as a finite graph: an answer splits the road only where a condition looks at it, and only into the values
 * some condition names and "any other". Conditions cannot compute, so this is all there is. A walk from elsewhere than the start
 * (`midway`) is of a guest who comes back there: any answer may already have been given.
 */
export const walk = (flow: Flow, start = '/', midway = false): Visit => {
  const named = comparedValues(flow)
  const live = liveFacts(flow)
  const questions = fieldsAskedIn(flow)
  const written = new Set(clausesOf(flow).flatMap(({ set, name }) => Object.keys(set ?? {}).map(name)))
  const given = (fact: string) => questions.has(fact) || written.has(fact)
  const visits = new Map<string, Visit>()
  /** The visits whose transitions are still to be looked for: one after the other, since a road that leads back can make thousands. */
  const unopened: (() => void)[] = []

  const unknownIn = (when: When | undefined, known: Facts, name: NameResolver) =>
    Object.keys(when ?? {})
      .map(name)
      .find((fact) => known[fact] === undecided || (!(fact in known) && (midway || !given(fact)) && fact !== 'outcome'))

  const openAt = (step: Step | undefined, known: Facts): string | undefined => {
    if (!step) return undefined
    for (const { when } of typeof step.guest === 'object' ? step.guest : []) {
      const fact = unknownIn(when, known, fullNames)
      if (fact) return fact
      if (holds(when, known)) break
    }
    const name = nameResolver(guestOf(step, known))
    const listed = fieldNamesOf(step).map(name)
    const earlier = (when: When | undefined) =>
      Object.fromEntries(Object.entries(when ?? {}).filter(([fact]) => !listed.includes(name(fact))))
    return listed.map((field) => unknownIn(earlier(definitionOf(flow, field)?.when), known, name)).find(Boolean)
  }

  const valuesOf = (fact: string) => {
    const domain = domainOf(flow, fact) ?? { free: true }
    const free = domain.free || (midway && given(fact))
    return answerClasses({ ...domain, free }, named.get(fact) ?? new Set())
  }

  const arrive = (path: string, known: Facts, decided: Facts, via: string[]): Transition[] => {
    for (const [i, guard] of flow.guards.entries()) {
      if (!covers(guard.at, path)) continue
      const fact = unknownIn(guard.when, known, fullNames)
      if (fact)
        return valuesOf(fact).flatMap((value) =>
          arrive(path, { ...known, [fact]: value }, { ...decided, [fact]: value }, via),
        )
      if (!holds(guard.when, known)) continue
      if (via.length > flow.guards.length) return [{ facts: decided, via, to: { end: 'endless', to: path } }]
      return arrive(guard.to, { ...known, ...withChanges({}, changesOf(guard.set, known)) }, decided, [
        ...via,
        `/guards/${i}`,
      ])
    }
    const fact = openAt(flow.steps[path], known)
    if (fact)
      return valuesOf(fact).flatMap((value) =>
        arrive(path, { ...known, [fact]: value }, { ...decided, [fact]: value }, via),
      )
    const to = !flow.steps[path]
      ? { end: 'outside' as const, to: path }
      : visits.size < walkLimit
        ? stand(path, known)
        : { end: 'many' as const, to: path }
    return [{ facts: decided, via, to }]
  }

  const leave = (
    path: string,
    arms: readonly Arm[],
    name: NameResolver,
    known: Facts,
    decided: Facts,
    otherwise?: End['end'],
  ): Transition[] => {
    for (const [i, arm] of arms.entries()) {
      const fact = unknownIn(arm.when, known, name)
      if (fact)
        return valuesOf(fact).flatMap((value) =>
          leave(path, arms, name, { ...known, [fact]: value }, { ...decided, [fact]: value }, otherwise),
        )
      if (!holds(arm.when, known, name)) continue
      const via = [`/steps/${pointer(path)}/next/${i}`]
      const next: Facts = { ...known, ...withChanges({}, changesOf(arm.set, known, name)), outcome: undefined }
      const to = targetOf(arm, next)
      return to?.startsWith('/')
        ? arrive(to, next, decided, via)
        : [{ facts: decided, via, to: { end: 'outside', ...(to && { to }) } }]
    }
    return otherwise ? [{ facts: decided, via: [], to: { end: otherwise } }] : []
  }

  const stand = (path: string, known: Facts): Visit => {
    const step = flow.steps[path]!
    const relevant: Facts = Object.fromEntries(
      Object.entries(known)
        .filter(([fact]) => live.get(path)!.has(fact))
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    )
    const key = `${path} ${JSON.stringify(Object.entries(relevant))}`
    const old = visits.get(key)
    if (old) return old
    const who = guestOf(step, relevant)
    const name = nameResolver(who)
    const listed = fieldNamesOf(step).map(name)
    const now: Facts = { ...relevant, ...Object.fromEntries(listed.map((field) => [field, undecided])) }
    const shows = (when: When | undefined) => unknownIn(when, now, name) !== undefined || holds(when, now, name)
    const asks = listed.filter((field) => shows(definitionOf(flow, field)?.when))
    const here: Visit = { path, asks, transitions: [], ...(who && { who }) }
    visits.set(key, here)
    const effect = step.do && rules[step.do]
    // Whom the end of a check-in sends nowhere stays on its receipt; anybody else would be left standing.
    const open = () =>
      effect
        ? effect.outcomes.flatMap((outcome, i) =>
            leave(
              path,
              step.next,
              name,
              { ...now, outcome },
              { outcome },
              i ? undefined : effect.ends ? 'outside' : 'stuck',
            ),
          )
        : leave(path, step.next, name, now, {}, 'stuck')
    unopened.push(() => void (here.transitions = open()))
    return here
  }

  const [first] = arrive(start, {}, {}, [])
  for (const open of unopened) open()
  return first && 'path' in first.to ? first.to : { path: start, asks: [], transitions: first ? [first] : [] }
}

/** every visit of a walk, nearest first, each with the shortest way to it. */
export const shortestRoutes = (first: Visit): Map<Visit, Visit[]> => {
  const transitions = new Map<Visit, Visit[]>([[first, [first]]])
  for (const [here, route] of transitions)
    for (const { to } of here.transitions) if ('path' in to && !transitions.has(to)) transitions.set(to, [...route, to])
  return transitions
}

/** The transitions of a stand that differ in where they lead; of several to one place, the first. */
const distinct = ({ transitions }: Visit) => [
  ...new Map(
    transitions
      .toReversed()
      .map((transition) => [
        'path' in transition.to ? transition.to : `${transition.to.end} ${transition.to.to}`,
        transition,
      ]),
  ).values(),
]

/** Every journey, each once; one that comes back to a stand it has left is `endless`, and after the most there may be comes one that is `many`. */
export const journeys = (first: Visit): Journey[] => {
  const found: Journey[] = []
  const transitions = new Map<Visit, Transition[]>()
  const waysOf = (here: Visit) => transitions.get(here) ?? transitions.set(here, distinct(here)).get(here)!
  const go = (here: Visit, visits: Visit[], gone: Transition[]) => {
    for (const transition of waysOf(here)) {
      if (found.length >= walkLimit) return
      const along = [...gone, transition]
      const journey = (visits: Visit[], end: End) =>
        found.push({
          visits,
          end,
          facts: Object.assign({}, ...along.map(({ facts }) => facts)),
          via: along.flatMap(({ via }) => via),
        })
      if (!('path' in transition.to)) journey(visits, transition.to)
      else if (visits.includes(transition.to))
        journey([...visits, transition.to], { end: 'endless', to: transition.to.path })
      else go(transition.to, [...visits, transition.to], along)
    }
  }
  go(first, [first], [])
  return found.length < walkLimit
    ? found
    : [...found, { visits: [first], facts: {}, via: [], end: { end: 'many', to: first.path } }]
}
