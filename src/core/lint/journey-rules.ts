import { fieldOf } from '../../../schema/checkin'
import { guests, type Who } from '../../../schema/guest'
import { covers } from '../flow/arms'
import { shortOf } from '../flow/names'
import { error, type Finding, type LintContext, type LintRule, stepAt } from './findings'
import { shortestRoutes, type Visit, walk, walkLimit } from './walk'

const visitsAt = ({ routes }: LintContext, path: string) => [...routes.keys()].filter((visit) => visit.path === path)
const shortest = (context: LintContext, path: string) =>
  visitsAt(context, path)
    .map((visit) => context.routes.get(visit)!.map((step) => step.path))
    .sort((a, b) => a.length - b.length)[0]
const shortestTo = (context: LintContext, path?: string) => {
  const journey = path && shortest(context, path)
  return journey ? { journey } : {}
}

/** A condition looks only at answers some journey has given by then. */
const askedLater: LintRule = (context) => {
  const may = new Map<Visit, Set<string>>()
  for (const visit of context.routes.keys()) may.set(visit, new Set(visit.asks))
  for (let grew = true; grew; ) {
    grew = false
    for (const [visit, known] of may)
      for (const { to } of visit.transitions)
        if ('path' in to) for (const fact of known) if (!may.get(to)!.has(fact)) grew = Boolean(may.get(to)!.add(fact))
  }
  const askedAnywhere = new Set([...context.routes.keys()].flatMap(({ asks }) => asks))
  const about = (path: string) => new Set([undefined, ...visitsAt(context, path).map(({ who }) => who)])
  const known = (paths: string[]) =>
    new Set(paths.flatMap((path) => visitsAt(context, path)).flatMap((visit) => [...may.get(visit)!]))
  return context.clauses.flatMap(({ at, when, name, path, kind, asks }, index) => {
    if (kind === 'back' || (asks && !about(path!).has(shortOf(asks).who))) return []
    const guard = context.flow.guards[index]
    const here = path ? [path] : Object.keys(context.flow.steps).filter((step) => guard && covers(guard.at, step))
    const sofar = known(here)
    if (!here.some((step) => visitsAt(context, step).length)) return []
    return Object.entries(when ?? {})
      .filter(
        ([short, expected]) =>
          typeof expected !== 'boolean' && askedAnywhere.has(name(short)) && !sofar.has(name(short)),
      )
      .map(([short]) => error('askedLater', `${at}/when/${short}`, { field: short }, shortestTo(context, path)))
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
  const take = (visits: Iterable<Visit>) => {
    for (const { transitions } of visits) for (const { via } of transitions) for (const at of via) untaken.delete(at)
  }
  take(context.routes.keys())
  const isOpen = (path: string) => arms.some((arm) => arm.path === path && untaken.has(arm.at))
  for (const path of [...offJourney.filter(isOpen), ...offJourney.filter((path) => !isOpen(path))])
    if (untaken.size) take(shortestRoutes(walk(context.flow, path, true)).keys())
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

/** Where a journey goes round: the step that leads back, and the one it leads back to, which is the nearest to the start. */
const circleOf = (context: LintContext, visits: Visit[]) => {
  const circle = visits.slice(visits.indexOf(visits.at(-1)!), -1).map(({ path }) => path)
  const away = circle.map((path) => shortest(context, path)!.length)
  const first = away.indexOf(Math.min(...away))
  return { from: circle.at(first - 1)!, to: circle[first]! }
}

/** Every journey ends: nobody is left without a way on, goes round, or is sent round by guards; and they can be counted. */
export const endingsRule: LintRule = (context) => {
  const first = new Map<string, Finding>()
  const note = (found: Finding) =>
    first.has(`${found.rule} ${found.at}`) || first.set(`${found.rule} ${found.at}`, found)
  const seen = new Set<Visit>()
  for (const { end, visits, via } of context.journeys
    .filter(({ end }) => end.end !== 'outside')
    .sort((a, b) => a.visits.length - b.visits.length)) {
    const last = visits.at(-1)!
    if (seen.has(last)) continue
    seen.add(last)
    const journey = visits.map(({ path }) => path)
    const guards = via.slice(-context.flow.guards.length).filter((at) => at.startsWith('/guards/'))
    if (end.end === 'many') note(error('many', stepAt(end.to!), { path: end.to!, count: String(walkLimit) }))
    else if (end.end === 'stuck') note(error('stuck', stepAt(last.path), { path: last.path }, { journey }))
    else if (visits.indexOf(last) < visits.length - 1) {
      const { from, to } = circleOf(context, visits)
      note(error('endless', stepAt(from), { path: to }, { journey }))
    } else note(error('guardLoop', guards.sort()[0]!, { path: end.to! }, { journey }))
  }
  return [...first.values()]
}

/** Back leads to a step from which the guest can have come, and which has a way back itself: said, or the step before it on every journey that comes here. */
const backLinks: LintRule = ({ flow, clauses, journeys }) => {
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
  const paths = journeys.map(({ visits }) => visits.map(({ path }) => path))
  const isPassed = (to: string, path: string) =>
    paths.every((route) => !route.includes(path) || route.slice(0, route.indexOf(path)).includes(to))
  return clauses.flatMap(({ at, path, to, kind }) => {
    if (kind !== 'back' || !path || typeof to !== 'string' || !flow.steps[to]) return []
    if (!leadsTo(to, path)) return [error('backIsNoWayIn', `${at}/to`, { path: to })]
    return flow.steps[to].back || isPassed(to, path) ? [] : [error('backIsDeadEnd', stepAt(to), { path })]
  })
}

/** The fields the police record and the tourism record need of each guest (ManualeWS.pdf Tabella 1; tracciato XML v2.4), and of the stay. */
const needed: Record<Who | 'stay', readonly string[]> = {
  main: [
    'name',
    'lastName',
    'gender',
    'birthDate',
    'birthCountry',
    'birthCity',
    'citizenship',
    'residenceCountry',
    'residenceCity',
    'documentType',
    'documentNumber',
    'documentIssuePlace',
  ],
  second: [
    'name',
    'lastName',
    'gender',
    'birthDate',
    'birthCountry',
    'birthCity',
    'citizenship',
    'residenceCountry',
    'residenceCity',
  ],
  third: [
    'name',
    'lastName',
    'gender',
    'birthDate',
    'birthCountry',
    'birthCity',
    'citizenship',
    'residenceCountry',
    'residenceCity',
  ],
  stay: ['arrivalDate', 'numberOfNights'],
}

/** The shortest finished and sent journey with a guest on it that never comes to know a field. */
const without = (
  context: LintContext,
  who: Who | 'stay',
  field: string,
  writes: Map<string, string[]>,
): Visit[] | undefined => {
  const [start] = context.routes.keys()
  const queue = [{ visit: start!, route: [start!], present: false, sent: false }]
  const seen = new Map<Visit, Set<string>>()
  for (const { visit, route, ...so } of queue) {
    if (visit.asks.includes(field)) continue
    const present = so.present || who === 'stay' || visit.who === who
    const sent = so.sent || context.flow.steps[visit.path]?.do === 'submit'
    for (const { via, to } of visit.transitions) {
      if (via.some((at) => writes.get(at)?.includes(field))) continue
      if (!('path' in to)) {
        if (to.end === 'outside' && present && sent) return route
        continue
      }
      const key = `${present} ${sent}`
      const keys = seen.get(to) ?? seen.set(to, new Set()).get(to)!
      if (!keys.has(key)) queue.push({ visit: to, route: [...route, to], present, sent })
      keys.add(key)
    }
  }
  return undefined
}

/** Every finished journey asks or derives what the law's files need of the guests on it. */
const unrecorded: LintRule = (context) => {
  const writes = new Map<string, string[]>()
  for (const { at, set, name } of context.clauses)
    writes.set(at, [
      ...(writes.get(at) ?? []),
      ...Object.keys(set ?? {})
        .filter((short) => set![short] !== null)
        .map(name),
    ])
  return [...guests, 'stay' as const].flatMap((who) =>
    needed[who].flatMap((short): Finding[] => {
      const field = who === 'stay' ? short : fieldOf(who, short)
      const route = without(context, who, field, writes)
      const place =
        route?.find((visit) =>
          who === 'stay' ? context.flow.steps[visit.path]?.do === 'submit' : visit.asks.includes(fieldOf(who, 'name')),
        ) ?? route?.find((visit) => visit.who === who)
      return route && place
        ? [error('unrecorded', stepAt(place.path), { field }, { journey: route.map(({ path }) => path) })]
        : []
    }),
  )
}

/** The rules about the journeys: what can be seen only by walking them all. */
export const journeyRules: LintRule[] = [askedLater, deadArms, unreached, endingsRule, backLinks, unrecorded]
