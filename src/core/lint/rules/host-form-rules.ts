import { code } from '../../../../schema/code'
import { type FormSubject, type HostEffect, hostEffectTable } from '../../../../schema/host-vocabulary'
import { policeAccount, regionStructure } from '../../../../schema/offices'
import { settings } from '../../../../schema/settings'
import type { Flow, Form, Section } from '../../../../schema/steps'
import { type Effect, rules } from '../../../../schema/vocabulary'
import { fieldNamesOf } from '../../flow/fields'
import { allSections, definitionIn, type HostQuestion, questionsIn, subjectOf } from '../../flow/host-forms'
import { nameResolver, shortOf } from '../../flow/names'
import { isField, optionValues, pointer } from '../domains'
import {
  badValues,
  error,
  type Finding,
  type LintContext,
  textsOf,
  unknownName,
  unknownOutcomes,
  unknownPathCheck,
} from '../findings'

type FormContext = {
  context: LintContext
  name: string
  form: Form
  of: FormSubject
  at: string
  /** What all its sections ask. */
  asked: readonly HostQuestion[]
}
type FormRule = (seen: FormContext) => Finding[]

/** The forms that host pages open, with their effects. */
const formsOfPages: Readonly<Record<string, HostEffect | undefined>> = {
  login: 'signIn',
  again: 'signIn',
  settings: undefined,
  code: 'saveCode',
  ross1000: undefined,
  newCheckin: 'createCheckin',
  edit: 'updateCheckin',
  duplicate: 'duplicateCheckin',
}

/** The subject that each effect of a host form saves, and the answers it needs. */
const saved: Readonly<Record<HostEffect, { of: FormSubject; needs: readonly string[] }>> = {
  signIn: { of: 'access', needs: ['pin'] },
  changePin: { of: 'access', needs: ['current', 'newPin', 'newPinAgain'] },
  saveSettings: { of: 'settings', needs: [] },
  saveGroup: { of: 'settings', needs: [] },
  saveCode: { of: 'code', needs: ['code'] },
  saveAccount: { of: 'account', needs: ['name', 'user', 'password', 'wsKey', 'category'] },
  saveStructure: { of: 'structure', needs: ['structureCode', 'region', 'user', 'password', 'firstDay'] },
  createCheckin: {
    of: 'checkin',
    needs: ['reservationCode', 'arrivalDate', 'numberOfNights', 'mainGuestName', 'mainGuestLastName'],
  },
  updateCheckin: { of: 'checkin', needs: [] },
  duplicateCheckin: { of: 'copy', needs: ['arrivalDate', 'reservationCode'] },
}

const neededEffects: readonly Effect[] = [
  ...(Object.keys(rules) as Effect[]).filter((effect) => rules[effect].begins || rules[effect].ends),
  'acceptCode',
  'submit',
]

/** Checks that each form of the host's pages exists and has the expected effect. */
const requiredForms = ({ flow }: LintContext): Finding[] =>
  Object.entries(formsOfPages).flatMap(([name, effect]) => {
    const form = flow.forms[name]
    if (!form) {
      const others = Object.keys(flow.forms).filter((other) => !Object.hasOwn(formsOfPages, other))
      return [unknownName('formLacking', '/forms', { form: name }, others)]
    }
    return effect && form.do !== effect ? [error('effectLacking', `/forms/${name}`, { effect, form: name })] : []
  })

/** Checks that some step begins, admits by code, sends and ends a check-in. */
const requiredEffects = ({ flow }: LintContext): Finding[] =>
  neededEffects
    .filter((effect) => !Object.values(flow.steps).some((step) => step.do === effect))
    .map((effect) => error('effectLacking', '/steps', { effect, form: 'steps' }))

/** Checks that a form's effect fits its subject, and that the form always asks what the effect needs. */
const effectFits: FormRule = ({ context: { flow }, form, of, at, name }) => {
  if (!form.do) return []
  const { of: subject, needs } = saved[form.do]
  if (subject !== of) return [error('wrongSubject', `${at}/do`, { effect: form.do, value: of, values: subject })]
  const always = (form.sections ?? []).filter(({ when }) => !when).flatMap((section) => questionsIn(flow, of, section))
  const asked = always.filter(({ optional }) => !optional).map(({ key }) => key)
  return needs
    .filter((key) => !asked.includes(key))
    .map((field) => error('questionLacking', `${at}/sections`, { field, form: name }))
}

type SectionRule = (seen: FormContext & { section: Section }) => Finding[]

const subjectFields: Partial<Record<FormSubject, readonly string[]>> = {
  settings: Object.keys(settings.properties),
  code: Object.keys(code.properties),
  account: Object.keys(policeAccount.properties),
  structure: Object.keys(regionStructure.properties),
  access: ['pin', 'current', 'newPin', 'newPinAgain'],
}

const exists = (flow: Flow, of: FormSubject, name: string) => subjectFields[of]?.includes(name) ?? isField(flow, name)
const shortNames = (of: FormSubject, names: readonly string[]) =>
  names.filter((name) => name.startsWith(`${of}.`) || !name.includes('.')).map((name) => name.replace(`${of}.`, ''))

/** Checks that `fields` defines every field that a section asks. */
const unknownFields: SectionRule = ({ context: { flow }, of, section, at }) =>
  fieldNamesOf(section).flatMap((field) => {
    if (!definitionIn(flow, of, field))
      return [unknownName('unknownField', at, { field }, shortNames(of, Object.keys(flow.fields)))]
    return exists(flow, of, nameResolver(section.guest)(field))
      ? []
      : [unknownName('fieldWithoutSchema', at, { field }, subjectFields[of] ?? [])]
  })

/** Checks that `choices` limit a field of the section to options the field has. */
const choices: SectionRule = ({ context: { flow }, of, section, at }) =>
  Object.entries(section.choices ?? {}).flatMap(([field, values]) => {
    const named = fieldNamesOf(section)
    const definition = named.includes(field) ? definitionIn(flow, of, field) : undefined
    const place = `${at}/choices/${field}`
    return definition
      ? badValues(place, field, values, optionValues(definition))
      : [unknownName('unknownField', place, { field }, named)]
  })

const unknownFact = ({ asked }: FormContext, at: string, field: string) => {
  const keys = asked.map(({ key }) => key)
  return keys.includes(field) ? [] : [unknownName('unknownFact', at, { field }, keys)]
}

/** Checks that a section's condition reads a field of the same form or a setting, and a possible value. */
const conditions: SectionRule = (seen) =>
  Object.entries(seen.section.when ?? {}).flatMap(([fact, expected]) => {
    const at = `${seen.at}/when/${fact}`
    const definition = seen.asked.find(({ key }) => key === fact)?.definition
    if (!definition) {
      const isSetting = fact.startsWith('settings.') && exists(seen.context.flow, 'settings', fact.slice(9))
      return isSetting ? [] : unknownFact(seen, at, fact)
    }
    const values = definition.control === 'toggle' ? ['yes', 'no'] : definition.options && optionValues(definition)
    return values ? badValues(at, fact, textsOf(expected), values) : []
  })

const lackingWord = (
  { context: { hostWords = {}, words } }: FormContext,
  at: string,
  ...keys: [string, ...string[]]
) =>
  keys.some((key) => (hostWords[key] ?? words.it[key])?.trim())
    ? []
    : [unknownName('wordMissing', at, { word: keys[0], language: 'it', keyword: 'program' }, Object.keys(hostWords))]

/** Checks the words of a section: a label for each question, a word for each option. */
const questionWords: SectionRule = (seen) =>
  questionsIn(seen.context.flow, seen.of, seen.section).flatMap(({ name, definition, choices }) => {
    const { short } = shortOf(name)
    const isChoice = ['select', 'buttons', 'several'].includes(definition.control)
    return ['label', ...(isChoice ? optionValues(definition, choices) : [])].flatMap((part) =>
      lackingWord(seen, seen.at, `${name}.${part}`, `${short}.${part}`),
    )
  })

const sectionRules = [unknownFields, choices, conditions, questionWords]
const sections: FormRule = (seen) =>
  (seen.form.sections ?? []).flatMap((section, i) =>
    sectionRules.flatMap((rule) => rule({ ...seen, section, at: `${seen.at}/sections/${i}` })),
  )

const unknownForms: FormRule = ({ context: { flow }, form, at }) =>
  Object.entries(form.tabs ?? {}).flatMap(([tab, names]) =>
    names
      .filter((name) => !flow.forms[name])
      .map((name) => unknownName('unknownForm', `${at}/tabs/${tab}`, { form: name }, Object.keys(flow.forms))),
  )

const armOutcomes: FormRule = ({ form, at }) =>
  (form.next ?? []).flatMap(({ when }, i) =>
    unknownOutcomes(`${at}/next/${i}/when/outcome`, when?.outcome, form.do, form.do && hostEffectTable[form.do]),
  )

const writtenFacts: FormRule = (seen) =>
  Object.keys(seen.form.set ?? {}).flatMap((name) => unknownFact(seen, `${seen.at}/set/${name}`, name))

const paths: FormRule = ({ context: { flow, elsewhere }, form, at }) => {
  const lost = unknownPathCheck([...Object.keys(flow.steps), ...elsewhere])
  return [...lost(`${at}/back`, form.back), ...(form.next ?? []).flatMap(({ to }, i) => lost(`${at}/next/${i}/to`, to))]
}

const titles: FormRule = (seen) => [
  ...lackingWord(seen, seen.at, `forms.${seen.name}.title`),
  ...Object.keys(seen.form.tabs ?? {}).flatMap((tab) => lackingWord(seen, `${seen.at}/tabs/${tab}`, `tabs.${tab}`)),
]

const formRules = [sections, unknownForms, armOutcomes, writtenFacts, paths, titles, effectFits]

/** Returns the faults of the host's forms; none if no words of the host's pages are given. */
export const hostFormRules = (context: LintContext): Finding[] =>
  context.hostWords
    ? [
        ...requiredForms(context),
        ...requiredEffects(context),
        ...Object.entries(context.flow.forms).flatMap(([name, form]) => {
          const of = subjectOf(form)
          const asked = allSections(form).flatMap((section) => questionsIn(context.flow, of, section))
          const seen = { context, name, form, of, at: `/forms/${pointer(name)}`, asked }
          return formRules.flatMap((rule) => rule(seen))
        }),
      ]
    : []
