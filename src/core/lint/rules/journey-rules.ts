import { covers } from '../../flow/arms'
import { error, journeyOf, type LintContext, type LintRule, stepAt } from '../findings'
import { mayKnow } from '../routes'
import { type Visit, visitsMidway } from '../walk'
import { endings } from './endings'
import { wholePeople } from './whole-people'

const visitsAt = ({ routes }: LintContext, path: string) => [...routes.keys()].filter((visit) => visit.path === path)
const shortestTo = (context: LintContext, path = '') => {
  const [nearest] = visitsAt(context, path)
  return nearest && journeyOf(context.routes.get(nearest)!)
}

/** A condition looks only at answers some journey has given by then. */
const askedLater: LintRule = (context) => {
  const { routes, clauses, flow } = context
  const may = mayKnow(routes)
  const askedAnywhere = new Set([...routes.keys()].flatMap(({ asks }) => asks))
  return clauses.flatMap(({ at, when, name, path, kind, who }, index) => {
    const guard = flow.guards[index]
    const here = path ? [path] : Object.keys(flow.steps).filter((step) => guard && covers(guard.at, step))
    const visits = here.flatMap((step) => visitsAt(context, step))
    const isHere = visits.length && (!who || visits.some((visit) => visit.who === who))
    if (kind === 'back' || !isHere) return []
    const isLater = (field: string) => askedAnywhere.has(field) && !visits.some((visit) => may.get(visit)!.has(field))
    const rule = kind === 'guest' ? 'guestAskedLater' : 'askedLater'
    return Object.entries(when ?? {})
      .filter(([short, expected]) => typeof expected !== 'boolean' && isLater(name(short)))
      .map(([field]) => error(rule, `${at}/when/${field}`, { field }, shortestTo(context, path)))
  })
}

/** Every arm is taken on some journey, or by a guest who comes back or arrives at a screen off the journey. */
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
  // Of the steps off the journey those with such an arm first: they may be enough.
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

/** Back leads to a step from which the guest can have come, and from which one can go back further. */
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
  /** Whether every journey to a step passes another. */
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

/** The rules about the roads: what can be seen only by walking all journeys. */
export const journeyRules: LintRule[] = [askedLater, deadArms, unreached, endings, backLinks, wholePeople]
