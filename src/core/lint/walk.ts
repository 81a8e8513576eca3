import { furtherGuest, partyFlag, type Who } from '../../../schema/guest'
import type { Arm, Flow, SetWords, Step, When } from '../../../schema/steps'
import { rules } from '../../../schema/vocabulary'
import { covers, guestOf, holds, targetOf } from '../flow/arms'
import type { Facts } from '../flow/facts'
import { definitionOf, fieldNamesOf } from '../flow/fields'
import { type NameResolver, nameResolver } from '../flow/names'
import { answerSpace, undecided } from './answer-space'
import { pointer } from './domains'

/** A step on a journey, with its guest and every transition. */
export type Visit = {
  path: string
  who?: Who
  /** Full names of the fields that may be asked. */
  asks: string[]
  requires: string[]
  optional: string[]
  transitions: Transition[]
  /** Guards redirect some guests before the start is shown: it has no questions, and each way leads to a first card. */
  isGuarded?: true
}

/** The answers that decide a way to the next visit, and the JSON pointers of its guards and arm (`via`). */
export type Transition = {
  facts: Facts
  known?: Facts
  via: string[]
  to: Visit | End
  /** Fields that other answers of this step require. */
  requires?: string[]
}

/** Why a journey ends: outside the flow, no matching arm, a loop of guards, or more visits than the limit. */
export type End = { end: 'outside' | 'stuck' | 'endless' | 'many'; to?: string }

export const walkLimit = 20_000

const fullNames = nameResolver(undefined)

type Sofar = { known: Facts; decided: Facts }
type Leaving = {
  path: string
  arms: readonly Arm[]
  name: NameResolver
  otherwise: End['end'] | undefined
  /** Facts that hold again once an arm is chosen. */
  restored?: Facts
}

const decide = ({ known, decided }: Sofar, fact: string, value: string | undefined): Sofar => ({
  known: { ...known, [fact]: value },
  decided: { ...decided, [fact]: value },
})

/** Returns the facts after a `set`: a removed answer is empty, a copy is as undecided as its source. */
const factsAfterWrites = (known: Facts, set: SetWords | undefined, name: NameResolver): Facts => {
  const after: Record<string, string | undefined> = { ...known }
  for (const [short, value] of Object.entries(set ?? {})) {
    const source = value && typeof value === 'object' ? name(value.from) : undefined
    after[name(short)] = source ? (source in known ? known[source] : undecided) : ((value ?? undefined) as string)
  }
  return after
}

type Walk = {
  flow: Flow
  space: ReturnType<typeof answerSpace>
  visits: Map<string, Visit>
  limit: number
  /** A queue instead of recursion: a circle can make thousands of visits. */
  unopened: (() => Visit)[]
}

const unknownAt = ({ flow, space }: Walk, step: Step | undefined, known: Facts): string | undefined => {
  if (!step) return undefined
  for (const { when } of typeof step.guest === 'object' ? step.guest : []) {
    const fact = space.unknownIn(when, known, fullNames)
    if (fact) return fact
    if (holds(when, known)) break
  }
  const name = nameResolver(guestOf(step, known))
  const listed = fieldNamesOf(step).map(name)
  const earlier = (when: When | undefined) =>
    Object.fromEntries(Object.entries(when ?? {}).filter(([fact]) => !listed.includes(name(fact))))
  return listed.map((field) => space.unknownIn(earlier(definitionOf(flow, field)?.when), known, name)).find(Boolean)
}

const arrive = (walk: Walk, path: string, sofar: Sofar, via: string[]): Transition[] => {
  const { flow, space } = walk
  const split = (fact: string) =>
    space.valuesOf(fact).flatMap((value) => arrive(walk, path, decide(sofar, fact, value), via))
  for (const [i, guard] of flow.guards.entries()) {
    if (!covers(guard.at, path)) continue
    const fact = space.unknownIn(guard.when, sofar.known, fullNames)
    if (fact) return split(fact)
    if (!holds(guard.when, sofar.known)) continue
    if (via.length > flow.guards.length) return [{ facts: sofar.decided, via, to: { end: 'endless', to: path } }]
    const known = factsAfterWrites(sofar.known, guard.set, fullNames)
    return arrive(walk, guard.to, { ...sofar, known }, [...via, `/guards/${i}`])
  }
  const fact = unknownAt(walk, flow.steps[path], sofar.known)
  if (fact) return split(fact)
  const to = !flow.steps[path]
    ? { end: 'outside' as const, to: path }
    : walk.visits.size < walk.limit
      ? visitOf(walk, path, sofar.known)
      : { end: 'many' as const, to: path }
  return [{ facts: sofar.decided, via, to }]
}

const leave = (walk: Walk, leaving: Leaving, sofar: Sofar): Transition[] => {
  const { path, arms, name, otherwise, restored } = leaving
  for (const [i, arm] of arms.entries()) {
    const fact = walk.space.unknownIn(arm.when, sofar.known, name)
    if (fact) return walk.space.valuesOf(fact).flatMap((value) => leave(walk, leaving, decide(sofar, fact, value)))
    if (!holds(arm.when, sofar.known, name)) continue
    const via = [`/steps/${pointer(path)}/next/${i}`]
    const known = { ...factsAfterWrites(sofar.known, arm.set, name), outcome: undefined, ...restored }
    const to = targetOf(arm, known)
    if (arm.again) return leaveParty(walk, to, { ...sofar, known }, via)
    return to?.startsWith('/')
      ? arrive(walk, to, { ...sofar, known }, via)
      : [{ facts: sofar.decided, via, to: { end: 'outside', ...(to && { to }) } }]
  }
  return otherwise ? [{ facts: sofar.decided, via: [], to: { end: otherwise } }] : []
}

/** Takes the arm "nobody else" after a further guest, who came: `repeatRules` make one further guest stand for all. */
const leaveParty = (walk: Walk, path: string | undefined, { known, decided }: Sofar, via: string[]): Transition[] => {
  const arms = walk.flow.steps[path ?? '']?.next.filter(({ again }) => !again)
  if (!path || !arms) return [{ facts: decided, via, to: { end: 'outside', ...(path && { to: path }) } }]
  const flag = partyFlag(furtherGuest)
  const without = { decided, known: { ...known, [flag]: 'no' } }
  const ways = leave(walk, { path, arms, name: fullNames, otherwise: 'stuck', restored: { [flag]: 'yes' } }, without)
  return ways.map((way) => ({ ...way, via: [...via, ...way.via.slice(1)] }))
}

/** Splits by the answers that decide which fields are required, then takes the arms. */
const answerAndLeave = (walk: Walk, leaving: Leaving, fields: readonly string[], sofar: Sofar): Transition[] => {
  const { flow, space } = walk
  const whenOf = (field: string) => definitionOf(flow, field)?.when
  const fact = fields.map((field) => space.unknownIn(whenOf(field), sofar.known, leaving.name)).find(Boolean)
  if (fact)
    return space.valuesOf(fact).flatMap((value) => answerAndLeave(walk, leaving, fields, decide(sofar, fact, value)))
  const requires = fields.filter((field) => holds(whenOf(field), sofar.known, leaving.name))
  return leave(walk, leaving, sofar).map((transition) => ({
    ...transition,
    known: { ...sofar.known, ...transition.facts },
    ...(requires.length && { requires }),
  }))
}

const open = (walk: Walk, path: string, name: NameResolver, conditional: readonly string[], known: Facts) => {
  const { do: effect, next: arms } = walk.flow.steps[path]!
  const go = (sofar: Sofar, otherwise: End['end'] | undefined) =>
    answerAndLeave(walk, { path, arms, name, otherwise }, conditional, sofar)
  if (!effect) return go({ known, decided: {} }, 'stuck')
  const { outcomes, ends } = rules[effect]
  // At the end of a check-in a guest may stay on the receipt.
  return outcomes.flatMap((outcome, i) =>
    go({ known: { ...known, outcome }, decided: { outcome } }, i ? undefined : ends ? 'outside' : 'stuck'),
  )
}

/** Returns the visit of a step with these facts. Facts that no later condition reads make no other visit. */
const visitOf = (walk: Walk, path: string, known: Facts): Visit => {
  const { flow, space } = walk
  const step = flow.steps[path]!
  const live = space.live(path).filter((fact) => fact in known)
  const key = JSON.stringify([path, ...live.map((fact) => [fact, known[fact]])])
  const old = walk.visits.get(key)
  if (old) return old
  const relevant: Facts = Object.fromEntries(live.map((fact) => [fact, known[fact]]))
  const who = guestOf(step, relevant)
  const name = nameResolver(who)
  const listed = fieldNamesOf(step).map(name)
  const factsHere: Facts = { ...relevant, ...Object.fromEntries(listed.map((field) => [field, undecided])) }
  const isOpen = (field: string) => space.unknownIn(definitionOf(flow, field)?.when, factsHere, name) !== undefined
  const asks = listed.filter((field) => isOpen(field) || holds(definitionOf(flow, field)?.when, factsHere, name))
  const required = (step.fields ?? []).map(name).filter((field) => asks.includes(field))
  const requires = required.filter((field) => !isOpen(field))
  const optional = (step.optional ?? []).map(name).filter((field) => asks.includes(field))
  const visit: Visit = { path, asks, requires, optional, transitions: [], ...(who && { who }) }
  walk.visits.set(key, visit)
  walk.unopened.push(() => {
    visit.transitions = open(walk, path, name, required.filter(isOpen), factsHere)
    return visit
  })
  return visit
}

const newWalk = (flow: Flow, midway: boolean): Walk => {
  const space = answerSpace(flow, midway)
  return { flow, space, visits: new Map(), limit: walkLimit, unopened: [] }
}

/** Yields the visits from a step that the walk has not made yet, the step first. */
function* visitsFrom(walk: Walk, start: string): Generator<Visit> {
  let opened = walk.unopened.length
  const ways = arrive(walk, start, { known: {}, decided: {} }, [])
  const [way] = ways
  const isGuarded = ways.length !== 1 || !way || !('path' in way.to) || way.via.length > 0
  if (isGuarded) yield { path: start, asks: [], requires: [], optional: [], transitions: ways, isGuarded }
  for (; opened < walk.unopened.length; opened++) yield walk.unopened[opened]!()
}

/** Returns all journeys as a finite graph, split only by compared values and "any other": conditions cannot compute. */
export const walk = (flow: Flow, start = '/'): Visit => [...visitsFrom(newWalk(flow, false), start)][0]!

/** Yields the visits of guests who return to some steps with any answers given; the caller may stop early. */
export function* visitsMidway(flow: Flow, starts: readonly string[]): Generator<Visit> {
  let one = newWalk(flow, true)
  for (const start of starts) {
    // A walk that reached its limit cannot be continued.
    if (one.visits.size >= one.limit) one = newWalk(flow, true)
    one.limit = one.visits.size + walkLimit
    yield* visitsFrom(one, start)
  }
}
