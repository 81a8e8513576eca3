import { copiedFrom } from '../../flow/arms'
import { nameResolver } from '../../flow/names'
import { pointer } from '../domains'
import { type Finding, firstOfEach, type LintContext } from '../findings'
import { fieldsAskedBefore, namedFrom } from '../routes'
import type { Transition, Visit } from '../walk'
import {
  afterAnswers,
  afterWrites,
  forgottenOn,
  initialState,
  isAbout,
  isSending,
  proofsOf,
  type State,
  type Subject,
  stateKey,
  subjectsOf,
  type Write,
  writesOf,
} from './provenance'

/** A coming write, the sending, or leaving a step. `store` is the state now, `before` at the step. */
export type Moment = {
  context: LintContext
  subject: Subject
  before: State
  store: State
  visit: Visit
  transition: Transition
  what: { write: Write } | 'sent' | 'left'
  route: () => Visit[]
}

export type MomentRule = (moment: Moment) => Finding[]

type WritesOn = (visit: Visit, transition: Transition) => Write[][]
/** Shared by all subjects: the writes of a transition, and the fields that matter at a visit or later. */
type Known = { writesOn: WritesOn; readFrom: ReadonlyMap<Visit, ReadonlySet<string>> }
type Reached = { visit: Visit; store: State; from?: Reached }
const routeTo = (reached: Reached): Visit[] => {
  const route: Visit[] = []
  for (let one: Reached | undefined = reached; one; one = one.from) route.unshift(one.visit)
  return route
}

/** Returns the writes of the arm or guard at a JSON pointer. Short names in an arm belong to the step's guest. */
const writesAt = ({ flow }: LintContext, visit: Visit, at: string): Write[] => {
  const place = Number(at.split('/').at(-1))
  if (at.startsWith('/guards/')) return writesOf(at, flow.guards[place]?.set, nameResolver(undefined))
  const isHere = at.startsWith(`/steps/${pointer(visit.path)}/`)
  return writesOf(at, isHere ? flow.steps[visit.path]?.next[place]?.set : undefined, nameResolver(visit.who))
}

/** Returns the fields whose origin or country decides anything on a visit: forgotten, written, copied, proof. */
const readAt = ({ flow }: LintContext, visit: Visit, writesOn: WritesOn): string[] => {
  const { path, transitions } = visit
  const effect = flow.steps[path]?.do
  const writes = transitions.flatMap((transition) => writesOn(visit, transition).flat())
  return [
    ...forgottenOn(flow, visit).map(({ field }) => field),
    ...writes.flatMap(({ field, value }) => [field, copiedFrom(value) ?? []].flat()),
    ...(effect ? proofsOf(effect) : []),
  ]
}

const momentsOf = (
  context: LintContext,
  subject: Subject,
  reached: Reached,
  transition: Transition,
  writesOn: WritesOn,
) => {
  const { visit, store: before } = reached
  const common = { context, subject, before, visit, transition, route: () => routeTo(reached) }
  let store = afterAnswers(context.flow, subject, before, visit, transition)
  const isSent = isSending(context.flow, visit, transition)
  // No rule applies to a guest whom the step neither asks nor sends.
  const isAsked = store !== before || subject.who === 'stay' || visit.asks.some((field) => isAbout(subject, field))
  const moments: Moment[] = isAsked || isSent ? [{ ...common, store, what: isSent ? 'sent' : 'left' }] : []
  for (const all of writesOn(visit, transition)) {
    const writes = all.filter(({ field }) => isAbout(subject, field))
    for (const write of writes) moments.push({ ...common, store, what: { write } })
    if (writes.length) store = afterWrites(subject, store, writes)
  }
  return { moments, store }
}

/** Follows a subject along every journey, shortest first, and visits each state of a step once. */
const follow = (
  context: LintContext,
  subject: Subject,
  rules: readonly MomentRule[],
  { writesOn, readFrom }: Known,
): Finding[] => {
  const queue: Reached[] = [{ visit: context.first, store: initialState(subject) }]
  const seen = new Map<Visit, Set<string | State>>()
  const found: Finding[] = []
  for (const reached of queue)
    for (const transition of reached.visit.transitions) {
      const { moments, store } = momentsOf(context, subject, reached, transition, writesOn)
      for (const moment of moments) for (const rule of rules) found.push(...rule(moment))
      const { to } = transition
      if (!('path' in to)) continue
      const seenThere = seen.get(to) ?? seen.set(to, new Set()).get(to)!
      if (seenThere.has(store)) continue
      const key = stateKey(subject, store, readFrom.get(to)!)
      if (!seenThere.has(key)) queue.push({ visit: to, store, from: reached })
      seenThere.add(key).add(store)
    }
  return found
}

/** Returns what the rules find on any journey for any subject, the shortest route for each finding. */
export const alongJourneys = (context: LintContext, rules: readonly MomentRule[]): Finding[] => {
  const may = fieldsAskedBefore(context.routes)
  const written = new Set(context.clauses.flatMap(({ set, name }) => Object.keys(set ?? {}).map(name)))
  // A copy of a field that was neither asked nor written copies nothing.
  const isEmpty = (visit: Visit, { value }: Write) =>
    value !== null && typeof value === 'object' && !written.has(value.from) && !may.get(visit)?.has(value.from)
  const writes = new Map<Transition, Write[][]>()
  const madeOn = (visit: Visit, { via }: Transition) =>
    via.map((at) => writesAt(context, visit, at).map((one) => (isEmpty(visit, one) ? { ...one, value: null } : one)))
  const writesOn: WritesOn = (visit, transition) =>
    writes.get(transition) ?? writes.set(transition, madeOn(visit, transition)).get(transition)!
  const readFrom = namedFrom(context.routes, (visit) => readAt(context, visit, writesOn))
  return firstOfEach(subjectsOf(context).flatMap((subject) => follow(context, subject, rules, { writesOn, readFrom })))
}
