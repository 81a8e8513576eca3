import type { Arm, Exception, Excusable, Flow, Guard, Step } from '../../../../schema/steps'
import { definitionOf, fieldNamesOf } from '../../flow/fields'
import type { ExcusedThing, Operation, RefusalReason, SideEffect } from '../operations'
import {
  type Edit,
  editOutcome,
  insertAt,
  isAskedElsewhere,
  isSame,
  placeOfArm,
  placeOfGuard,
  refuse,
  sideEffect,
  stepWith,
  withoutKey,
  withoutTexts,
  withStep,
  withTexts,
} from './editing'

type SetEntry = Extract<Operation, { kind: 'setEntry' }>
type Entry = Arm | Guard | Flow['homes'][number]

type ListRules = {
  missing: RefusalReason
  exists?: RefusalReason
  placeOf(list: readonly Entry[], name: NonNullable<SetEntry['entry']>): number
  newPlace(list: readonly Entry[], entry: Entry): number
  stays?: (list: readonly Entry[], at: number) => RefusalReason | false
}

/** The arm without a condition is tried last. */
const beforeDefault = (arms: readonly Arm[], { when }: Arm) => {
  const place = when ? arms.findIndex((arm) => !arm.when) : -1
  return place < 0 ? arms.length : place
}
const armRules: ListRules = { missing: 'noArm', exists: 'armExists', placeOf: placeOfArm, newPlace: beforeDefault }

const rulesOf: { [list in SetEntry['in']]: ListRules } = {
  next: { ...armRules, stays: ({ length }) => length === 1 && 'lastArm' },
  back: armRules,
  guards: { missing: 'noGuard', exists: 'guardExists', placeOf: placeOfGuard, newPlace: ({ length }) => length },
  // The last home is the fallback.
  homes: {
    missing: 'noHome',
    placeOf: (homes: Flow['homes'], { at }: { at: string }) => homes.findIndex((home) => home.at === at),
    newPlace: ({ length }) => length - 1,
    stays: ({ length }, at) => at === length - 1 && 'noHome',
  },
}

/** Adds, replaces, moves or removes an arm, guard or home. */
export const setEntry: Edit<'setEntry'> = (flow, operation) => {
  const { in: list, entry, becomes, before } = operation
  if (!entry && !becomes) return refuse('badShape')
  const path = 'step' in operation ? operation.step : undefined
  if (path !== undefined && !flow.steps[path]) return refuse('noStep', { path })
  const entries = (list === 'next' || list === 'back' ? flow.steps[path!]![list] : flow[list]) ?? []
  const { missing, exists, placeOf, newPlace, stays } = rulesOf[list]
  const refusal = (reason: RefusalReason, name: object | null | undefined) =>
    refuse(reason, name && 'at' in name ? { at: String(name.at) } : { path: path! })
  const changed = (left: Entry[]) =>
    editOutcome(path === undefined ? { ...flow, [list]: left } : withStep(flow, path, { [list]: left }))

  const at = entry ? placeOf(entries, entry) : -1
  // A home's name is its address, so changing and adding are the same.
  if (entry && at < 0 && (exists || !becomes)) return refusal(missing, entry)
  const other = becomes ? placeOf(entries, becomes) : -1
  if (exists && other >= 0 && other !== at) return refusal(exists, becomes)
  if (becomes && at >= 0) return changed(entries.map((one, i) => (i === at ? becomes : one)))
  const others = entries.filter((_, i) => i !== at)
  if (!becomes && before === undefined) {
    const reason = stays?.(entries, at)
    return reason ? refusal(reason, entry) : changed(others)
  }
  const placed = becomes ?? entries[at]!
  const place = before ? placeOf(others, before) : before === null ? others.length : newPlace(others, placed)
  return place < 0 ? refusal(missing, before) : changed(insertAt(others, place, placed))
}

/** Sets a text of the house, or removes it, so that the shipped one counts again. */
export const setWord: Edit<'setWord'> = (flow, { key, language, text }) => {
  if (text === null) return editOutcome(withoutTexts(flow, (one, at) => one === key && (!language || at === language)))
  return key && text.trim() ? editOutcome(withTexts(flow, key, { [language!]: text })) : refuse('noWord', { key })
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

/** Adds an exception with its reason, or withdraws it. */
export const excuse: Edit<'excuse'> = (flow, { because, ...given }) => {
  const { step: path, rule } = given
  if (because === null) {
    const others = flow.exceptions.filter((one) => !isOf(given)(one))
    return others.length === flow.exceptions.length
      ? refuse('noExcuse', { path })
      : editOutcome({ ...flow, exceptions: others })
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

/** Returns the lists of a step with a question inserted: after another, first (`null`), or last. */
const withQuestion = (
  step: Step,
  field: string,
  { isOptional, after }: { isOptional: boolean; after?: string | null | undefined },
): Step => {
  const list = isOptional ? 'optional' : 'fields'
  const questions = [...(step[list] ?? [])]
  const other = isOptional ? step.fields : step.optional
  const isFirst = after === null || (isOptional && typeof after === 'string' && other?.includes(after))
  const place = typeof after === 'string' ? questions.indexOf(after) + 1 : 0
  questions.splice(isFirst ? 0 : place || questions.length, 0, field)
  return stepWith(step, { [list]: questions })
}

/** Returns a step without a question. */
export const withoutQuestion = (step: Step, field: string): Step =>
  stepWith(step, {
    ...(step.fields && { fields: step.fields.filter((one) => one !== field) }),
    ...(step.optional && { optional: step.optional.filter((one) => one !== field) }),
    ...(step.choices && { choices: withoutKey(step.choices, field) }),
  })

const removed = (flow: Flow, path: string, field: string) => {
  const step = flow.steps[path]!
  const sideEffects: SideEffect[] = [
    ...(isAskedElsewhere(flow, path, field) ? [] : [sideEffect('questionGone', { field, path })]),
    ...(step.choices?.[field] ? [sideEffect('choicesDropped', { field, path })] : []),
  ]
  return editOutcome({ ...flow, steps: { ...flow.steps, [path]: withoutQuestion(step, field) } }, sideEffects)
}

/** Adds, moves or removes a question, or makes it optional or required. */
export const placeQuestion: Edit<'placeQuestion'> = (flow, { field, from, to, after, optional }) => {
  const source = from === undefined ? undefined : flow.steps[from]
  if (from !== undefined && !source) return refuse('noStep', { path: from })
  if (source && !fieldNamesOf(source).includes(field)) return refuse('noQuestion', { field, path: from! })
  if (to === undefined) return removed(flow, from!, field)
  const rest = source && withoutQuestion(source, field)
  const target = to === from ? rest : flow.steps[to]
  if (!target) return refuse('noStep', { path: to })
  if (!source && !Object.hasOwn(flow.fields, field)) return refuse('noQuestion', { field, path: to })
  if (fieldNamesOf(target).includes(field)) return refuse('questionHere', { field, path: to })
  if (typeof after === 'string' && !fieldNamesOf(target).includes(after))
    return refuse('noQuestion', { field: after, path: to })

  const wasOptional = Boolean(source?.optional?.includes(field))
  const isSwitched = to === from && optional !== undefined
  if (isSwitched && optional === wasOptional) return refuse('nothingChanges')
  const isOptional = optional ?? wasOptional
  const placed = withQuestion(target, field, { isOptional, after: isSwitched && isOptional ? null : after })
  const chosen = source?.choices?.[field]
  const choices = { ...placed.choices, ...(chosen && { [field]: chosen }) }
  const withChoices = stepWith(placed, { choices })
  return editOutcome({ ...flow, steps: { ...flow.steps, ...(rest && { [from!]: rest }), [to]: withChoices } })
}

const offered = (flow: Flow, field: string) =>
  (definitionOf(flow, field)?.options ?? []).map((one) => (typeof one === 'string' ? one : one.value))

/** Sets other members of a step. Choices of a question must be options that it has. */
export const setStep: Edit<'setStep'> = (flow, { step: path, members: { choices, ...members } }) => {
  const step = flow.steps[path]
  if (!step) return refuse('noStep', { path })
  if (members.home && !flow.steps[members.home]) return refuse('noStep', { path: members.home })
  let narrowed = step.choices ?? {}
  for (const [field, values] of Object.entries(choices ?? {})) {
    if (!fieldNamesOf(step).includes(field)) return refuse('noQuestion', { field, path })
    if (values && (!values.length || values.some((value) => !offered(flow, field).includes(value))))
      return refuse('badQuestion', { field })
    narrowed = values ? { ...narrowed, [field]: [...values] } : withoutKey(narrowed, field)
  }
  return editOutcome(withStep(flow, path, { ...members, ...(choices && { choices: narrowed }) }))
}
