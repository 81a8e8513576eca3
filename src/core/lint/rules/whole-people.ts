import { flowGuests, furtherGuest, isLater, partyFlag, type Who } from '../../../../schema/guest'
import type { Flow, Step } from '../../../../schema/steps'
import { rules } from '../../../../schema/vocabulary'
import { changesOf, follow, guestOf, targetOf } from '../../flow/arms'
import { journeyFacts } from '../../flow/facts'
import { askedFields, definitionOf, optionsOf } from '../../flow/fields'
import { nameResolver, shortOf } from '../../flow/names'
import { afterGuards } from '../../flow/trail'
import { remembered } from '../../remember'
import { accepts, admits, answersToTry } from '../answers/constructed'
import { optionValues, ruleOf } from '../domains'
import { error, type LintRule, stepAt } from '../findings'
import { nothingOffered } from './own-field-rules'

type Kind = { name: string; citizenship: string; born: string; lives: string; document: string }
/** A kind of person: with or without a party, the kind of invoice, and the house's switches, all on or all off. */
type Person = Kind & { party: string; bill: string; switches: string }

const kinds: readonly Kind[] = [
  { name: 'italian', citizenship: 'Italia', born: 'Italia', lives: 'Italia', document: 'ID' },
  { name: 'european', citizenship: 'Germania', born: 'Germania', lives: 'Germania', document: 'ID' },
  { name: 'other', citizenship: 'Stati Uniti', born: 'Stati Uniti', lives: 'Stati Uniti', document: 'PASS' },
  { name: 'stateless', citizenship: 'Apolide', born: 'Stati Uniti', lives: 'Italia', document: 'PASS' },
  { name: 'abroad', citizenship: 'Italia', born: 'Germania', lives: 'Germania', document: 'PASS' },
]
const people = kinds.flatMap((kind) =>
  ['yes', 'no'].flatMap((party) =>
    ['business', 'personal'].flatMap((bill) =>
      ['yes', 'no'].map((switches): Person => ({ ...kind, party, bill, switches })),
    ),
  ),
)

const flags = flowGuests.filter(isLater).map((who) => shortOf(partyFlag(who)).short)

const truthsOf = remembered(
  ({ citizenship, born, lives, document, party, bill }: Person): { readonly [short: string]: string } => ({
    citizenship,
    birthCountry: born,
    residenceCountry: lives,
    documentType: document,
    birthDate: '2020-01-15',
    ...Object.fromEntries(flags.map((flag) => [flag, party])),
    invoiceType: bill,
  }),
)

/** Returns the answer of a person to a field; all later guests are children. */
const truthOf = (person: Person, field: string): string | undefined => {
  const { who, short } = shortOf(field)
  return who === 'main' && short === 'birthDate' ? '1985-03-27' : truthsOf(person)[short]
}

const answerFinder = (flow: Flow) => {
  const cache = new Map<string, string | undefined>()
  return (field: string, truth: string | undefined, offered: readonly string[]) => {
    const key = [field, truth, ...offered].join('\n')
    if (cache.has(key)) return cache.get(key)
    const definition = definitionOf(flow, field)!
    const rule = ruleOf(flow, field)
    const takes = (text = '') => text && accepts(definition, offered, text) && (!rule || admits(rule, text))
    cache.set(key, takes(truth) ? truth : answersToTry(definition, offered).find(takes))
    return cache.get(key)
  }
}

type Walk = ReturnType<typeof journeyFacts>
type Card = { flow: Flow; step: Step; who: Who | undefined; person: Person; answer: ReturnType<typeof answerFinder> }

/** Answers a card; returns the field that offers nothing because of earlier answers. */
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
    const answerText = answer(field, truth, optionsOf(definition, walk.known, choices, nameResolver(who)))
    // `answerable` reports a question that nobody can answer.
    if (!answerText && !optional && answer(field, truth, optionValues(definition, choices))) return field
    if (!answerText || walk.answers[field] === answerText) continue
    for (const forgotten of (definition.forgets ?? []).map(nameResolver(shortOf(field).who)))
      if (!asked.some((other) => other.field === forgotten)) walk.add(forgotten, null)
    walk.add(field, answerText)
  }
}

const stopOf = ({ flow, person: traveller, answer }: Pick<Card, 'flow' | 'person' | 'answer'>, settings: object) => {
  let person = traveller
  const journey: string[] = []
  const walk = journeyFacts(settings, {})
  const { known } = walk
  walk.add('showPaymentPage', 'true')
  let path = '/'
  // `endings` reports a longer journey as a circle.
  for (let turns = Object.keys(flow.steps).length * 2; turns; turns--) {
    path = afterGuards(flow, path, walk)
    const step = flow.steps[path]
    if (!step) return undefined
    journey.push(path)
    const who = guestOf(step, known)
    const field = stopOnCard({ flow, step, who, person, answer }, walk)
    if (field) return { field, path, journey }
    walk.setOutcome(step.do && rules[step.do].outcomes[0])
    const arm = follow(step.next, known, nameResolver(who))
    const changes = changesOf(arm?.set, known, nameResolver(who))
    for (const name in changes) walk.add(name, changes[name])
    // The last "nobody else" is about the guest after this one, who has come.
    if (person !== traveller) walk.add(partyFlag(furtherGuest), 'yes')
    walk.setOutcome(undefined)
    // One further guest is enough for the proof.
    if (arm?.again) person = { ...person, party: 'no' }
    path = (arm && targetOf(arm, known)) ?? ''
  }
  return undefined
}

/** Checks that each kind of person can complete the journey. Faults that `nothingOffered` reports are left out. */
export const wholePeople: LintRule = (context) => {
  const { flow, clauses } = context
  const named = [...new Set(clauses.flatMap(({ when }) => Object.keys(when ?? {})))]
  const switches = named.filter((fact) => fact.startsWith('settings.')).map((fact) => fact.slice(9))
  const answer = answerFinder(flow)
  const stops = people.flatMap((person) => {
    const settings = Object.fromEntries(switches.map((one) => [one, person.switches]))
    const stop = stopOf({ flow, person, answer }, settings)
    return stop ? [{ ...stop, kind: person.name }] : []
  })
  const reported = stops.length ? nothingOffered(context) : []
  return stops
    .filter(
      ({ field, path }) => !reported.some(({ args }) => args.path === path && args.field === shortOf(field).short),
    )
    .map(({ field, path, journey, kind }) =>
      error('personStopped', stepAt(path), { field, path, keyword: kind }, { journey }),
    )
}
