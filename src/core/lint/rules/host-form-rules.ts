import { code } from '../../../../schema/code'
import { policeAccount, regionStructure } from '../../../../schema/offices'
import { settings } from '../../../../schema/settings'
import type { FieldDefinition, Flow } from '../../../../schema/steps'
import { hostEffects, type Subject } from '../../../../schema/vocabulary'
import { definitionIn, questionsIn, subjectOf } from '../../flow/host-forms'
import { nameResolver } from '../../flow/names'
import { isField, pointer } from '../domains'
import { error, type Finding, hint, impossible, type LintContext } from '../findings'
import type { FormContext, FormRule } from './form-context'
import { doesItsWork, requiredEffects, requiredForms } from './required-forms'

const pins = ['pin', 'current', 'newPin', 'newPinAgain']

/** The names a subject's fields can have; a check-in's are looked up in its schema. */
const subjectFields: Partial<Record<Subject, readonly string[]>> = {
  settings: Object.keys(settings.properties),
  code: Object.keys(code.properties),
  account: Object.keys(policeAccount.properties),
  structure: Object.keys(regionStructure.properties),
  access: pins,
}

const exists = (flow: Flow, of: Subject, name: string) => subjectFields[of]?.includes(name) ?? isField(flow, name)
const shortNames = (of: Subject, names: readonly string[]) =>
  names.filter((name) => name.startsWith(`${of}.`) || !name.includes('.')).map((name) => name.replace(`${of}.`, ''))
const sectionAt = ({ at }: FormContext, i: number) => `${at}/sections/${i}`

/** Every field a form asks is one that `fields` says how to ask, of what the form is about. */
const unknownFields: FormRule = (seen) => {
  const {
    context: { flow },
    form,
    of,
  } = seen
  const known = shortNames(of, Object.keys(flow.fields))
  return (form.sections ?? []).flatMap((section, i) =>
    [...(section.fields ?? []), ...(section.optional ?? [])].flatMap((field): Finding[] => {
      if (!definitionIn(flow, of, field))
        return [error('unknownField', sectionAt(seen, i), { field }, hint(field, known))]
      return exists(flow, of, nameResolver(section.guest)(field))
        ? []
        : [error('fieldWithoutSchema', sectionAt(seen, i), { field }, hint(field, subjectFields[of] ?? []))]
    }),
  )
}

/** Every form a tab shows exists. */
const unknownForms: FormRule = ({ context: { flow }, form, at }) =>
  Object.entries(form.tabs ?? {}).flatMap(([tab, names]) =>
    names
      .filter((name) => !flow.forms[name])
      .map((name) => error('unknownForm', `${at}/tabs/${tab}`, { form: name }, hint(name, Object.keys(flow.forms)))),
  )

const offeredBy = ({ options = [] }: FieldDefinition) =>
  options.map((option) => (typeof option === 'string' ? option : option.value))

/** Every field a section narrows is one it asks, to answers the field offers. */
const choices: FormRule = (seen) => {
  const {
    context: { flow },
    form,
    of,
  } = seen
  return (form.sections ?? []).flatMap((section, i) =>
    Object.entries(section.choices ?? {}).flatMap(([field, values]): Finding[] => {
      const at = `${sectionAt(seen, i)}/choices/${field}`
      const named = [...(section.fields ?? []), ...(section.optional ?? [])]
      const definition = named.includes(field) ? definitionIn(flow, of, field) : undefined
      if (!definition) return [error('unknownField', at, { field }, hint(field, named))]
      const offered = offeredBy(definition)
      return values.filter((value) => !offered.includes(value)).map((value) => impossible(at, field, value, offered))
    }),
  )
}

const askedIn = ({ context: { flow }, form, of }: FormContext) =>
  (form.sections ?? []).flatMap((section) => questionsIn(flow, of, section))

/**
 * What a section's condition names is asked in the same form, or is a setting; what it expects is an answer there can
 * be.
 */
const sectionConditions: FormRule = (seen) => {
  const { context, form } = seen
  const asked = askedIn(seen)
  const keys = asked.map(({ key }) => key)
  const isSetting = (fact: string) => fact.startsWith('settings.') && exists(context.flow, 'settings', fact.slice(9))
  return (form.sections ?? []).flatMap(({ when }, i) =>
    Object.entries(when ?? {}).flatMap(([fact, expected]): Finding[] => {
      const at = `${sectionAt(seen, i)}/when/${fact}`
      const question = asked.find(({ key }) => key === fact)
      if (!question) return isSetting(fact) ? [] : [error('unknownFact', at, { field: fact }, hint(fact, keys))]
      const { control, options } = question.definition
      const values = control === 'toggle' ? ['yes', 'no'] : options && offeredBy(question.definition)
      if (!values || typeof expected === 'boolean') return []
      return [expected]
        .flat()
        .filter((value) => !values.includes(value))
        .map((value) => impossible(at, fact, value, values))
    }),
  )
}

/** The outcome an arm waits for is one the form's effect can have. */
const armOutcomes: FormRule = ({ form, at }) => {
  const outcomes: readonly string[] = form.do ? hostEffects[form.do] : []
  return (form.next ?? []).flatMap(({ when }, i) => {
    const expected = when?.outcome
    const values = expected === undefined || typeof expected === 'boolean' ? [] : [expected].flat()
    const where = `${at}/next/${i}/when/outcome`
    return values
      .filter((value) => !outcomes.includes(value))
      .map((value) => error('unknownOutcome', where, { outcome: value, effect: form.do ?? '-' }, hint(value, outcomes)))
  })
}

/** What a form's `set` writes is asked in it. */
const writtenFacts: FormRule = (seen) => {
  const keys = askedIn(seen).map(({ key }) => key)
  return Object.keys(seen.form.set ?? {})
    .filter((name) => !keys.includes(name))
    .map((name) => error('unknownFact', `${seen.at}/set/${name}`, { field: name }, hint(name, keys)))
}

/** Every address a form leads to exists. */
const paths: FormRule = ({ context: { flow, elsewhere }, form, at }) => {
  const known = [...Object.keys(flow.steps), ...elsewhere]
  const lost = (where: string, to: unknown) =>
    typeof to === 'string' && to.startsWith('/') && !known.includes(to)
      ? [error('unknownPath', where, { path: to }, hint(to, known))]
      : []
  return [...lost(`${at}/back`, form.back), ...(form.next ?? []).flatMap(({ to }, i) => lost(`${at}/next/${i}/to`, to))]
}

/** The words a form cannot be shown without. */
const words: FormRule = (seen) => {
  const {
    context: {
      flow,
      hostWords = {},
      words: { it },
    },
    name,
    form,
    of,
    at,
  } = seen
  const isSaid = (...keys: string[]) => keys.some((key) => (hostWords[key] ?? it[key])?.trim())
  const lacks = (where: string, ...keys: string[]) =>
    isSaid(...keys)
      ? []
      : [
          error(
            'wordMissing',
            where,
            { word: keys[0]!, language: 'it', file: 'host.it.json' },
            hint(keys[0]!, Object.keys(hostWords)),
          ),
        ]
  const questions = (form.sections ?? []).flatMap((section, i) =>
    questionsIn(flow, of, section).flatMap((question) => {
      const { name: field, definition } = question
      const short = field.replace(/^(?:main|second|third)Guest([A-Z])/, (_, letter: string) => letter.toLowerCase())
      const chosen = ['select', 'buttons', 'several'].includes(definition.control)
        ? offeredBy(definition).filter((value) => question.choices?.includes(value) ?? true)
        : []
      return [
        ...lacks(sectionAt(seen, i), `${field}.label`, `${short}.label`),
        ...chosen.flatMap((value) => lacks(sectionAt(seen, i), `${field}.${value}`, `${short}.${value}`)),
      ]
    }),
  )
  return [
    ...lacks(at, `forms.${name}.title`),
    ...Object.keys(form.tabs ?? {}).flatMap((tab) => lacks(`${at}/tabs/${tab}`, `tabs.${tab}`)),
    ...questions,
  ]
}

const rules: FormRule[] = [
  unknownFields,
  unknownForms,
  choices,
  sectionConditions,
  armOutcomes,
  writtenFacts,
  paths,
  words,
  doesItsWork,
]

/** What is wrong with the host's forms; nothing is asked of them where no host's words are given. */
export const hostFormRules = (context: LintContext): Finding[] =>
  context.hostWords
    ? [
        ...requiredForms(context),
        ...requiredEffects(context),
        ...Object.entries(context.flow.forms).flatMap(([name, form]) =>
          rules.flatMap((rule) => rule({ context, name, form, of: subjectOf(form), at: `/forms/${pointer(name)}` })),
        ),
      ]
    : []
