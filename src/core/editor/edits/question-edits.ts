import type { Flow, Step } from '../../../../schema/steps'
import { definitionOf, fieldNamesOf } from '../../flow/fields'
import type { Consequence, RefusedEdit } from '../operations'
import { type Edit, editOutcome, isSame, refuse, sideEffect, stepWith, withoutKey, withStep } from './editing'

/** Returns the lists of a step with a question inserted: after another, first (`null`), or last. */
export const withQuestion = (
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

const whyMissing = (flow: Flow, path: string, field: string): RefusedEdit | undefined => {
  const step = flow.steps[path]
  if (!step) return refuse('noStep', { path })
  return fieldNamesOf(step).includes(field) ? undefined : refuse('noQuestion', { field, path })
}

const isAskedElsewhere = (flow: Flow, path: string, field: string) =>
  Object.entries(flow.steps).some(
    ([other, step]) =>
      other !== path && fieldNamesOf(step).includes(field) && isSame(step.guest, flow.steps[path]!.guest),
  )

const addQuestion: Edit<'addQuestion'> = (flow, { step: path, field, optional: isOptional = false, after }) => {
  const step = flow.steps[path]
  if (!step) return refuse('noStep', { path })
  if (!Object.hasOwn(flow.fields, field)) return refuse('noQuestion', { field, path })
  if (fieldNamesOf(step).includes(field)) return refuse('questionHere', { field, path })
  if (typeof after === 'string' && !fieldNamesOf(step).includes(after))
    return refuse('noQuestion', { field: after, path })
  return editOutcome(withStep(flow, path, withQuestion(step, field, { isOptional, after })))
}

const removeQuestion: Edit<'removeQuestion'> = (flow, { step: path, field }) => {
  const no = whyMissing(flow, path, field)
  if (no) return no
  const step = flow.steps[path]!
  const along: Consequence[] = [
    ...(isAskedElsewhere(flow, path, field) ? [] : [sideEffect('questionGone', { field, path })]),
    ...(step.choices?.[field] ? [sideEffect('choicesDropped', { field, path })] : []),
  ]
  return editOutcome({ ...flow, steps: { ...flow.steps, [path]: withoutQuestion(step, field) } }, along)
}

const moveQuestion: Edit<'moveQuestion'> = (flow, { step: path, field, to = path, after }) => {
  const no = whyMissing(flow, path, field)
  if (no) return no
  const from = flow.steps[path]!
  const taken = withoutQuestion(from, field)
  const target = to === path ? taken : flow.steps[to]
  if (!target) return refuse('noStep', { path: to })
  if (fieldNamesOf(target).includes(field)) return refuse('questionHere', { field, path: to })
  if (typeof after === 'string' && !fieldNamesOf(target).includes(after))
    return refuse('noQuestion', { field: after, path: to })
  const isOptional = Boolean(from.optional?.includes(field))
  const choices = from.choices?.[field]
  const placed = withQuestion(target, field, { isOptional, after })
  const whole = choices ? stepWith(placed, { choices: { ...placed.choices, [field]: choices } }) : placed
  return editOutcome({ ...flow, steps: { ...flow.steps, [path]: taken, [to]: whole } })
}

const setOptional: Edit<'setOptional'> = (flow, { step: path, field, optional: isOptional }) => {
  const no = whyMissing(flow, path, field)
  if (no) return no
  const step = flow.steps[path]!
  if (Boolean(step.optional?.includes(field)) === isOptional) return refuse('nothingChanges')
  const moved = withQuestion(withoutQuestion(step, field), field, { isOptional, ...(isOptional && { after: null }) })
  return editOutcome({ ...flow, steps: { ...flow.steps, [path]: stepWith(moved, { choices: step.choices }) } })
}

const setChoices: Edit<'setChoices'> = (flow, { step: path, field, choices }) => {
  const no = whyMissing(flow, path, field)
  if (no) return no
  const step = flow.steps[path]!
  const offered = (definitionOf(flow, field)?.options ?? []).map((one) => (typeof one === 'string' ? one : one.value))
  if (choices && (!choices.length || choices.some((value) => !offered.includes(value))))
    return refuse('badQuestion', { field })
  const left = withoutKey(step.choices ?? {}, field)
  return editOutcome(withStep(flow, path, { choices: choices ? { ...step.choices, [field]: choices } : left }))
}

/** The edits of a step's questions. */
export const questionEdits = { addQuestion, removeQuestion, moveQuestion, setOptional, setChoices }
