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

/** Checks that a card asks the fields of its own guest. A card without a guest is answered by the first guest. */
const askedOfAnother = ofCards(({ path, who, asks }, { routes }) => {
  const hasCards = [...routes.keys()].some(({ who }) => who === 'main')
  const isOfAnother = (owner: Who | undefined) => owner && owner !== who && (who || owner !== 'main' || !hasCards)
  return asks
    .filter((field) => isOfAnother(shortOf(field).who))
    .map((field) => ['askedOfAnother', { field, path }] as const)
})

const flags = Object.values(partyFlags)

/** The number of guests must be a required question: an unannounced guest would be in no official file. */
const partySaid = ofCards(({ optional }) =>
  optional
    .filter((field) => flags.includes(field))
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
  const beginnings = flow.steps[first.path]
    ? [first]
    : first.transitions.flatMap(({ to }) => ('path' in to ? [to] : []))
  return beginnings
    .filter(({ path }) => flow.steps[path]!.panel !== 'privacy')
    .map(({ path }) => error('noPrivacyNote', stepAt(path), { path }))
}

/** The rules that look at one card at a time. */
export const cardRules: LintRule[] = [askedOfAnother, neverShown, partySaid, answersInvented, privacyFirst]
