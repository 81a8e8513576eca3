import { nameResolver } from '../../flow/names'
import { pointer } from '../domains'
import type { Finding, LintContext } from '../findings'
import { mayKnow } from '../routes'
import type { Transition, Visit } from '../walk'
import {
  answered,
  blank,
  isAbout,
  isSending,
  keyOf,
  type Store,
  type Subject,
  subjectsOf,
  type Write,
  writesOf,
  wrote,
} from './provenance'

/**
 * A moment of a journey as a rule sees it: the subject, what was known of it `before` the step and what is now, the
 * step, and the way on. A `write` is about to happen; at `sent` the check-in is being sent, perhaps again; otherwise
 * the step is being left.
 */
export type Moment = {
  context: LintContext
  subject: Subject
  before: Store
  store: Store
  visit: Visit
  transition: Transition
  what: { write: Write } | 'sent' | 'left'
  /** The steps of the shortest journey to here. */
  route: () => Visit[]
}

/** A rule about one moment of one subject. */
export type MomentRule = (moment: Moment) => Finding[]

type Reached = { visit: Visit; store: Store; from?: Reached }
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

/**
 * Carries what is known of a subject along every journey, once for each visit and state, the nearest first, and lets
 * the rules look at each moment. Of findings about the same thing the one with the shortest journey stays.
 */
const follow = (
  context: LintContext,
  subject: Subject,
  rules: readonly MomentRule[],
  found: Map<string, Finding>,
  writesOn: (visit: Visit, transition: Transition) => Write[][],
) => {
  const { flow, first } = context
  const queue: Reached[] = [{ visit: first, store: blank(subject) }]
  const seen = new Map<Visit, Set<string>>()
  for (const reached of queue) {
    const { visit } = reached
    const route = () => routeTo(reached)
    for (const transition of visit.transitions) {
      const look = (store: Store, what: Moment['what']) => {
        for (const rule of rules)
          for (const finding of rule({
            context,
            subject,
            before: reached.store,
            store,
            visit,
            transition,
            what,
            route,
          })) {
            const key = `${finding.rule} ${finding.at} ${Object.values(finding.args)} ${finding.excusedBy}`
            if (!found.has(key)) found.set(key, finding)
          }
      }
      let store = answered(flow, subject, reached.store, visit, transition)
      look(store, isSending(flow, visit, transition) ? 'sent' : 'left')
      for (const all of writesOn(visit, transition)) {
        const writes = all.filter(({ field }) => isAbout(subject, field))
        if (!writes.length) continue
        for (const write of writes) look(store, { write })
        store = wrote(subject, store, writes)
      }
      const { to } = transition
      if (!('path' in to)) continue
      const known = seen.get(to) ?? seen.set(to, new Set()).get(to)!
      const key = keyOf(store)
      if (!known.has(key)) queue.push({ visit: to, store, from: reached })
      known.add(key)
    }
  }
}

/** What rules find on any journey, of any guest or of the stay. */
export const alongJourneys = (context: LintContext, rules: readonly MomentRule[]): Finding[] => {
  const found = new Map<string, Finding>()
  const may = mayKnow(context.routes)
  const written = new Set(context.clauses.flatMap(({ set, name }) => Object.keys(set ?? {}).map(name)))
  // A copy of what nobody was asked yet and nothing writes is a copy of nothing.
  const isEmpty = (visit: Visit, { value }: Write) =>
    value !== null && typeof value === 'object' && !written.has(value.from) && !may.get(visit)?.has(value.from)
  const made = new Map<Transition, Write[][]>()
  /** What each guard and arm of a way on writes: the same for every subject. */
  const writesOn = (visit: Visit, transition: Transition): Write[][] => {
    const known = made.get(transition)
    if (known) return known
    const all = transition.via.map((at) =>
      writesAt(context, visit, at).map((write) => (isEmpty(visit, write) ? { ...write, value: null } : write)),
    )
    made.set(transition, all)
    return all
  }
  for (const subject of subjectsOf(context)) follow(context, subject, rules, found, writesOn)
  return [...found.values()]
}
