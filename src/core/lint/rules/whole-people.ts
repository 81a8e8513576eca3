import type { Draft } from '../../../../schema/checkin'
import type { Who } from '../../../../schema/guest'
import type { Arm, Flow, Step } from '../../../../schema/steps'
import { rules } from '../../../../schema/vocabulary'
import { withAnswer } from '../../flow/answers'
import { changesOf, follow, guardOf, guestOf, targetOf, withChanges } from '../../flow/arms'
import { facts } from '../../flow/facts'
import { askedFields, definitionOf, optionsOf } from '../../flow/fields'
import { nameResolver, shortOf } from '../../flow/names'
import { admits } from '../answers/admits'
import { accepts, candidates } from '../answers/constructed'
import { optionValues, ruleOf } from '../domains'
import { error, type LintRule, stepAt } from '../findings'
import { nothingOffered } from './own-field-rules'

type Kind = { name: string; citizenship: string; born: string; lives: string; document: string }
/** One person with their party, what they are billed as, and every switch of the house on or off. */
type Person = Kind & { party: 'yes' | 'no'; bill: 'business' | 'personal'; switches: 'yes' | 'no' }

const kinds: readonly Kind[] = [
  { name: 'italian', citizenship: 'Italia', born: 'Italia', lives: 'Italia', document: 'ID' },
  { name: 'european', citizenship: 'Germania', born: 'Germania', lives: 'Germania', document: 'ID' },
  { name: 'other', citizenship: 'Stati Uniti', born: 'Stati Uniti', lives: 'Stati Uniti', document: 'PASS' },
  { name: 'stateless', citizenship: 'Apolide', born: 'Stati Uniti', lives: 'Italia', document: 'PASS' },
  { name: 'abroad', citizenship: 'Italia', born: 'Germania', lives: 'Germania', document: 'PASS' },
]
const people = kinds.flatMap((kind) =>
  (['yes', 'no'] as const).flatMap((party) =>
    (['business', 'personal'] as const).flatMap((bill) =>
      (['yes', 'no'] as const).map((switches): Person => ({ ...kind, party, bill, switches })),
    ),
  ),
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

type Card = { flow: Flow; step: Step; who: Who | undefined; person: Person; settings: object }

/** The answers after a card, or the question on it that offers a person nothing because of their other answers. */
const filledIn = (card: Card, before: Draft): { answers: Draft } | { stoppedBy: string } => {
  const { flow, step, who, person, settings } = card
  const given = new Set<string>()
  let answers = before
  for (;;) {
    const known = facts(answers, settings)
    const asked = askedFields(flow, step, who, known)
    const next = asked.find(({ field }) => !given.has(field))
    const definition = next && definitionOf(flow, next.field)
    if (!next || !definition) return { answers }
    const { field, optional } = next
    given.add(field)
    const choices = step.choices?.[shortOf(field).short]
    const rule = ruleOf(flow, field)
    const answerAmong = (offered: readonly string[]) =>
      [truthOf(person, field) ?? '', ...candidates(definition, offered)].find(
        (text) => text && accepts(definition, offered, text) && (!rule || admits(rule, text)),
      )
    const answer = answerAmong(optionsOf(definition, known, choices, nameResolver(who)))
    if (answer) answers = withAnswer(flow, answers, field, answer, asked)
    // A question that nobody can answer is told by another rule.
    else if (!optional && answerAmong(optionValues(definition, choices))) return { stoppedBy: field }
  }
}

/** The question that stops a person on their journey, with the cards up to it; nothing if none does. */
const stopOf = (flow: Flow, person: Person, settings: object) => {
  const journey: string[] = []
  let answers: Draft = { showPaymentPage: 'true' }
  let path: string | undefined = '/'
  // Somebody who goes on longer goes round, which another rule tells.
  for (let turns = Object.keys(flow.steps).length * 2; turns; turns--) {
    const step: Step | undefined = flow.steps[path ?? '']
    if (!path || !step) return undefined
    const known = facts(answers, settings)
    const guard = guardOf(flow, path, known)
    if (guard) {
      answers = withChanges(answers, changesOf(guard.set, known))
      path = guard.to
      continue
    }
    journey.push(path)
    const who = guestOf(step, known)
    const filled = filledIn({ flow, step, who, person, settings }, answers)
    if ('stoppedBy' in filled) return { field: filled.stoppedBy, path, journey }
    const leaving = facts(filled.answers, settings, step.do && rules[step.do].outcomes[0])
    const arm: Arm | undefined = follow(step.next, leaving, nameResolver(who))
    answers = withChanges(filled.answers, changesOf(arm?.set, leaving, nameResolver(who)))
    path = arm && targetOf(arm, facts(answers, settings))
  }
  return undefined
}

/**
 * Each kind of person gets through the whole journey with all of their answers together. What every combination of a
 * few answers shows already is told by the rule that combines them.
 */
export const wholePeople: LintRule = (context) => {
  const { flow, clauses } = context
  const named = [...new Set(clauses.flatMap(({ when }) => Object.keys(when ?? {})))]
  const switches = named.filter((fact) => fact.startsWith('settings.')).map((fact) => fact.slice(9))
  const stops = people.flatMap((person) => {
    const stop = stopOf(flow, person, Object.fromEntries(switches.map((one) => [one, person.switches])))
    return stop ? [{ ...stop, kind: person.name }] : []
  })
  const told = stops.length ? nothingOffered(context) : []
  return stops
    .filter(({ field, path }) => !told.some(({ args }) => args.path === path && args.field === shortOf(field).short))
    .map(({ field, path, journey, kind }) =>
      error('personStopped', stepAt(path), { field, path, keyword: kind }, { journey }),
    )
}
