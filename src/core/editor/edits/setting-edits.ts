import type { Exception, Excusable, Step } from '../../../../schema/steps'
import type { ExcusedThing, Operation } from '../operations'
import { changed, type Edit, isSame, refused, stepWith, withoutTexts, withStep, withTexts } from './editing'

const setGuest: Edit<'setGuest'> = (flow, { step: path, guest }) =>
  flow.steps[path] ? changed(withStep(flow, path, { guest })) : refused('noStep', { path })

const setPanel: Edit<'setPanel'> = (flow, { step: path, panel }) =>
  flow.steps[path] ? changed(withStep(flow, path, { panel })) : refused('noStep', { path })

const setWait: Edit<'setWait'> = (flow, { step: path, wait }) => {
  const step = flow.steps[path]
  if (!step) return refused('noStep', { path })
  // Nothing but `null` takes it out: a wait of 0 is one.
  return changed(
    wait === null
      ? withStep(flow, path, { wait })
      : { ...flow, steps: { ...flow.steps, [path]: stepWith(step, { wait }) } },
  )
}

const setHome: Edit<'setHome'> = (flow, { step: path, home }) => {
  if (!flow.steps[path]) return refused('noStep', { path })
  if (home !== null && !flow.steps[home]) return refused('noStep', { path: home })
  return changed(withStep(flow, path, { home }))
}

const setEffect: Edit<'setEffect'> = (flow, { step: path, effect, onEnter = false }) =>
  flow.steps[path]
    ? changed(withStep(flow, path, { do: effect, on: effect && onEnter ? 'enter' : null }))
    : refused('noStep', { path })

const setWord: Edit<'setWord'> = (flow, { key, language, text }) =>
  key && text.trim() ? changed(withTexts(flow, key, { [language]: text })) : refused('noWord', { key })

const shipWord: Edit<'shipWord'> = (flow, { key, language }) => {
  const words = language ? [flow.words[language]] : Object.values(flow.words)
  if (!words.some((texts) => texts && Object.hasOwn(texts, key))) return refused('nothingChanges')
  if (!language) return changed(withoutTexts(flow, (one) => one === key))
  const { words: left } = withoutTexts({ ...flow, words: { [language]: flow.words[language]! } }, (one) => one === key)
  const others = Object.fromEntries(
    Object.entries({ ...flow.words, ...left }).filter(([one]) => one !== language || left[language]),
  )
  return changed({ ...flow, words: others })
}

const isOf =
  ({ step, rule, guest, field, to }: ExcusedThing) =>
  (one: Exception) =>
    isSame({ ...one, when: undefined, because: undefined }, { at: step, rule, guest, field, to })

/** What an exception of a rule must name at a step: the question that decides whose it is, or where Back leads. */
const namedBy: { readonly [rule in Excusable]?: (step: Step) => Pick<ExcusedThing, 'field' | 'to'>[] } = {
  guestAskedLater: ({ guest }) =>
    (typeof guest === 'object' ? guest : []).flatMap(({ when = {} }) => Object.keys(when).map((field) => ({ field }))),
  backIsNoWayIn: ({ back = [] }) => back.flatMap(({ to }) => (typeof to === 'string' ? [{ to }] : [])),
}

/** An operation with all that its exception must name: drafts of earlier versions name the step and the rule alone. */
const completed = (step: Step, operation: Extract<Operation, { kind: 'excuse' }>) => {
  const things = namedBy[operation.rule]?.(step)
  if (!things || operation.field || operation.to) return operation
  const [thing, other] = [...new Map(things.map((one) => [JSON.stringify(one), one])).values()]
  return thing && !other ? { ...operation, ...thing } : undefined
}

const excuse: Edit<'excuse'> = (flow, given) => {
  const { step: path, rule } = given
  const step = flow.steps[path]
  if (!step) return refused('noStep', { path })
  const operation = completed(step, given)
  if (!operation) return refused('whichExcuse', { path })
  const { field, to, because } = operation
  // What the law needs is excused in the file alone, by whoever knows why.
  if (rule === 'unrecorded') return refused('lawsField', { path })
  if (flow.exceptions.some(isOf(operation))) return refused('excuseExists', { path })
  const exception = { at: path, rule, ...(field && { field }), ...(to && { to }), because }
  return changed({ ...flow, exceptions: [...flow.exceptions, exception] })
}

const withdrawExcuse: Edit<'withdrawExcuse'> = (flow, operation) => {
  const left = flow.exceptions.filter((one) => !isOf(operation)(one))
  return left.length === flow.exceptions.length
    ? refused('noExcuse', { path: operation.step })
    : changed({ ...flow, exceptions: left })
}

/** How a step's settings, words and named exceptions are changed. */
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
