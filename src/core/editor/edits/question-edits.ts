import type { Flow, Step } from '../../../../schema/steps'
import { fieldNamesOf } from '../../flow/fields'
import type { Consequence, RefusedEdit } from '../operations'
import { changed, type Edit, goesAlong, isSame, refused, stepWith, without, withStep } from './editing'

/** The lists of a step's questions with one put in: after another, first (`null`), or last. */
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

/** A step that no longer asks a question. */
export const withoutQuestion = (step: Step, field: string): Step =>
  stepWith(step, {
    ...(step.fields && { fields: step.fields.filter((one) => one !== field) }),
    ...(step.optional && { optional: step.optional.filter((one) => one !== field) }),
    ...(step.choices && { choices: without(step.choices, field) }),
  })

/** Why a question on a step cannot be changed, if it cannot. */
const lacking = (flow: Flow, path: string, field: string): RefusedEdit | undefined => {
  const step = flow.steps[path]
  if (!step) return refused('noStep', { path })
  return fieldNamesOf(step).includes(field) ? undefined : refused('noQuestion', { field, path })
}

/** Whether any other step asks a question of the same guest. */
const isAskedElsewhere = (flow: Flow, path: string, field: string) =>
  Object.entries(flow.steps).some(
    ([other, step]) =>
      other !== path && fieldNamesOf(step).includes(field) && isSame(step.guest, flow.steps[path]!.guest),
  )

const addQuestion: Edit<'addQuestion'> = (flow, { step: path, field, optional: isOptional = false, after }) => {
  const step = flow.steps[path]
  if (!step) return refused('noStep', { path })
  if (!Object.hasOwn(flow.fields, field)) return refused('noQuestion', { field, path })
  if (fieldNamesOf(step).includes(field)) return refused('questionHere', { field, path })
  if (typeof after === 'string' && !fieldNamesOf(step).includes(after))
    return refused('noQuestion', { field: after, path })
  return changed(withStep(flow, path, withQuestion(step, field, { isOptional, after })))
}

const removeQuestion: Edit<'removeQuestion'> = (flow, { step: path, field }) => {
  const no = lacking(flow, path, field)
  if (no) return no
  const step = flow.steps[path]!
  const along: Consequence[] = [
    ...(isAskedElsewhere(flow, path, field) ? [] : [goesAlong('questionGone', { field, path })]),
    ...(step.choices?.[field] ? [goesAlong('choicesDropped', { field, path })] : []),
  ]
  return changed({ ...flow, steps: { ...flow.steps, [path]: withoutQuestion(step, field) } }, along)
}

const moveQuestion: Edit<'moveQuestion'> = (flow, { step: path, field, to = path, after }) => {
  const no = lacking(flow, path, field)
  if (no) return no
  const from = flow.steps[path]!
  const taken = withoutQuestion(from, field)
  const target = to === path ? taken : flow.steps[to]
  if (!target) return refused('noStep', { path: to })
  if (fieldNamesOf(target).includes(field)) return refused('questionHere', { field, path: to })
  if (typeof after === 'string' && !fieldNamesOf(target).includes(after))
    return refused('noQuestion', { field: after, path: to })
  const isOptional = Boolean(from.optional?.includes(field))
  const choices = from.choices?.[field]
  const placed = withQuestion(target, field, { isOptional, after })
  const whole = choices ? stepWith(placed, { choices: { ...placed.choices, [field]: choices } }) : placed
  return changed({ ...flow, steps: { ...flow.steps, [path]: taken, [to]: whole } })
}

const setOptional: Edit<'setOptional'> = (flow, { step: path, field, optional: isOptional }) => {
  const no = lacking(flow, path, field)
  if (no) return no
  const step = flow.steps[path]!
  if (Boolean(step.optional?.includes(field)) === isOptional) return refused('nothingChanges')
  const moved = withQuestion(withoutQuestion(step, field), field, { isOptional, ...(isOptional && { after: null }) })
  return changed({ ...flow, steps: { ...flow.steps, [path]: stepWith(moved, { choices: step.choices }) } })
}

const setChoices: Edit<'setChoices'> = (flow, { step: path, field, choices }) => {
  const no = lacking(flow, path, field)
  if (no) return no
  const step = flow.steps[path]!
  const offered = (flow.fields[field]?.options ?? []).map((one) => (typeof one === 'string' ? one : one.value))
  if (choices && (!choices.length || choices.some((value) => !offered.includes(value))))
    return refused('badQuestion', { field })
  const left = without(step.choices ?? {}, field)
  return changed(withStep(flow, path, { choices: choices ? { ...step.choices, [field]: choices } : left }))
}

/** How a step's questions are changed. */
export const questionEdits = { addQuestion, removeQuestion, moveQuestion, setOptional, setChoices }
