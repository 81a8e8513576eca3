import { covers } from '../../flow/arms'
import { error, type LintContext, type LintRule, stepAt } from '../findings'
import { mayKnow } from '../routes'
import { type Visit, visitsMidway } from '../walk'
import { endings } from './endings'

/** The visits of a step, the nearest to the start first. */
const visitsAt = ({ routes }: LintContext, path: string) => [...routes.keys()].filter((visit) => visit.path === path)
const shortestTo = (context: LintContext, path?: string) => {
  const [nearest] = path ? visitsAt(context, path) : []
  return nearest ? { journey: context.routes.get(nearest)!.map((step) => step.path) } : {}
}

/** A condition looks only at answers some journey has given by then. */
const askedLater: LintRule = (context) => {
  const may = mayKnow(context.routes)
  const askedAnywhere = new Set([...context.routes.keys()].flatMap(({ asks }) => asks))
  const about = (path: string) => new Set([undefined, ...visitsAt(context, path).map(({ who }) => who)])
  const known = (paths: string[]) =>
    new Set(paths.flatMap((path) => visitsAt(context, path)).flatMap((visit) => [...may.get(visit)!]))
  return context.clauses.flatMap(({ at, when, name, path, kind, who }, index) => {
    if (kind === 'back' || (who && !about(path!).has(who))) return []
    const guard = context.flow.guards[index]
    const here = path ? [path] : Object.keys(context.flow.steps).filter((step) => guard && covers(guard.at, step))
    const sofar = known(here)
    if (!here.some((step) => visitsAt(context, step).length)) return []
    return Object.entries(when ?? {})
      .filter(
        ([short, expected]) =>
          typeof expected !== 'boolean' && askedAnywhere.has(name(short)) && !sofar.has(name(short)),
      )
      .map(([short]) =>
        error(
          kind === 'guest' ? 'guestAskedLater' : 'askedLater',
          `${at}/when/${short}`,
          { field: short },
          shortestTo(context, path),
        ),
      )
  })
}

/** Every arm is taken on some journey, or by a guest who comes back or arrives at a screen off the journey. */
const deadArms: LintRule = (context) => {
  const steps = Object.entries(context.flow.steps).filter(([path]) => visitsAt(context, path).length)
  const arms = steps.flatMap(([path, { next }]) =>
    next.map((_, i) => ({ path, at: `${stepAt(path)}/next/${i}`, always: next.slice(0, i).some(({ when }) => !when) })),
  )
  const offJourney = [
    ...new Set([
      ...context.flow.exceptions.map(({ at }) => at),
      ...context.clauses.filter(({ kind }) => kind === 'back').map(({ to }) => String(to)),
    ]),
  ].filter((path) => context.flow.steps[path])
  const untaken = new Set(arms.map(({ at }) => at))
  /** Takes the arms of visits, as long as there are others. */
  const take = (visits: Iterable<Visit>) => {
    for (const { transitions } of visits) {
      for (const { via } of transitions) for (const at of via) untaken.delete(at)
      if (!untaken.size) return
    }
  }
  take(context.routes.keys())
  const isOpen = (path: string) => arms.some((arm) => arm.path === path && untaken.has(arm.at))
  if (untaken.size) {
    const [open, others] = [offJourney.filter(isOpen), offJourney.filter((path) => !isOpen(path))]
    take(visitsMidway(context.flow, [...open, ...others]))
  }
  return arms
    .filter(({ at }) => untaken.has(at))
    .map(({ path, at, always }) =>
      error(always ? 'armAfterAlways' : 'armNeverHolds', at, {}, shortestTo(context, path)),
    )
}

/** Every step is on some journey. */
const unreached: LintRule = (context) =>
  Object.keys(context.flow.steps)
    .filter((path) => !visitsAt(context, path).length)
    .map((path) => error('unreached', stepAt(path), { path }))

/**
 * Back leads to a step from which the guest can have come, and which has a way back itself: said, or the step before
 * it on every journey that comes here.
 */
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
  /** Whether every journey that comes to a step has passed another: without that one the step cannot be reached. */
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
export const journeyRules: LintRule[] = [askedLater, deadArms, unreached, endings, backLinks]
