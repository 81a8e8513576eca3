import { partyFlags, type Who } from '../../../../schema/guest'
import { rules } from '../../../../schema/vocabulary'
import { stepThat } from '../../flow/arms'
import { shortOf } from '../../flow/names'
import { error, type FindingRule, journeyOf, type LintContext, type LintRule, stepAt } from '../findings'
import type { Visit } from '../walk'

const ofCards =
  (
    rule: (visit: Visit, context: LintContext) => readonly (readonly [FindingRule, Record<string, string>])[],
  ): LintRule =>
  (context) =>
    [...context.routes].flatMap(([visit, route]) =>
      rule(visit, context).map(([name, args]) => error(name, stepAt(visit.path), args, journeyOf(route))),
    )

/** A guest's field is asked on a card about that guest; a card about nobody is answered by the first one. */
const askedOfAnother = ofCards(({ path, who, asks }, { routes }) => {
  const hasCards = [...routes.keys()].some(({ who }) => who === 'main')
  const isOfAnother = (owner: Who | undefined) => owner && owner !== who && (who || owner !== 'main' || !hasCards)
  return asks
    .filter((field) => isOfAnother(shortOf(field).who))
    .map((field) => ['askedOfAnother', { field, path }] as const)
})

const flags = Object.values(partyFlags)

/** Who comes along must be said: a guest nobody announced is in no file of the law's. */
const partySaid = ofCards(({ optional }) =>
  optional
    .filter((field) => flags.includes(field))
    .map((field) => ['unrecorded', { field, keyword: 'party' }] as const),
)

/** A step that acts as soon as it is reached shows no question. */
const neverShown = ofCards(({ path, asks: [field] }, { flow }) =>
  field && flow.steps[path]?.on === 'enter' ? [['neverShown', { field, path }]] : [],
)

/** No journey passes a step that fills the answers in with invented ones. */
const answersInvented = ofCards(({ path }, { flow }) => {
  const effect = flow.steps[path]?.do
  return effect && rules[effect].invents ? [['answersInvented', { path, effect }]] : []
})

/** The card that a journey begins with shows the privacy note, before anything is asked (GDPR, art. 13). */
const privacyFirst: LintRule = ({ flow, first }) => {
  // A flow in which nothing begins a check-in is told so by another rule.
  if (stepThat(flow, 'begins') === undefined) return []
  const beginnings = flow.steps[first.path]
    ? [first]
    : first.transitions.flatMap(({ to }) => ('path' in to ? [to] : []))
  return beginnings
    .filter(({ path }) => flow.steps[path]!.panel !== 'privacy')
    .map(({ path }) => error('noPrivacyNote', stepAt(path), { path }))
}

/** The rules about each card by itself. */
export const cardRules: LintRule[] = [askedOfAnother, neverShown, partySaid, answersInvented, privacyFirst]
