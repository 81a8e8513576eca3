import { fieldOf } from '../../../../schema/checkin'
import { guests, type Who } from '../../../../schema/guest'
import type { Flow, SetWords } from '../../../../schema/steps'
import { rules } from '../../../../schema/vocabulary'
import { officialFields, officialFileKinds } from '../../exports/official-fields'
import { definitionOf } from '../../flow/fields'
import type { NameResolver } from '../../flow/names'
import { italy } from '../answer-space'
import { error, type Finding, type LintContext, type LintRule, stepAt } from '../findings'
import type { Transition, Visit } from '../walk'

/** The answer that says whether a guest is in the party; the first always is. */
const partyFlags: Partial<Record<Who | 'stay', string>> = { second: 'addSecondGuest', third: 'addThirdGuest' }

/** The fields the police file and the tourism file need, by guest, and of the stay. */
const needed = Object.fromEntries(
  [...guests, 'stay' as const].map((who) => [
    who,
    [...new Set(officialFileKinds.flatMap((kind) => officialFields[kind][who]))],
  ]),
) as Record<Who | 'stay', string[]>

/** What every guard and arm writes, under full names, by its JSON pointer. */
type Writes = Map<string, { set: SetWords; name: NameResolver }[]>
const writesOf = ({ clauses }: LintContext): Writes => {
  const writes: Writes = new Map()
  for (const { at, set, name } of clauses) if (set) writes.set(at, [...(writes.get(at) ?? []), { set, name }])
  return writes
}

/** Of all writes those of some fields. */
const writesTo = (writes: Writes, fields: ReadonlySet<string>): Writes =>
  new Map(
    [...writes].flatMap(([at, sets]) => {
      const own = sets.filter(({ set, name }) => Object.keys(set).some((short) => fields.has(name(short))))
      return own.length ? [[at, own] as const] : []
    }),
  )

/** The field and every other that a `set` copies into it, directly or through others. */
const sourcesOf = (field: string, writes: Writes) => {
  const sources = new Set([field])
  for (const one of sources)
    for (const { set, name } of [...writes.values()].flat())
      for (const [short, value] of Object.entries(set))
        if (name(short) === one && value && typeof value === 'object') sources.add(name(value.from))
  return sources
}

/**
 * What is known along a route: which of some fields have an answer, whether the guest is in the party, and who was
 * asked about.
 */
type Known = {
  answers: ReadonlySet<string>
  /** Fields whose answer is a country other than Italy on this route. */
  abroad: ReadonlySet<string>
  flag: 'no' | 'maybe' | undefined
  isVisited: boolean
}

const flagAfter = (flag: Known['flag'], name: string | undefined, visit: Visit, { facts }: Transition) => {
  const asked = name && visit.asks.includes(name) ? 'maybe' : flag
  const decided = name ? facts[name] : undefined
  return decided === 'no' ? 'no' : decided === 'yes' ? 'maybe' : asked
}

/** Which of some fields have an answer once a step is left. */
const answersAfter = (
  answers: ReadonlySet<string>,
  sources: ReadonlySet<string>,
  visit: Visit,
  { requires = [] }: Transition,
): ReadonlySet<string> => {
  const isNew = (field: string) => sources.has(field) && !answers.has(field)
  const given = [...visit.requires.filter(isNew), ...requires.filter(isNew)]
  return given.length ? new Set([...answers, ...given]) : answers
}

/** Which of some fields are known to be a country abroad once a step is left. */
const abroadAfter = (
  abroad: ReadonlySet<string>,
  sources: ReadonlySet<string>,
  visit: Visit,
  { facts }: Transition,
): ReadonlySet<string> =>
  new Set(
    [...sources].filter((field) =>
      field in facts ? facts[field] && facts[field] !== italy : abroad.has(field) && !visit.asks.includes(field),
    ),
  )

/** One thing looked for: a field of a guest or of the stay. */
type Search = {
  who: Who | 'stay'
  field: string
  sources: ReadonlySet<string>
  flagName: string | undefined
  /** What guards and arms write of the sources and the flag. */
  writes: Writes
  context: LintContext
}

/** A country stands for a town only where it is known to be abroad. */
const isRightCopy = (flow: Flow, from: string, to: string, abroad: ReadonlySet<string>) =>
  definitionOf(flow, to)?.control !== 'town' || definitionOf(flow, from)?.control !== 'country' || abroad.has(from)

/**
 * What is known after the arm and the guards of a transition have written; a fixed text is nobody's answer but for the
 * stay.
 */
const afterWrites = (
  { who, field, sources, flagName, writes, context }: Search,
  { via }: Transition,
  known: Known,
): Known => {
  const sets = via.flatMap((at) => writes.get(at) ?? [])
  if (!sets.length) return known
  const answers = new Set(known.answers)
  let { flag } = known
  for (const { set, name } of sets) {
    const before = new Set(answers)
    for (const [short, value] of Object.entries(set)) {
      const full = name(short)
      const isKnown =
        value && typeof value === 'object'
          ? before.has(name(value.from)) && isRightCopy(context.flow, name(value.from), full, known.abroad)
          : value !== null && (full !== field || who === 'stay')
      if (sources.has(full)) isKnown ? answers.add(full) : answers.delete(full)
      if (full === flagName) flag = value === 'no' || value === null ? 'no' : 'maybe'
    }
  }
  return { ...known, answers, flag }
}

const isComing = ({ who }: Search, { flag, isVisited }: Known) =>
  who === 'main' || who === 'stay' || flag === 'maybe' || (isVisited && flag !== 'no')

/** A step on a route, with what is known when it is reached and the one before. */
type Reached = { visit: Visit; known: Known; from?: Reached }

const routeTo = (reached: Reached | undefined): Visit[] => (reached ? [...routeTo(reached.from), reached.visit] : [])

const told = ({ answers, abroad, flag, isVisited }: Known, sources: ReadonlySet<string>) =>
  `${[...sources].map((one) => `${answers.has(one)} ${abroad.has(one)}`)} ${flag} ${isVisited}`

/** The shortest route on which a check-in is sent with a guest in it and without the field. */
const routeWithout = (search: Search): Visit[] | undefined => {
  const { context, sources, field, who, flagName } = search
  const start: Known = { answers: new Set(), abroad: new Set(), flag: undefined, isVisited: false }
  const queue: Reached[] = [{ visit: context.first, known: start }]
  const seen = new Map([...context.routes.keys()].map((visit) => [visit, new Set<string>()]))
  for (const reached of queue) {
    const { visit, known } = reached
    const effect = context.flow.steps[visit.path]?.do
    for (const transition of visit.transitions) {
      const answers = answersAfter(known.answers, sources, visit, transition)
      const flag = flagAfter(known.flag, flagName, visit, transition)
      const abroad = abroadAfter(known.abroad, sources, visit, transition)
      const here = { answers, abroad, flag, isVisited: known.isVisited || visit.who === who }
      const isSent = effect === 'submit' && transition.facts.outcome === rules.submit.outcomes[0]
      if (isSent && isComing(search, here) && !answers.has(field)) return routeTo(reached)
      const { to } = transition
      if (!('path' in to)) continue
      const next = afterWrites(search, transition, here)
      const key = told(next, sources)
      if (!seen.get(to)!.has(key)) queue.push({ visit: to, known: next, from: reached })
      seen.get(to)!.add(key)
    }
  }
  return undefined
}

/**
 * The step a host looks at first when a guest's field is lacking: where the guest's name is asked, or where the guest
 * first comes; of the stay's, where the check-in is sent.
 */
const placeOf = ({ who }: Search, route: Visit[]) =>
  (who === 'stay' ? undefined : route.find(({ asks }) => asks.includes(fieldOf(who, 'name')))) ??
  route.find((visit) => visit.who === who) ??
  route.at(-1)!

/** Every check-in that is sent asks or derives what the law's files need of the guests in it. */
export const unrecorded: LintRule = (context) => {
  const all = writesOf(context)
  return [...guests, 'stay' as const].flatMap((who) =>
    needed[who].flatMap((short): Finding[] => {
      const field = who === 'stay' ? short : fieldOf(who, short)
      const flagName = partyFlags[who]
      const sources = sourcesOf(field, all)
      const writes = writesTo(all, new Set([...sources, ...(flagName ? [flagName] : [])]))
      const search: Search = { who, field, sources, flagName, writes, context }
      const route = routeWithout(search)
      if (!route) return []
      const place = placeOf(search, route)
      return [error('unrecorded', stepAt(place.path), { field }, { journey: route.map(({ path }) => path) })]
    }),
  )
}

/**
 * Every check-in that ends, or leaves for another site, has been sent before. Leaving for the host's own pages is no
 * check-in.
 */
export const unsent: LintRule = (context) => {
  const { flow, first, elsewhere } = context
  const isOver = (visit: Visit, { to }: Transition) => {
    const effect = flow.steps[visit.path]?.do
    if (effect && rules[effect].ends) return true
    return 'end' in to && to.end === 'outside' && !elsewhere.includes(to.to ?? '')
  }
  if (!Object.values(flow.steps).some(({ do: effect }) => effect === 'submit')) return []
  const routes = new Map<Visit, Visit[]>([[first, [first]]])
  for (const [visit, route] of routes)
    for (const transition of visit.transitions) {
      const isSent = flow.steps[visit.path]?.do === 'submit' && transition.facts.outcome === rules.submit.outcomes[0]
      if (isSent) continue
      if (isOver(visit, transition))
        return [error('unsent', stepAt(visit.path), { path: visit.path }, { journey: route.map(({ path }) => path) })]
      const { to } = transition
      if ('path' in to && !routes.has(to)) routes.set(to, [...route, to])
    }
  return []
}

/** Answers that a guest may have to give by law: both sexes, and either of the documents everybody can have. */
const indispensable: Readonly<Record<string, readonly string[]>> = {
  gender: ['UOMO', 'DONNA'],
  documentType: ['ID', 'PASS'],
}

/** No step narrows away, or offers only sometimes, an answer that the law's files need as it is. */
export const answerLost: LintRule = ({ flow }) =>
  Object.entries(flow.steps).flatMap(([path, step]) =>
    (step.guest ? [...(step.fields ?? []), ...(step.optional ?? [])] : []).flatMap((field) => {
      const always = (flow.fields[field]?.options ?? []).filter((option) => typeof option === 'string')
      const offered = always.filter((value) => step.choices?.[field]?.includes(value) ?? true)
      return (Object.hasOwn(indispensable, field) ? indispensable[field]! : [])
        .filter((value) => !offered.includes(value))
        .map((value) =>
          error('answerLost', step.choices?.[field] ? `${stepAt(path)}/choices/${field}` : `/fields/${field}/options`, {
            field,
            value,
          }),
        )
    }),
  )
