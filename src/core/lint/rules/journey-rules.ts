import { furtherGuest, partyFlag } from '../../../../schema/guest'
import type { Flow, SetWords } from '../../../../schema/steps'
import { copiedFrom, covers } from '../../flow/arms'
import { fieldNamesOf } from '../../flow/fields'
import { isNumbered, isRepeated } from '../../flow/further-guests'
import { nameResolver } from '../../flow/names'
import { type Clause, pointer } from '../domains'
import { error, type Finding, firstOfEach, journeyOf, type LintContext, type LintRule, stepAt } from '../findings'
import { circles, fieldsAskedBefore } from '../routes'
import { type End, type Transition, type Visit, visitsMidway, walkLimit } from '../walk'
import { wholePeople } from './whole-people'

/*
 * The walk follows one further guest; these rules make its result true of all: a section writes and reads only its own
 * guest's answers, the rest of the flow reads only whether the fourth guest came, the same for every larger party.
 */

const own = nameResolver(furtherGuest)
const sourcesOf = (set: SetWords = {}) => Object.values(set).flatMap((value) => copiedFrom(value) ?? [])

/** The step that asks whether one more guest comes. */
const entryOf = ({ steps }: Flow) =>
  Object.keys(steps).find((path) => isRepeated(steps[path]!) && steps[path]!.guest !== furtherGuest)

const isInside = ({ steps }: Flow, path: unknown) =>
  typeof path === 'string' && steps[path] !== undefined && isRepeated(steps[path])

/** Checks that the paths of the section, and no others, have the guest's number. */
const badPaths = (flow: Flow): Finding[] =>
  Object.keys(flow.steps).flatMap((path) => {
    const keyword = isInside(flow, path) ? !isNumbered(path) && 'lacks' : /guest-\d+(-|$)/.test(path) && 'taken'
    return keyword ? [error('repeatPath', stepAt(path), { path, keyword })] : []
  })

/** Checks that the section's steps run no effect, and ask and write only their guest's fields. */
const shared = (flow: Flow): Finding[] =>
  Object.entries(flow.steps).flatMap(([path, step]) => {
    if (!isRepeated(step)) return []
    const writes = step.next.flatMap(({ set }) => Object.keys(set ?? {}))
    const others = [...fieldNamesOf(step), ...writes].filter((field) => !isNumbered(own(field)))
    return [...others, ...(step.do ? [step.do] : [])].map((field) =>
      error('repeatShared', stepAt(path), { field, path }),
    )
  })

const isOfSection = (flow: Flow, { path, at, kind }: Clause) =>
  kind === 'guard' ? isNumbered(flow.guards[Number(at.split('/').at(-1))]?.at ?? '') : isInside(flow, path)

/** Checks that conditions outside the section read only whether the fourth guest came, and write none of its fields. */
const outside = (flow: Flow, clause: Clause): Finding[] => {
  const { at, when, set, name, path = '' } = clause
  const written = Object.keys(set ?? {}).map(name)
  if (isOfSection(flow, clause))
    return written.filter((field) => !isNumbered(field)).map((field) => error('repeatShared', at, { field, path }))
  return Object.keys(when ?? {})
    .map(name)
    .filter((field) => field !== partyFlag(furtherGuest))
    .concat(sourcesOf(set).map(name), written)
    .filter(isNumbered)
    .map((field) => error('repeatRead', at, { field }))
}

/** Checks that no definition outside the section depends on a further guest's answer. */
const defaults = ({ fields }: Flow): Finding[] =>
  Object.entries(fields).flatMap(([name, { default: ready, forgets = [] }]) => {
    const from = Array.isArray(ready) ? ready.flatMap((one) => (typeof one === 'string' ? [] : one.from)) : []
    const read = [...from, ...forgets].filter((field) => isNumbered(field) && !isNumbered(name))
    return read.map((field) => error('repeatRead', `/fields/${pointer(name)}`, { field }))
  })

/** Checks that the section is entered at its question, and that `again` leads there from inside. */
const joins = (flow: Flow, { at, path, to, kind, again }: Clause): Finding[] => {
  if (kind === 'back' || typeof to !== 'string') return []
  const entry = entryOf(flow)
  const [isFromInside, isToInside] = [isInside(flow, path), isInside(flow, to)]
  if (again && !(isFromInside && path !== entry && to === entry)) return [error('repeatOutside', at, { path: to })]
  return isToInside && to !== entry && !isFromInside ? [error('repeatEntered', at, { path: to })] : []
}

/** Checks that the proof of one further guest holds for all of them. */
const repeatRules: LintRule = ({ flow, clauses }) => [
  ...badPaths(flow),
  ...shared(flow),
  ...defaults(flow),
  ...clauses.flatMap((clause) => [...outside(flow, clause), ...joins(flow, clause)]),
]

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

const visitsAt = ({ routes }: LintContext, path: string) => [...routes.keys()].filter((visit) => visit.path === path)
const shortestTo = (context: LintContext, path = '') => {
  const [nearest] = visitsAt(context, path)
  return nearest && journeyOf(context.routes.get(nearest)!)
}

/** Checks that a condition reads only answers that a journey can have given. */
const askedLater: LintRule = (context) => {
  const { routes, clauses, flow } = context
  const may = fieldsAskedBefore(routes)
  const askedAnywhere = new Set([...routes.keys()].flatMap(({ asks }) => asks))
  return clauses.flatMap(({ at, when, name, path, kind, who }, index) => {
    const guard = flow.guards[index]
    const paths = path ? [path] : Object.keys(flow.steps).filter((step) => guard && covers(guard.at, step))
    const visits = paths.flatMap((step) => visitsAt(context, step))
    const isHere = visits.length && (!who || visits.some((visit) => visit.who === who))
    if (kind === 'back' || !isHere) return []
    const isLater = (field: string) => askedAnywhere.has(field) && !visits.some((visit) => may.get(visit)!.has(field))
    const rule = kind === 'guest' ? 'guestAskedLater' : 'askedLater'
    return Object.entries(when ?? {})
      .filter(([short, expected]) => typeof expected !== 'boolean' && isLater(name(short)))
      .map(([field]) => error(rule, `${at}/when/${field}`, { field }, shortestTo(context, path)))
  })
}

/** Checks that every arm is taken on a journey, or by a guest who returns to a step or opens one off the journey. */
const deadArms: LintRule = (context) => {
  const steps = Object.entries(context.flow.steps).filter(([path]) => visitsAt(context, path).length)
  const arms = steps.flatMap(([path, { next }]) =>
    next.map((_, i) => ({ path, at: `${stepAt(path)}/next/${i}`, always: next.slice(0, i).some(({ when }) => !when) })),
  )
  const backs = context.clauses.filter(({ kind }) => kind === 'back').map(({ to }) => String(to))
  const offJourney = new Set([...context.flow.exceptions.map(({ at }) => at), ...backs])
  const untaken = new Set(arms.map(({ at }) => at))
  const take = (visits: Iterable<Visit>) => {
    for (const { transitions } of visits) {
      for (const { via } of transitions) for (const at of via) untaken.delete(at)
      if (!untaken.size) return
    }
  }
  take(context.routes.keys())
  const isOpen = (path: string) => arms.some((arm) => arm.path === path && untaken.has(arm.at))
  // Start with the steps that have such an arm: they may be enough.
  const starts = [...offJourney].filter((path) => context.flow.steps[path])
  const inOrder = starts.toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)))
  if (untaken.size) take(visitsMidway(context.flow, inOrder))
  return arms
    .filter(({ at }) => untaken.has(at))
    .map(({ path, at, always }) =>
      error(always ? 'armAfterAlways' : 'armNeverHolds', at, {}, shortestTo(context, path)),
    )
}

const unreached: LintRule = (context) =>
  Object.keys(context.flow.steps)
    .filter((path) => !visitsAt(context, path).length)
    .map((path) => error('unreached', stepAt(path), { path }))

/** Checks that Back leads to a step that leads here and has a way further back. */
const backLinks: LintRule = ({ flow, clauses, first }) => {
  const leads = new Map<string, Set<string>>()
  const lead = (from: string, to: unknown) =>
    typeof to === 'string' && (leads.get(from) ?? leads.set(from, new Set()).get(from)!).add(to)
  for (const { path, to, kind } of clauses) if (path && kind === 'next') lead(path, to)
  for (const guard of flow.guards)
    for (const path of Object.keys(flow.steps)) if (covers(guard.at, path)) lead(path, guard.to)
  const leadsTo = (from: string, to: string) => {
    const seen = new Set([from])
    for (const path of seen) for (const next of leads.get(path) ?? []) seen.add(next)
    return seen.has(to)
  }
  const isPassed = (through: string, path: string) => {
    const seen = new Set(first.path === through ? [] : [first])
    for (const visit of seen)
      for (const { to } of visit.transitions) if ('path' in to && to.path !== through) seen.add(to)
    return ![...seen].some((visit) => visit.path === path)
  }
  return clauses.flatMap(({ at, path, to, kind }) => {
    if (kind !== 'back' || !path || typeof to !== 'string' || !flow.steps[to]) return []
    if (!leadsTo(to, path)) return [error('backIsNoWayIn', `${at}/to`, { path: to })]
    return flow.steps[to].back || isPassed(to, path) ? [] : [error('backIsDeadEnd', stepAt(to), { path })]
  })
}

/** The rules that need a walk of all journeys. */
export const journeyRules: LintRule[] = [askedLater, deadArms, unreached, endings, backLinks, repeatRules, wholePeople]
