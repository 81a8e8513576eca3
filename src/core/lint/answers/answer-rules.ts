import { partyFlags, type Who } from '../../../../schema/guest'
import { rules, writeForms } from '../../../../schema/vocabulary'
import { stepThat } from '../../flow/arms'
import { definitionOf } from '../../flow/fields'
import { shortOf } from '../../flow/names'
import { isField, optionValues, ruleOf } from '../domains'
import { error, type Finding, type FindingRule, journeyOf, type LintContext, type LintRule, stepAt } from '../findings'
import type { Visit } from '../walk'
import { accepts, admits, answersToTry, requiredAnswers } from './constructed'
import { alongJourneys, type Moment, type MomentRule } from './forward'
import { lawFields, nameCardOf, type Origin, proofsOf, type State, type Subject } from './provenance'

/** Returns whether the sent check-in can contain the guest. */
const isComing = ({ flag }: Subject, store: State) =>
  !flag || store.flag === 'yes' || store.flag === 'maybe' || (store.isSeen && store.flag !== 'no')

const missingField = ({ subject, before, store, visit, route }: Moment, field: string): Finding[] => {
  const origin = store.origins[field]!
  const isNeeded = subject.needed.has(field)
  const missing = (at: string, keyword?: string) => [
    error('unrecorded', at, { field, ...(keyword && { keyword }) }, journeyOf(route())),
  ]
  if (origin.from === 'erased')
    return [
      error('answerErased', origin.write.at, { field, keyword: isNeeded ? 'law' : 'required' }, journeyOf(route())),
    ]
  if (before.isSent || !isNeeded) return []
  const at = stepAt(nameCardOf(store) ?? visit.path)
  if (origin.from === 'nobody') return missing(at)
  if (origin.from === 'excused') return [error('unrecorded', at, { field }, { excusedBy: origin.exception })]
  return origin.from === 'mayStayEmpty' ? missing(stepAt(origin.step), 'optional') : []
}

/** Checks that every sent check-in has the fields the law needs of its guests, and that no answer was erased. */
export const recorded: MomentRule = (moment) => {
  const { subject, store, what } = moment
  if (what !== 'sent') return []
  const found = [...subject.fields].flatMap((field) => missingField(moment, field))
  // An exception counts as used even if another rule finds that the guest is lost.
  return isComing(subject, store) ? found : found.filter(({ excusedBy }) => excusedBy !== undefined)
}

const ofCards =
  (
    rule: (visit: Visit, context: LintContext) => readonly (readonly [FindingRule, Record<string, string>])[],
  ): LintRule =>
  (context) =>
    [...context.routes].flatMap(([visit, route]) =>
      rule(visit, context).map(([name, args]) => error(name, stepAt(visit.path), args, journeyOf(route))),
    )

/** Checks that a card asks the fields of its own guest. A card without a guest is answered by the first guest. */
const askedOfAnother = ofCards(({ path, who, asks }, { routes }) => {
  const hasCards = [...routes.keys()].some(({ who }) => who === 'main')
  const isOfAnother = (owner: Who | undefined) => owner && owner !== who && (who || owner !== 'main' || !hasCards)
  return asks
    .filter((field) => isOfAnother(shortOf(field).who))
    .map((field) => ['askedOfAnother', { field, path }] as const)
})

/** The number of guests must be a required question: an unannounced guest would be in no official file. */
const partySaid = ofCards(({ optional }) =>
  optional
    .filter((field) => Object.values(partyFlags).includes(field))
    .map((field) => ['unrecorded', { field, keyword: 'party' }] as const),
)

/** A step whose effect runs on arrival shows no question. */
const neverShown = ofCards(({ path, asks: [field] }, { flow }) =>
  field && flow.steps[path]?.on === 'enter' ? [['neverShown', { field, path }]] : [],
)

/** No journey may pass a step that fills in invented answers. */
const answersInvented = ofCards(({ path }, { flow }) => {
  const effect = flow.steps[path]?.do
  return effect && rules[effect].invents ? [['answersInvented', { path, effect }]] : []
})

/** The first card must show the privacy note before it asks anything (GDPR, art. 13). */
const privacyFirst: LintRule = ({ flow, first }) => {
  // `requiredEffects` reports a flow that begins no check-in.
  if (stepThat(flow, 'begins') === undefined) return []
  const beginnings = first.isGuarded ? first.transitions.flatMap(({ to }) => ('path' in to ? [to] : [])) : [first]
  return beginnings
    .filter(({ path }) => flow.steps[path]!.panel !== 'privacy')
    .map(({ path }) => error('noPrivacyNote', stepAt(path), { path }))
}

const cardRules: LintRule[] = [askedOfAnother, neverShown, partySaid, answersInvented, privacyFirst]

/** Returns the write that may not be sent here; undefined if `writeForms` allows it. */
const faultOf = ({ subject, context }: Moment, field: string, origin: Origin, isShown: boolean) => {
  if (origin.from !== 'fixed' && origin.from !== 'copied' && origin.from !== 'replaced') return undefined
  const { value } = origin.write
  const { ready, fixed } = writeForms[shortOf(field).short] ?? {}
  const isAllowed = isShown ? ready : fixed && origin.from === 'fixed'
  if (origin.from !== 'replaced' && (!subject.needed.has(field) || isAllowed)) return undefined
  const source = typeof value === 'string' ? value : (value?.from ?? '')
  return typeof value === 'string' || isField(context.flow, source) ? { source, write: origin.write } : undefined
}

/** Checks that no value the flow writes into a field of the law is shown or sent, except in the allowed forms. */
export const overwritten: MomentRule = (moment) => {
  const { subject, before, store, visit, what, route } = moment
  if (typeof what === 'object') return []
  const isSent = what === 'sent' && isComing(subject, store)
  return [...subject.fields].flatMap((field) => {
    const shown = visit.asks.includes(field) ? faultOf(moment, field, before.origins[field]!, true) : undefined
    const sent = isSent ? faultOf(moment, field, store.origins[field]!, false) : undefined
    const fault = shown ?? sent
    if (!fault) return []
    const { source, write } = fault
    const keyword = !subject.needed.has(field) ? 'unfit' : typeof write.value === 'string' ? 'fixed' : 'copied'
    return [error('answerOverwritten', write.at, { field, value: source, keyword }, journeyOf(route()))]
  })
}

/** Checks that each kind of person can give every answer the law needs, and that every question accepts some answer. */
export const answerable: LintRule = ({ flow, routes }) =>
  [...routes].flatMap(([{ path, asks, optional }, route]) =>
    asks.flatMap((field): Finding[] => {
      const { short } = shortOf(field)
      const definition = definitionOf(flow, field)
      const rule = ruleOf(flow, field)
      if (!definition || !rule) return []
      const choices = flow.steps[path]!.choices?.[short]
      const values = optionValues(definition, choices)
      const always = lawFields.has(short) ? values.filter((value) => definition.options?.includes(value)) : values
      const canSay = (offered: readonly string[]) => (text: string) =>
        accepts(definition, offered, text) && admits(rule, text)
      const place = choices ? `${stepAt(path)}/choices/${short}` : `/fields/${short}`
      const refused = requiredAnswers[short]?.filter((text) => !canSay(always)(text)) ?? []
      const listed = choices ? place : `${place}/options`
      if (definition.options && refused.length)
        return refused.map((value) => error('answerLost', listed, { field: short, value }))
      if (refused.length) return [error('unanswerable', place, { field: short, value: refused[0]!, keyword: 'kind' })]
      if (requiredAnswers[short] || optional.includes(field)) return []
      if (answersToTry(definition, values).some(canSay(values))) return []
      return [error('unanswerable', place, { field: short }, journeyOf(route))]
    }),
  )

/** An effect needs its proof answered before; an effect after the sending comes after it. */
const effectsProved: MomentRule = ({ context: { flow }, subject, before, store, visit, what, route }) => {
  const effect = flow.steps[visit.path]?.do
  if (!effect || visit.isGuarded || subject.who !== 'stay' || typeof what === 'object' || before.isSent) return []
  const { follows, sends, ends, invents, aids } = rules[effect]
  if (sends || ends || invents || aids) return []
  const [at, args, journey] = [stepAt(visit.path), { path: visit.path, effect }, journeyOf(route())]
  if (follows) return [error('effectTooEarly', at, args, journey)]
  return proofsOf(effect)
    .filter((field) => !['guest', 'fixed', 'copied'].includes(store.origins[field]?.from ?? ''))
    .map((field) => error('effectUnproved', at, { ...args, field }, journey))
}

/** Checks that a check-in is sent before it ends or leaves the site. The host's own pages are allowed. */
export const unsent: MomentRule = ({ context, subject, store, visit, transition: { to }, what, route }) => {
  const { flow, elsewhere } = context
  const effect = flow.steps[visit.path]?.do
  const isLeft = 'end' in to && to.end === 'outside' && !elsewhere.includes(to.to ?? '')
  const isOver = (effect && rules[effect].ends) || isLeft
  if (!isOver || subject.who !== 'stay' || typeof what === 'object' || store.isSent) return []
  // `requiredEffects` reports a flow that never sends.
  if (stepThat(flow, 'sends') === undefined) return []
  return [error('unsent', stepAt(visit.path), { path: visit.path }, journeyOf(route()))]
}

/** Warns of a question after the sending: its answer would stay on the phone. No error, so that older flows go on. */
const askedTooLate: MomentRule = ({ subject, before, visit, what, route }) => {
  if (subject.who !== 'stay' || !before.isSent || typeof what === 'object') return []
  const isOfPayment = (field: string) => Object.values(rules).some(({ proof }) => proof === field)
  return visit.asks
    .filter((field) => !isOfPayment(field) && !lawFields.has(shortOf(field).short))
    .map((field) =>
      error('askedTooLate', stepAt(visit.path), { field }, { severity: 'warning', ...journeyOf(route()) }),
    )
}

/** Checks that only the guest says who comes: no write precedes the question or changes the answer. */
export const partyUnchanged: MomentRule = ({ subject: { flag: field, who }, before, store, visit, what, route }) => {
  if (!field) return []
  const lost = (at: string, value: string, keyword: string) => [
    error('guestLost', at, { field, who, value, keyword }, journeyOf(route())),
  ]
  if (what === 'sent' && store.isSeen && !store.flag) {
    const card = route().find(({ asks }) => asks.some((one) => shortOf(one).who === who))!
    return [error('guestUncounted', stepAt(card.path), { field, who }, journeyOf(route()))]
  }
  if (typeof what !== 'object') {
    const write = visit.asks.includes(field) ? before.flagWrite : undefined
    return write ? lost(write.at, String(write.value), 'ready') : []
  }
  if (what.write.field !== field || !(store.flag || store.isSeen)) return []
  const written = what.write.value ?? 'no'
  if (written === store.flag) return []
  return lost(
    what.write.at,
    typeof written === 'string' ? written : written.from,
    written === 'no' ? 'dropped' : 'changed',
  )
}

const provenance: LintRule = (context) =>
  alongJourneys(context, [recorded, overwritten, partyUnchanged, unsent, askedTooLate, effectsProved])

/** The rules about answers: a guest can give them, and they reach the record unchanged. */
export const answerRules: LintRule[] = [provenance, answerable, ...cardRules]
