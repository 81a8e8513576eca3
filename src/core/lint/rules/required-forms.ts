import type { Form } from '../../../../schema/steps'
import { type Effect, type FormSubject, type HostEffect, rules } from '../../../../schema/vocabulary'
import { questionsIn } from '../../flow/host-forms'
import { error, type Finding, type LintContext, misnamed } from '../findings'

/** One form as its rules see it: its name, its JSON pointer, what it is about. */
export type FormContext = { context: LintContext; name: string; form: Form; of: FormSubject; at: string }
export type FormRule = (seen: FormContext) => Finding[]

/** The forms the host's pages open by name, and what each must do; without one of them a page stays empty. */
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

/** What each effect of a host's form saves, and the answers it cannot do without, under their keys. */
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

/** The effects without which no check-in begins, is let in, is sent or ends. */
const neededEffects: readonly Effect[] = [
  ...(Object.keys(rules) as Effect[]).filter((effect) => rules[effect].begins || rules[effect].ends),
  'acceptCode',
  'submit',
]

/** Every form the host's pages open is there and does what its page expects. */
export const requiredForms = ({ flow }: LintContext): Finding[] =>
  Object.entries(formsOfPages).flatMap(([name, effect]) => {
    const form = flow.forms[name]
    if (!form) {
      const others = Object.keys(flow.forms).filter((other) => !Object.hasOwn(formsOfPages, other))
      return [misnamed('formLacking', '/forms', { form: name }, others)]
    }
    return effect && form.do !== effect ? [error('effectLacking', `/forms/${name}`, { effect, form: name })] : []
  })

/** Some step begins a check-in, one lets in by a code, one sends it, and one ends it. */
export const requiredEffects = ({ flow }: LintContext): Finding[] =>
  neededEffects
    .filter((effect) => !Object.values(flow.steps).some((step) => step.do === effect))
    .map((effect) => error('effectLacking', '/steps', { effect, form: 'steps' }))

/** A form's effect is about what the form is about, and the form always asks what the effect needs. */
export const doesItsWork: FormRule = ({ context: { flow }, form, of, at, name }) => {
  if (!form.do) return []
  const { of: subject, needs } = work[form.do]
  if (subject !== of) return [error('wrongSubject', `${at}/do`, { effect: form.do, value: of, values: subject })]
  const always = (form.sections ?? []).filter(({ when }) => !when).flatMap((section) => questionsIn(flow, of, section))
  const asked = always.filter(({ optional }) => !optional).map(({ key }) => key)
  return needs
    .filter((key) => !asked.includes(key))
    .map((field) => error('questionLacking', `${at}/sections`, { field, form: name }))
}
