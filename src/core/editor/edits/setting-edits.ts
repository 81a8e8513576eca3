import type { Exception, Excusable, Step } from '../../../../schema/steps'
import type { ExcusedThing, Operation } from '../operations'
import { type Edit, editOutcome, isSame, refuse, stepWith, withoutTexts, withStep, withTexts } from './editing'

const setGuest: Edit<'setGuest'> = (flow, { step: path, guest }) =>
  flow.steps[path] ? editOutcome(withStep(flow, path, { guest })) : refuse('noStep', { path })

const setPanel: Edit<'setPanel'> = (flow, { step: path, panel }) =>
  flow.steps[path] ? editOutcome(withStep(flow, path, { panel })) : refuse('noStep', { path })

const setWait: Edit<'setWait'> = (flow, { step: path, wait }) => {
  const step = flow.steps[path]
  if (!step) return refuse('noStep', { path })
  // A wait of 0 is a value: only `null` removes the wait.
  return editOutcome(
    wait === null
      ? withStep(flow, path, { wait })
      : { ...flow, steps: { ...flow.steps, [path]: stepWith(step, { wait }) } },
  )
}

const setHome: Edit<'setHome'> = (flow, { step: path, home }) => {
  if (!flow.steps[path]) return refuse('noStep', { path })
  if (home !== null && !flow.steps[home]) return refuse('noStep', { path: home })
  return editOutcome(withStep(flow, path, { home }))
}

const setEffect: Edit<'setEffect'> = (flow, { step: path, effect, onEnter = false }) =>
  flow.steps[path]
    ? editOutcome(withStep(flow, path, { do: effect, on: effect && onEnter ? 'enter' : null }))
    : refuse('noStep', { path })

const setWord: Edit<'setWord'> = (flow, { key, language, text }) =>
  key && text.trim() ? editOutcome(withTexts(flow, key, { [language]: text })) : refuse('noWord', { key })

const shipWord: Edit<'shipWord'> = (flow, { key, language }) => {
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

/** The members an exception needs at a step, by rule. */
const namedBy: { readonly [rule in Excusable]?: (step: Step) => Pick<ExcusedThing, 'field' | 'to'>[] } = {
  guestAskedLater: ({ guest }) =>
    (typeof guest === 'object' ? guest : []).flatMap(({ when = {} }) => Object.keys(when).map((field) => ({ field }))),
  backIsNoWayIn: ({ back = [] }) => back.flatMap(({ to }) => (typeof to === 'string' ? [{ to }] : [])),
}

/** Drafts of earlier versions name only the step and the rule. */
const completed = (step: Step, operation: Extract<Operation, { kind: 'excuse' }>) => {
  const things = namedBy[operation.rule]?.(step)
  if (!things || operation.field || operation.to) return operation
  const [thing, other] = [...new Map(things.map((one) => [JSON.stringify(one), one])).values()]
  return thing && !other ? { ...operation, ...thing } : undefined
}

const excuse: Edit<'excuse'> = (flow, given) => {
  const { step: path, rule } = given
  const step = flow.steps[path]
  if (!step) return refuse('noStep', { path })
  const operation = completed(step, given)
  if (!operation) return refuse('whichExcuse', { path })
  const { field, to, because } = operation
  // A field the law needs can be excused only by hand in the file, with a reason.
  if (rule === 'unrecorded') return refuse('lawsField', { path })
  if (flow.exceptions.some(isOf(operation))) return refuse('excuseExists', { path })
  const exception = { at: path, rule, ...(field && { field }), ...(to && { to }), because }
  return editOutcome({ ...flow, exceptions: [...flow.exceptions, exception] })
}

const withdrawExcuse: Edit<'withdrawExcuse'> = (flow, operation) => {
  const left = flow.exceptions.filter((one) => !isOf(operation)(one))
  return left.length === flow.exceptions.length
    ? refuse('noExcuse', { path: operation.step })
    : editOutcome({ ...flow, exceptions: left })
}

/** The edits of a step's settings, of words and of exceptions. */
export const settingEdits = {
  setGuest,
  setPanel,
  setWait,
  setHome,
  setEffect,
  setWord,
  shipWord,
  excuse,
  withdrawExcuse,
}
