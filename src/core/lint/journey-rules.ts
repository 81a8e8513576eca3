import { fieldOf } from '../../../schema/checkin'
import { guests, type Who } from '../../../schema/guest'
import { covers, shortOf } from '../flow/route'
import { error, type Finding, type House, type Rule, stepAt } from './findings'
import { most, reached, type Stand, walk } from './walk'

const standsAt = ({ ways }: House, path: string) => [...ways.keys()].filter((stand) => stand.path === path)
const shortest = (house: House, path: string) =>
  standsAt(house, path)
    .map((stand) => house.ways.get(stand)!.map((step) => step.path))
    .sort((a, b) => a.length - b.length)[0]
const way = (house: House, path?: string) => {
  const journey = path && shortest(house, path)
  return journey ? { journey } : {}
}

/** A condition looks only at answers some journey has given by then. */
const askedLater: Rule = (house) => {
  const may = new Map<Stand, Set<string>>()
  for (const stand of house.ways.keys()) may.set(stand, new Set(stand.asks))
  for (let grew = true; grew; ) {
    grew = false
    for (const [stand, known] of may)
      for (const { to } of stand.ways)
        if ('path' in to) for (const fact of known) if (!may.get(to)!.has(fact)) grew = Boolean(may.get(to)!.add(fact))
  }
  const askedAnywhere = new Set([...house.ways.keys()].flatMap(({ asks }) => asks))
  const about = (path: string) => new Set([undefined, ...standsAt(house, path).map(({ who }) => who)])
  const known = (paths: string[]) =>
    new Set(paths.flatMap((path) => standsAt(house, path)).flatMap((stand) => [...may.get(stand)!]))
  return house.places.flatMap(({ at, when, name, path, kind, asks }, index) => {
    if (kind === 'back' || (asks && !about(path!).has(shortOf(asks).who))) return []
    const guard = house.flow.guards[index]
    const here = path ? [path] : Object.keys(house.flow.steps).filter((step) => guard && covers(guard.at, step))
    const sofar = known(here)
    if (!here.some((step) => standsAt(house, step).length)) return []
    return Object.entries(when ?? {})
      .filter(
        ([short, expected]) =>
          typeof expected !== 'boolean' && askedAnywhere.has(name(short)) && !sofar.has(name(short)),
      )
      .map(([short]) => error('askedLater', `${at}/when/${short}`, { field: short }, way(house, path)))
  })
}

/** Every arm is taken on some journey, or by a guest who comes back or arrives at a screen off the journey. */
const deadArms: Rule = (house) => {
  const steps = Object.entries(house.flow.steps).filter(([path]) => standsAt(house, path).length)
  const arms = steps.flatMap(([path, { next }]) =>
    next.map((_, i) => ({ path, at: `${stepAt(path)}/next/${i}`, always: next.slice(0, i).some(({ when }) => !when) })),
  )
  const asides = [
    ...new Set([
      ...house.flow.exceptions.map(({ at }) => at),
      ...house.places.filter(({ kind }) => kind === 'back').map(({ to }) => String(to)),
    ]),
  ].filter((path) => house.flow.steps[path])
  const untaken = new Set(arms.map(({ at }) => at))
  const take = (stands: Iterable<Stand>) => {
    for (const { ways } of stands) for (const { via } of ways) for (const at of via) untaken.delete(at)
  }
  take(house.ways.keys())
  const isOpen = (path: string) => arms.some((arm) => arm.path === path && untaken.has(arm.at))
  for (const path of [...asides.filter(isOpen), ...asides.filter((path) => !isOpen(path))])
    if (untaken.size) take(reached(walk(house.flow, path, true)).keys())
  return arms
    .filter(({ at }) => untaken.has(at))
    .map(({ path, at, always }) => error(always ? 'armAfterAlways' : 'armNeverHolds', at, {}, way(house, path)))
}

/** Every step is on some journey. */
const unreached: Rule = (house) =>
  Object.keys(house.flow.steps)
    .filter((path) => !standsAt(house, path).length)
    .map((path) => error('unreached', stepAt(path), { path }))

/** Where a journey goes round: the step that leads back, and the one it leads back to, which is the nearest to the start. */
const round = (house: House, stands: Stand[]) => {
  const circle = stands.slice(stands.indexOf(stands.at(-1)!), -1).map(({ path }) => path)
  const away = circle.map((path) => shortest(house, path)!.length)
  const first = away.indexOf(Math.min(...away))
  return { from: circle.at(first - 1)!, to: circle[first]! }
}

/** Every journey ends: nobody is left without a way on, goes round, or is sent round by guards; and they can be counted. */
export const endings: Rule = (house) => {
  const first = new Map<string, Finding>()
  const note = (found: Finding) =>
    first.has(`${found.rule} ${found.at}`) || first.set(`${found.rule} ${found.at}`, found)
  const seen = new Set<Stand>()
  for (const { end, stands, via } of house.journeys
    .filter(({ end }) => end.end !== 'outside')
    .sort((a, b) => a.stands.length - b.stands.length)) {
    const last = stands.at(-1)!
    if (seen.has(last)) continue
    seen.add(last)
    const journey = stands.map(({ path }) => path)
    const guards = via.slice(-house.flow.guards.length).filter((at) => at.startsWith('/guards/'))
    if (end.end === 'many') note(error('many', stepAt(end.to!), { path: end.to!, count: String(most) }))
    else if (end.end === 'stuck') note(error('stuck', stepAt(last.path), { path: last.path }, { journey }))
    else if (stands.indexOf(last) < stands.length - 1) {
      const { from, to } = round(house, stands)
      note(error('endless', stepAt(from), { path: to }, { journey }))
    } else note(error('guardLoop', guards.sort()[0]!, { path: end.to! }, { journey }))
  }
  return [...first.values()]
}

/** Back leads to a step from which the guest can have come, and which has a way back itself: said, or the step before it on every journey that comes here. */
const backLinks: Rule = ({ flow, places, journeys }) => {
  const leads = new Map<string, Set<string>>()
  const lead = (from: string, to: unknown) =>
    typeof to === 'string' && (leads.get(from) ?? leads.set(from, new Set()).get(from)!).add(to)
  for (const { path, to, kind } of places) if (path && kind === 'next') lead(path, to)
  for (const guard of flow.guards)
    for (const path of Object.keys(flow.steps)) if (covers(guard.at, path)) lead(path, guard.to)
  const reaches = (from: string, to: string) => {
    const seen = new Set([from])
    for (const path of seen) for (const next of leads.get(path) ?? []) seen.add(next)
    return seen.has(to)
  }
  const roads = journeys.map(({ stands }) => stands.map(({ path }) => path))
  const isPassed = (to: string, path: string) =>
    roads.every((road) => !road.includes(path) || road.slice(0, road.indexOf(path)).includes(to))
  return places.flatMap(({ at, path, to, kind }) => {
    if (kind !== 'back' || !path || typeof to !== 'string' || !flow.steps[to]) return []
    if (!reaches(to, path)) return [error('backIsNoWayIn', `${at}/to`, { path: to })]
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
  house: House,
  who: Who | 'stay',
  field: string,
  writes: Map<string, string[]>,
): Stand[] | undefined => {
  const [start] = house.ways.keys()
  const queue = [{ stand: start!, route: [start!], present: false, sent: false }]
  const seen = new Map<Stand, Set<string>>()
  for (const { stand, route, ...so } of queue) {
    if (stand.asks.includes(field)) continue
    const present = so.present || who === 'stay' || stand.who === who
    const sent = so.sent || house.flow.steps[stand.path]?.do === 'submit'
    for (const { via, to } of stand.ways) {
      if (via.some((at) => writes.get(at)?.includes(field))) continue
      if (!('path' in to)) {
        if (to.end === 'outside' && present && sent) return route
        continue
      }
      const key = `${present} ${sent}`
      const keys = seen.get(to) ?? seen.set(to, new Set()).get(to)!
      if (!keys.has(key)) queue.push({ stand: to, route: [...route, to], present, sent })
      keys.add(key)
    }
  }
  return undefined
}

/** Every finished journey asks or derives what the law's files need of the guests on it. */
const unrecorded: Rule = (house) => {
  const writes = new Map<string, string[]>()
  for (const { at, set, name } of house.places)
    writes.set(at, [
      ...(writes.get(at) ?? []),
      ...Object.keys(set ?? {})
        .filter((short) => set![short] !== null)
        .map(name),
    ])
  return [...guests, 'stay' as const].flatMap((who) =>
    needed[who].flatMap((short): Finding[] => {
      const field = who === 'stay' ? short : fieldOf(who, short)
      const route = without(house, who, field, writes)
      const place =
        route?.find((stand) =>
          who === 'stay' ? house.flow.steps[stand.path]?.do === 'submit' : stand.asks.includes(fieldOf(who, 'name')),
        ) ?? route?.find((stand) => stand.who === who)
      return route && place
        ? [error('unrecorded', stepAt(place.path), { field }, { journey: route.map(({ path }) => path) })]
        : []
    }),
  )
}

/** The rules about the journeys: what can be seen only by walking them all. */
export const reaches: Rule[] = [askedLater, deadArms, unreached, endings, backLinks, unrecorded]
