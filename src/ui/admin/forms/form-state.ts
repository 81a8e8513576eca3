import type { Checkin, Draft } from '../../../../schema/checkin'
import type { FormSubject } from '../../../../schema/host-vocabulary'
import type { Settings } from '../../../../schema/settings'
import type { Flow, Form } from '../../../../schema/steps'
import { party } from '../../../core/checkin/party'
import { changesOf } from '../../../core/flow/arms'
import { type Facts, facts } from '../../../core/flow/facts'
import { defaultOf, withAnswer } from '../../../core/flow/fields'
import { allSections, type HostQuestion, questionsIn, sectionsOf, subjectOf } from '../../../core/flow/host-forms'
import { shortOf } from '../../../core/flow/names'
import { type Fault, trimmed } from '../../../core/flow/validation'
import { autoEnabled, checks } from './values'

/** A form's subject and answers so far. `day` is today, `YYYY-MM-DD`; no `id` for something new. */
type FormInput = {
  flow: Flow
  form: Form
  values: Draft
  /** Answers over those that the form sets. */
  preset?: Draft | undefined
  edits: Draft
  settings: Settings | undefined
  day: string
  id?: number | string | undefined
}

/** Returns a question for the host: without autofill, except for the PIN, and with few default answers. */
const forHost = (question: HostQuestion, of: FormSubject, isNew: boolean): HostQuestion => {
  if (of === 'access') return question
  const { autocomplete: _, default: usual, ...definition } = question.definition
  const isKept = usual !== undefined && (of !== 'checkin' || (isNew && typeof usual === 'object' && 'by' in usual))
  return { ...question, definition: { ...definition, ...(isKept && { default: usual }) } }
}

/** Tests whether no tax rule of the house depends on a question: the form then does not ask it. */
const isUnusedByTax: { readonly [field: string]: (rules: Settings['taxRules']) => boolean } = {
  nightPrice: (rules) => rules.every(({ rates }) => rates.every(({ basis }) => basis.kind === 'fixed')),
  groupSize: (rules) => rules.every(({ reliefs }) => reliefs.every(({ per }) => !per)),
  taxRelief: (rules) =>
    rules.every(({ reliefs }) => reliefs.every(({ kind }) => kind === 'minor' || kind === 'senior')),
}

const emptied = (changes: { [field: string]: string | null | undefined }): Draft =>
  Object.fromEntries(Object.entries(changes).map(([field, value]) => [field, value ?? '']))

/**
 * Returns the state of a form with the edits so far. `base` are the initial answers, `most` is the most guests, `all`
 * are all questions, `asked` those of the shown `sections`.
 */
export const formState = ({ flow, form, values, preset, edits, settings, day, id }: FormInput) => {
  const of = subjectOf(form)
  const isNew = id === undefined && of !== 'settings'
  const base: Draft = { ...values, ...emptied(changesOf(form.set, facts({ today: day }, settings))), ...preset }
  const now: Draft = { ...base, ...(of === 'settings' && autoEnabled(base, edits)), ...edits }
  // Guests beyond a limit that was lowered since can still be corrected.
  const most = Math.max(settings?.mostGuests ?? 0, party(base as unknown as Checkin).length)
  const all = allSections(form, most)
    .flatMap((section) => questionsIn(flow, of, section))
    .map((question) => forHost(question, of, isNew))
  const readyWith = (given: Facts): Draft =>
    isNew ? Object.fromEntries(all.map(({ key, definition }) => [key, defaultOf(definition, given)])) : {}
  // Defaults that depend on other answers are facts too, for example what follows from a telephone prefix.
  const known = facts({ ...readyWith(facts({ ...readyWith({}), ...now }, settings)), ...now }, settings)
  const answerIn =
    (draft: Draft) =>
    ({ key, definition }: HostQuestion) =>
      draft[key] ?? ((isNew && defaultOf(definition, known)) || '')
  const sections = sectionsOf(form, known, most)
  const isNeedless = ({ key }: HostQuestion) =>
    !base[key] && isUnusedByTax[shortOf(key).short]?.(settings?.taxRules ?? [])
  const asked = all.filter((question) => sections.includes(question.section) && !isNeedless(question))
  const [answerTo, begun] = [answerIn(now), answerIn(base)]
  const isChanged = form.do !== 'signIn' && asked.some((question) => answerTo(question) !== begun(question))
  return { of, isNew, base, most, known, all, asked, sections, answerTo, isChanged }
}

type FormState = ReturnType<typeof formState>

/** Returns the answers to send, `extra` over those shown. A check-in loses the answers it no longer asks. */
export const answersOf = (
  { of, isNew, base, most, all, asked, sections, answerTo }: FormState,
  { form, settings, edits }: Pick<FormInput, 'form' | 'settings' | 'edits'>,
  extra: Draft = {},
): Draft => {
  const shown = asked.map((question) => [question.key, trimmed(extra[question.key] ?? answerTo(question))] as const)
  const before = sectionsOf(form, facts(base, settings), most)
  const hidden = all
    .filter(({ section }) => before.includes(section) && !sections.includes(section))
    .map(({ key }) => [key, ''] as const)
  // If a guest changes place in the party, the answers to the house's own questions move too, even if not asked here.
  const moved = Object.entries(edits).filter(([key]) => !all.some((question) => question.key === key))
  // A check-in loses the answers of a section that the host has just switched off; a setting keeps its value.
  return Object.fromEntries(of === 'settings' ? shown : [...(isNew ? [] : [...moved, ...hidden]), ...shown])
}

/** Returns at most one fault for each question. */
export const faultsIn = ({ of, asked }: FormState, answers: Draft, id?: number | string): Fault[] => {
  const wrong = checks[of](answers, id)
  return asked.flatMap(({ key, optional }): Fault[] => {
    if (!answers[key]) return optional ? [] : [{ field: key, rule: 'required' }]
    return wrong.filter(({ field }) => field === key).slice(0, 1)
  })
}

/** Returns the changes that one answer causes: itself, and emptied answers that it makes meaningless. */
export const changesOfAnswer = (flow: Flow, now: Draft, field: string, value: string): Draft => {
  const after = now[field] ? withAnswer(flow, now, field, value) : now
  const gone = Object.keys(now).filter((other) => now[other] && !(other in after))
  return { ...Object.fromEntries(gone.map((other) => [other, ''])), [field]: value }
}
