import type { Flow, Step } from '../../../../schema/steps'
import { definitionOf, fieldNamesOf } from '../../flow/fields'
import type { Consequence } from '../operations'
import { type Edit, editOutcome, isSame, refuse, sideEffect, stepWith, withoutKey, withStep } from './editing'

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

const isAskedElsewhere = (flow: Flow, path: string, field: string) =>
  Object.entries(flow.steps).some(
    ([other, step]) =>
      other !== path && fieldNamesOf(step).includes(field) && isSame(step.guest, flow.steps[path]!.guest),
  )

const removed = (flow: Flow, path: string, field: string) => {
  const step = flow.steps[path]!
  const along: Consequence[] = [
    ...(isAskedElsewhere(flow, path, field) ? [] : [sideEffect('questionGone', { field, path })]),
    ...(step.choices?.[field] ? [sideEffect('choicesDropped', { field, path })] : []),
  ]
  return editOutcome({ ...flow, steps: { ...flow.steps, [path]: withoutQuestion(step, field) } }, along)
}

/** Adds, moves or removes a question, or makes it optional or required. */
export const placeQuestion: Edit<'placeQuestion'> = (flow, { field, from, to, after, optional }) => {
  const source = from === undefined ? undefined : flow.steps[from]
  if (from !== undefined && !source) return refuse('noStep', { path: from })
  if (source && !fieldNamesOf(source).includes(field)) return refuse('noQuestion', { field, path: from! })
  if (to === undefined) return removed(flow, from!, field)
  const taken = source && withoutQuestion(source, field)
  const target = to === from ? taken : flow.steps[to]
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
  const whole = stepWith(placed, { choices })
  return editOutcome({ ...flow, steps: { ...flow.steps, ...(taken && { [from!]: taken }), [to]: whole } })
}

const offered = (flow: Flow, field: string) =>
  (definitionOf(flow, field)?.options ?? []).map((one) => (typeof one === 'string' ? one : one.value))

/** The edit of a step's other members; the choices of a question are options that it has. */
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
