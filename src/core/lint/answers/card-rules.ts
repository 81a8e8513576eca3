import { partyFlags } from '../../../../schema/guest'
import { rules } from '../../../../schema/vocabulary'
import { stepThat } from '../../flow/arms'
import { shortOf } from '../../flow/names'
import { error, type LintRule, stepAt } from '../findings'
import type { Visit } from '../walk'

const journeyOf = (route: readonly Visit[]) => ({ journey: route.map(({ path }) => path) })

/**
 * A guest's field is asked on a card about that guest: elsewhere the answer is dropped, or another guest gives it. On
 * a card about nobody the first guest answers, who has cards elsewhere.
 */
export const askedOfAnother: LintRule = ({ routes }) => {
  const hasCards = [...routes.keys()].some(({ who }) => who === 'main')
  return [...routes].flatMap(([{ path, who, asks }, route]) =>
    asks.flatMap((field) => {
      const owner = shortOf(field).who
      return owner && owner !== who && (who || owner !== 'main' || !hasCards)
        ? [error('askedOfAnother', stepAt(path), { field, path }, journeyOf(route))]
        : []
    }),
  )
}

const flags = Object.values(partyFlags)

/** Who comes along must be said: a guest nobody announced is in no file of the law's. */
export const partySaid: LintRule = ({ routes }) =>
  [...routes].flatMap(([{ path, optional }, route]) =>
    optional
      .filter((field) => flags.includes(field))
      .map((field) => error('unrecorded', stepAt(path), { field, keyword: 'party' }, journeyOf(route))),
  )

/** A step that acts as soon as it is reached shows no question. */
export const neverShown: LintRule = ({ flow, routes }) =>
  [...routes].flatMap(
    ([
      {
        path,
        asks: [field],
      },
      route,
    ]) =>
      field && flow.steps[path]?.on === 'enter'
        ? [error('neverShown', stepAt(path), { field, path }, journeyOf(route))]
        : [],
  )

/** No journey passes a step that fills the answers in with invented ones. */
export const answersInvented: LintRule = ({ flow, routes }) =>
  [...routes].flatMap(([{ path }, route]) => {
    const effect = flow.steps[path]?.do
    return effect && rules[effect].invents
      ? [error('answersInvented', stepAt(path), { path, effect }, journeyOf(route))]
      : []
  })

/** The card that a journey begins with shows the privacy note, before anything is asked (GDPR, art. 13). */
export const privacyFirst: LintRule = ({ flow, first }) => {
  // A flow in which nothing begins a check-in is told so.
  if (stepThat(flow, 'begins') === undefined) return []
  const beginnings = flow.steps[first.path]
    ? [first]
    : first.transitions.flatMap(({ to }) => ('path' in to ? [to] : []))
  return beginnings
    .filter(({ path }) => flow.steps[path]!.panel !== 'privacy')
    .map(({ path }) => error('noPrivacyNote', stepAt(path), { path }))
}
