import type { Exception, Excusable, Step } from '../../../../schema/steps'
import type { ExcusedThing } from '../operations'
import { type Edit, editOutcome, isSame, refuse, withoutTexts, withTexts } from './editing'

/** The edit of a text: the house's own, or the shipped one again. */
export const setWord: Edit<'setWord'> = (flow, { key, language, text }) => {
  if (text !== null)
    return key && text.trim() ? editOutcome(withTexts(flow, key, { [language!]: text })) : refuse('noWord', { key })
  const words = language ? [flow.words[language]] : Object.values(flow.words)
  if (!words.some((texts) => texts && Object.hasOwn(texts, key))) return refuse('nothingChanges')
  if (!language) return editOutcome(withoutTexts(flow, (one) => one === key))
  const { words: left } = withoutTexts({ ...flow, words: { [language]: flow.words[language]! } }, (one) => one === key)
  const others = Object.fromEntries(
    Object.entries({ ...flow.words, ...left }).filter(([one]) => one !== language || left[language]),
  )
  return editOutcome({ ...flow, words: others })
}

const isOf =
  ({ step, rule, guest, field, to }: ExcusedThing) =>
  (one: Exception) =>
    isSame({ ...one, when: undefined, because: undefined }, { at: step, rule, guest, field, to })

const namedBy: { readonly [rule in Excusable]?: (step: Step) => Pick<ExcusedThing, 'field' | 'to'>[] } = {
  guestAskedLater: ({ guest }) =>
    (typeof guest === 'object' ? guest : []).flatMap(({ when = {} }) => Object.keys(when).map((field) => ({ field }))),
  backIsNoWayIn: ({ back = [] }) => back.flatMap(({ to }) => (typeof to === 'string' ? [{ to }] : [])),
}

/** Drafts of earlier versions name only the step and the rule. */
const completed = (step: Step, given: ExcusedThing): ExcusedThing | undefined => {
  const things = namedBy[given.rule]?.(step)
  if (!things || given.field || given.to) return given
  const [thing, other] = [...new Map(things.map((one) => [JSON.stringify(one), one])).values()]
  return thing && !other ? { ...given, ...thing } : undefined
}

/** The edit of exceptions: one is added with its reason, or withdrawn. */
export const excuse: Edit<'excuse'> = (flow, { because, ...given }) => {
  const { step: path, rule } = given
  if (because === null) {
    const left = flow.exceptions.filter((one) => !isOf(given)(one))
    return left.length === flow.exceptions.length
      ? refuse('noExcuse', { path })
      : editOutcome({ ...flow, exceptions: left })
  }
  const step = flow.steps[path]
  if (!step) return refuse('noStep', { path })
  const thing = completed(step, given)
  if (!thing) return refuse('whichExcuse', { path })
  const { field, to } = thing
  // Only the file can hold an exception for a field the law needs.
  if (rule === 'unrecorded') return refuse('lawsField', { path })
  if (flow.exceptions.some(isOf(thing))) return refuse('excuseExists', { path })
  const exception = { at: path, rule, ...(field && { field }), ...(to && { to }), because }
  return editOutcome({ ...flow, exceptions: [...flow.exceptions, exception] })
}
