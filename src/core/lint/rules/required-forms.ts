import type { Form } from '../../../../schema/steps'
import { type Effect, type FormSubject, type HostEffect, rules } from '../../../../schema/vocabulary'
import { questionsIn } from '../../flow/host-forms'
import { error, type Finding, type LintContext, unknownName } from '../findings'

/** One form: its name, its JSON pointer, and its subject. */
export type FormContext = { context: LintContext; name: string; form: Form; of: FormSubject; at: string }
export type FormRule = (seen: FormContext) => Finding[]

/** The forms that the host's pages open, and the effect each must have. Without one, a page would be empty. */
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

/** What each effect of a host form saves, and the answers it needs. */
const work: Readonly<Record<HostEffect, { of: FormSubject; needs: readonly string[] }>> = {
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
export const requiredForms = ({ flow }: LintContext): Finding[] =>
  Object.entries(formsOfPages).flatMap(([name, effect]) => {
    const form = flow.forms[name]
    if (!form) {
      const others = Object.keys(flow.forms).filter((other) => !Object.hasOwn(formsOfPages, other))
      return [unknownName('formLacking', '/forms', { form: name }, others)]
    }
    return effect && form.do !== effect ? [error('effectLacking', `/forms/${name}`, { effect, form: name })] : []
  })

/** Checks that some step begins, admits by code, sends and ends a check-in. */
export const requiredEffects = ({ flow }: LintContext): Finding[] =>
  neededEffects
    .filter((effect) => !Object.values(flow.steps).some((step) => step.do === effect))
    .map((effect) => error('effectLacking', '/steps', { effect, form: 'steps' }))

/** Checks that a form's effect fits its subject, and that the form always asks what the effect needs. */
export const effectFits: FormRule = ({ context: { flow }, form, of, at, name }) => {
  if (!form.do) return []
  const { of: subject, needs } = work[form.do]
  if (subject !== of) return [error('wrongSubject', `${at}/do`, { effect: form.do, value: of, values: subject })]
  const always = (form.sections ?? []).filter(({ when }) => !when).flatMap((section) => questionsIn(flow, of, section))
  const asked = always.filter(({ optional }) => !optional).map(({ key }) => key)
  return needs
    .filter((key) => !asked.includes(key))
    .map((field) => error('questionLacking', `${at}/sections`, { field, form: name }))
}
