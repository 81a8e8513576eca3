import type { Who } from '../../../../schema/guest'
import type { Flow, Step } from '../../../../schema/steps'
import { rules } from '../../../../schema/vocabulary'
import { changesOf, follow, guestOf, targetOf } from '../../flow/arms'
import { journeyFacts } from '../../flow/facts'
import { askedFields, definitionOf, fieldNamesOf, optionsOf } from '../../flow/fields'
import { nameResolver, shortOf } from '../../flow/names'
import { afterGuards } from '../../flow/trail'
import { admits } from '../answers/admits'
import { accepts, candidates } from '../answers/constructed'
import { optionValues, ruleOf } from '../domains'
import { error, type LintRule, stepAt } from '../findings'
import { nothingOffered } from './own-field-rules'

type Kind = { name: string; citizenship: string; born: string; lives: string; document: string }
/** One person with their party and what they are billed as. */
type Person = Kind & { party: string; bill: string }

const kinds: readonly Kind[] = [
  { name: 'italian', citizenship: 'Italia', born: 'Italia', lives: 'Italia', document: 'ID' },
  { name: 'european', citizenship: 'Germania', born: 'Germania', lives: 'Germania', document: 'ID' },
  { name: 'other', citizenship: 'Stati Uniti', born: 'Stati Uniti', lives: 'Stati Uniti', document: 'PASS' },
  { name: 'stateless', citizenship: 'Apolide', born: 'Stati Uniti', lives: 'Italia', document: 'PASS' },
  { name: 'abroad', citizenship: 'Italia', born: 'Germania', lives: 'Germania', document: 'PASS' },
]
const people = kinds.flatMap((kind) =>
  ['yes', 'no'].flatMap((party) => ['business', 'personal'].map((bill): Person => ({ ...kind, party, bill }))),
)

/** What a person says, by the short names of the fields; the guests who come along are children. */
const truthOf = ({ citizenship, born, lives, document, party, bill }: Person, field: string): string | undefined => {
  const { who, short } = shortOf(field)
  const said: { readonly [short: string]: string } = {
    citizenship,
    birthCountry: born,
    residenceCountry: lives,
    documentType: document,
    birthDate: who === 'main' ? '1985-03-27' : '2020-01-15',
    addSecondGuest: party,
    addThirdGuest: party,
    invoiceType: bill,
  }
  return said[short]
}

/** Returns what gives each question its answer: the truth if it takes it, else the first text that it takes. */
const answering = (flow: Flow) => {
  const known = new Map<string, string | undefined>()
  return (field: string, truth: string | undefined, offered: readonly string[]) => {
    const key = [field, truth, ...offered].join('\n')
    if (known.has(key)) return known.get(key)
    const definition = definitionOf(flow, field)!
    const rule = ruleOf(flow, field)
    const takes = (text = '') => text && accepts(definition, offered, text) && (!rule || admits(rule, text))
    known.set(key, takes(truth) ? truth : candidates(definition, offered).find(takes))
    return known.get(key)
  }
}

type Walk = ReturnType<typeof journeyFacts>
type Card = { flow: Flow; step: Step; who: Who | undefined; person: Person; answer: ReturnType<typeof answering> }

/** Answers the questions of a card; returns the one that offers a person nothing because of their other answers. */
const stopOnCard = ({ flow, step, who, person, answer }: Card, walk: Walk): string | undefined => {
  const given = new Set<string>()
  for (;;) {
    const asked = askedFields(flow, step, who, walk.known)
    const next = asked.find(({ field }) => !given.has(field))
    const definition = next && definitionOf(flow, next.field)
    if (!next || !definition) return undefined
    const { field, optional } = next
    given.add(field)
    const choices = step.choices?.[shortOf(field).short]
    const truth = truthOf(person, field)
    const said = answer(field, truth, optionsOf(definition, walk.known, choices, nameResolver(who)))
    // A question that nobody can answer is told by another rule.
    if (!said && !optional && answer(field, truth, optionValues(definition, choices))) return field
    if (!said || walk.answers[field] === said) continue
    for (const forgotten of (definition.forgets ?? []).map(nameResolver(shortOf(field).who)))
      if (!asked.some((other) => other.field === forgotten)) walk.add(forgotten, null)
    walk.add(field, said)
  }
}

const copyOf = ({ answers }: Walk, settings: object): Walk => {
  const copy = journeyFacts(settings, {})
  for (const name in answers) copy.add(name, answers[name] as string)
  return copy
}

/** People parted by what they say to the questions of a card, so that those who say the same are walked once. */
const partedOn = (step: Step, who: Who | undefined, people: readonly Person[]): Person[][] => {
  const fields = fieldNamesOf(step).map(nameResolver(who))
  const saidBy = (person: Person) => fields.map((field) => truthOf(person, field)).join()
  return [...new Set(people.map(saidBy))].map((said) => people.filter((person) => saidBy(person) === said))
}

/** The questions that stop some of the people on their journey, with the cards up to it. */
const stopsOf = (flow: Flow, people: readonly Person[], settings: object) => {
  const answer = answering(flow)
  const stops: { field: string; path: string; journey: string[]; kind: string }[] = []
  // Somebody who goes on longer goes round, which another rule tells.
  const longest = Object.keys(flow.steps).length * 2
  const start = journeyFacts(settings, {})
  start.add('showPaymentPage', 'true')
  // People who have answered alike so far, at one place of the journey.
  const groups = [{ people, walk: start, path: '/', journey: [] as string[] }]
  for (const { people, walk, ...before } of groups) {
    const path = afterGuards(flow, before.path, walk)
    const step = flow.steps[path]
    if (!step || before.journey.length > longest) continue
    const journey = [...before.journey, path]
    const who = guestOf(step, walk.known)
    const name = nameResolver(who)
    for (const part of partedOn(step, who, people)) {
      const own = part.length < people.length ? copyOf(walk, settings) : walk
      const field = stopOnCard({ flow, step, who, person: part[0]!, answer }, own)
      if (field) {
        stops.push({ field, path, journey, kind: part[0]!.name })
        continue
      }
      own.setOutcome(step.do && rules[step.do].outcomes[0])
      const arm = follow(step.next, own.known, name)
      const changes = changesOf(arm?.set, own.known, name)
      for (const field in changes) own.add(field, changes[field])
      own.setOutcome(undefined)
      groups.push({ people: part, walk: own, path: (arm && targetOf(arm, own.known)) ?? '', journey })
    }
  }
  return stops
}

/**
 * Each kind of person gets through the whole journey with all of their answers together. What every combination of a
 * few answers shows already is told by the rule that combines them.
 */
export const wholePeople: LintRule = (context) => {
  const { flow, clauses } = context
  const named = [...new Set(clauses.flatMap(({ when }) => Object.keys(when ?? {})))]
  const switches = named.filter((fact) => fact.startsWith('settings.')).map((fact) => fact.slice(9))
  const stops = ['yes', 'no'].flatMap((given) =>
    stopsOf(flow, people, Object.fromEntries(switches.map((one) => [one, given]))),
  )
  const told = stops.length ? nothingOffered(context) : []
  return stops
    .filter(({ field, path }) => !told.some(({ args }) => args.path === path && args.field === shortOf(field).short))
    .map(({ field, path, journey, kind }) =>
      error('personStopped', stepAt(path), { field, path, keyword: kind }, { journey }),
    )
}
