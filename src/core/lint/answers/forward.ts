import { nameResolver } from '../../flow/names'
import { pointer } from '../domains'
import { type Finding, firstOfEach, type LintContext } from '../findings'
import { mayKnow } from '../routes'
import type { Transition, Visit } from '../walk'
import {
  answered,
  blank,
  isAbout,
  isSending,
  type Known,
  keyOf,
  type Subject,
  subjectsOf,
  type Write,
  writesOf,
  wrote,
} from './provenance'

/**
 * A moment of a journey: what was known of the subject `before` the step and what is now. A `write` is about to
 * happen; at `sent` the check-in is being sent, perhaps again; otherwise the step is being left.
 */
export type Moment = {
  context: LintContext
  subject: Subject
  before: Known
  store: Known
  visit: Visit
  transition: Transition
  what: { write: Write } | 'sent' | 'left'
  /** The steps of the shortest journey to here. */
  route: () => Visit[]
}

/** A rule about one moment of one subject. */
export type MomentRule = (moment: Moment) => Finding[]

type WritesOn = (visit: Visit, transition: Transition) => Write[][]
type Reached = { visit: Visit; store: Known; from?: Reached }
const routeTo = (reached: Reached): Visit[] => {
  const route: Visit[] = []
  for (let one: Reached | undefined = reached; one; one = one.from) route.unshift(one.visit)
  return route
}

/** What the arm or guard at a JSON pointer writes; an arm's names are meant of the guest its step is about. */
const writesAt = ({ flow }: LintContext, visit: Visit, at: string): Write[] => {
  const place = Number(at.split('/').at(-1))
  if (at.startsWith('/guards/')) return writesOf(at, flow.guards[place]?.set, nameResolver(undefined))
  const isHere = at.startsWith(`/steps/${pointer(visit.path)}/`)
  return writesOf(at, isHere ? flow.steps[visit.path]?.next[place]?.set : undefined, nameResolver(visit.who))
}

/** The moments of one transition, in their order, and what is known after it. */
const momentsOf = (
  context: LintContext,
  subject: Subject,
  reached: Reached,
  transition: Transition,
  writesOn: WritesOn,
) => {
  const { visit, store: before } = reached
  const common = { context, subject, before, visit, transition, route: () => routeTo(reached) }
  let store = answered(context.flow, subject, before, visit, transition)
  const moments: Moment[] = [{ ...common, store, what: isSending(context.flow, visit, transition) ? 'sent' : 'left' }]
  for (const all of writesOn(visit, transition)) {
    const writes = all.filter(({ field }) => isAbout(subject, field))
    for (const write of writes) moments.push({ ...common, store, what: { write } })
    if (writes.length) store = wrote(subject, store, writes)
  }
  return { moments, store }
}

/** Carries what is known of a subject along every journey, once for each visit and state, the nearest first. */
const follow = (
  context: LintContext,
  subject: Subject,
  rules: readonly MomentRule[],
  writesOn: WritesOn,
): Finding[] => {
  const queue: Reached[] = [{ visit: context.first, store: blank(subject) }]
  const seen = new Map<Visit, Set<string>>()
  const found: Finding[] = []
  for (const reached of queue)
    for (const transition of reached.visit.transitions) {
      const { moments, store } = momentsOf(context, subject, reached, transition, writesOn)
      for (const moment of moments) for (const rule of rules) found.push(...rule(moment))
      const { to } = transition
      if (!('path' in to)) continue
      const known = seen.get(to) ?? seen.set(to, new Set()).get(to)!
      const key = keyOf(store)
      if (!known.has(key)) queue.push({ visit: to, store, from: reached })
      known.add(key)
    }
  return found
}

/** What rules find on any journey, of any guest or of the stay; of findings about one thing the one reached first. */
export const alongJourneys = (context: LintContext, rules: readonly MomentRule[]): Finding[] => {
  const may = mayKnow(context.routes)
  const written = new Set(context.clauses.flatMap(({ set, name }) => Object.keys(set ?? {}).map(name)))
  // A copy of what nobody was asked yet and nothing writes is a copy of nothing.
  const isEmpty = (visit: Visit, { value }: Write) =>
    value !== null && typeof value === 'object' && !written.has(value.from) && !may.get(visit)?.has(value.from)
  const writes = new Map<Transition, Write[][]>()
  const madeOn = (visit: Visit, { via }: Transition) =>
    via.map((at) => writesAt(context, visit, at).map((one) => (isEmpty(visit, one) ? { ...one, value: null } : one)))
  // The same for every subject.
  const writesOn: WritesOn = (visit, transition) =>
    writes.get(transition) ?? writes.set(transition, madeOn(visit, transition)).get(transition)!
  return firstOfEach(subjectsOf(context).flatMap((subject) => follow(context, subject, rules, writesOn)))
}
