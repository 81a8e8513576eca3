import { partyFlags } from '../../../schema/guest'
import type { Flow, When } from '../../../schema/steps'
import { covers } from '../flow/arms'
import type { Facts } from '../flow/facts'
import { definitionOf, fieldNamesOf, fieldsAskedIn } from '../flow/fields'
import { type NameResolver, nameResolver } from '../flow/names'
import { remembered } from '../remember'
import { answerClasses, type Clause, clausesOf, comparedBy, domainOf, optionValues, stepGuests } from './domains'

type Edges<Node> = readonly (readonly [from: Node, to: Node])[]

/** Adds the names at the beginning of each edge to those at its end, until no set grows. */
export const spread = <Node>(sets: ReadonlyMap<Node, Set<string>>, edges: Edges<Node>) => {
  for (let grew = true; grew; ) {
    grew = false
    for (const [from, to] of edges) {
      const [source, target] = [sets.get(from)!, sets.get(to)!]
      const before = target.size
      for (const one of source) target.add(one)
      if (target.size > before) grew = true
    }
  }
  return sets
}

/** A town in Italy has a code of its own. Abroad the country replaces the town. */
export const italyName = 'Italia'

/** A given answer that no condition has read yet. */
export const undecided = '?'

const partyNames = new Set<string | undefined>(Object.values(partyFlags))

/** Returns the full name of the answer that a `set` or a target copies. */
const sourceIn = (name: NameResolver) => (value: unknown) =>
  value && typeof value === 'object' && 'from' in value ? name(String(value.from)) : undefined

/** Returns, for each step, the facts that a condition reads there or later. Only these make two journeys differ. */
const liveFacts = (flow: Flow, clauses: readonly Clause[]) => {
  const fullNames = nameResolver(undefined)
  const live = new Map(Object.keys(flow.steps).map((path) => [path, new Set<string>()]))
  const leads = new Map<string, Set<string>>()
  const note = (path: string, when: When | undefined, name: NameResolver, to: unknown) => {
    for (const fact of Object.keys(when ?? {})) live.get(path)?.add(name(fact))
    if (to && typeof to === 'object' && 'from' in to) live.get(path)?.add(String(to.from))
    if (typeof to === 'string' && flow.steps[to]) (leads.get(path) ?? leads.set(path, new Set()).get(path)!).add(to)
  }
  for (const { path, when, name, to, kind } of clauses) if (path && kind !== 'back') note(path, when, name, to)
  for (const path of live.keys())
    for (const guard of flow.guards) if (covers(guard.at, path)) note(path, guard.when, fullNames, guard.to)
  const ways = [...leads].flatMap(([path, nexts]) => [...nexts].map((next) => [next, path] as const))
  return spread(live, ways.toReversed())
}

/** Returns the options that steps offer for each field, and the fields that may stay empty (full names). */
const offersOf = (flow: Flow, clauses: readonly Clause[]) => {
  const offered = new Map<string, Set<string>>()
  const mayLack = new Set<string>()
  const add = (field: string, values: readonly string[]) => {
    const ofField = offered.get(field) ?? offered.set(field, new Set()).get(field)!
    for (const value of values) ofField.add(value)
  }
  for (const step of Object.values(flow.steps))
    for (const name of stepGuests(step).map(nameResolver))
      for (const short of fieldNamesOf(step)) {
        const field = name(short)
        const definition = definitionOf(flow, field)
        if (step.optional?.includes(short) || definition?.when) mayLack.add(field)
        if (definition?.options) add(field, optionValues(definition, step.choices?.[short]))
      }
  for (const { set, name } of clauses)
    for (const [short, value] of Object.entries(set ?? {})) {
      if (typeof value === 'string' && offered.has(name(short))) add(name(short), [value])
      if (value && typeof value === 'object') offered.delete(name(short))
    }
  return { offered, mayLack }
}

const partsOf = remembered((flow: Flow) => {
  const clauses = clausesOf(flow)
  const live = new Map([...liveFacts(flow, clauses)].map(([path, found]) => [path, [...found].sort()]))
  const written = new Set(clauses.flatMap(({ set, name }) => Object.keys(set ?? {}).map(name)))
  const copied = new Set(clauses.flatMap(({ set, to, name }) => Object.values({ ...set, to }).map(sourceIn(name))))
  return { live, written, copied, ...offersOf(flow, clauses) }
})

/** Returns look-ups of the answers that can change a journey. With `midway`, every fact may already have a value. */
export const answerSpace = (flow: Flow, midway: boolean) => {
  const { live, written, copied, offered, mayLack } = partsOf(flow)
  const named = comparedBy(flow)
  const asked = fieldsAskedIn(flow)
  const isGiven = (fact: string) => asked.has(fact) || written.has(fact)
  return {
    live: (path: string): readonly string[] => live.get(path)!,
    /** The first fact of a condition that is not known yet. */
    unknownIn: (when: When | undefined, known: Facts, name: NameResolver): string | undefined =>
      Object.keys(when ?? {})
        .map(name)
        .find(
          (fact) => known[fact] === undecided || (!(fact in known) && (midway || !isGiven(fact)) && fact !== 'outcome'),
        ),
    /** The values of a fact that conditions can tell apart. */
    valuesOf: (fact: string): (string | undefined)[] => {
      const domain = domainOf(flow, fact) ?? { free: true }
      const few = midway ? undefined : offered.get(fact)
      const values = few && (domain.values?.filter((value) => few.has(value)) ?? [...few])
      // A question that no step asks has no answer.
      const isUnasked = !fact.includes('.') && !isGiven(fact) && definitionOf(flow, fact) !== undefined
      const free = domain.free || isUnasked || mayLack.has(fact) || (midway && isGiven(fact))
      // Italy is always its own class: only there a town is asked.
      const own = definitionOf(flow, fact)?.control === 'country' ? [italyName] : []
      const by = named.get(fact) ?? new Map<string, string>()
      const classes = answerClasses({ ...domain, ...(values && { values }), free }, new Set([...by.keys(), ...own]))
      if (copied.has(fact) || partyNames.has(fact)) return classes
      // Values that the same conditions name lead to the same journeys: one of them is enough.
      const mark = (value: string | undefined) => (value === italyName ? value : (by.get(value ?? '') ?? value))
      return [...new Map(classes.toReversed().map((value) => [mark(value), value])).values()].toReversed()
    },
  }
}
