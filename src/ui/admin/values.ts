import { code as codeSchema } from '../../../schema/code'
import { settings as settingsSchema, type Settings } from '../../../schema/settings'
import type { Draft } from '../../../schema/checkin'
import type { Subject } from '../../../schema/vocabulary'
import { broken, type Fault } from '../../core/check'
import { hostHouse, hostSettings } from './host'

type Rule = { type?: string }
const rules: Partial<Record<Subject, { [name: string]: Rule }>> = { settings: settingsSchema.properties, code: codeSchema.properties }

/** A value as a form holds it: flags read yes and no, numbers as digits. */
const textOf = (value: unknown) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value ?? ''))

/** What is kept of anything, as a form holds it: flat text. */
export const flat = (record: object): Draft => Object.fromEntries(Object.entries(record).filter(([, value]) => typeof value !== 'object').map(([name, value]) => [name, textOf(value)]))

const types: { [type: string]: (text: string) => unknown } = { boolean: (text) => text === 'yes', integer: Number }

/** A form's answers as the schema of what it is about has them. */
export const typed = (of: Subject, answers: Draft): { [name: string]: unknown } =>
  Object.fromEntries(Object.entries(answers).map(([name, text]) => [name, (types[rules[of]?.[name]?.type ?? ''] ?? ((same: string) => same))(text ?? '')]))

const given = (answers: Draft) => Object.fromEntries(Object.entries(answers).filter(([, value]) => value))
const checkRecord = (answers: Draft) => broken(hostHouse.get()!.checker.validate, given(answers))

/** What the schemas refuse in a form's answers, by what the form is about. */
export const checks: Record<Subject, (answers: Draft, id?: number | string) => Fault[]> = {
  checkin: checkRecord,
  copy: checkRecord,
  settings: (answers) => broken(hostHouse.get()!.validateSettings, typed('settings', answers)),
  code: (answers, id = 'new') => {
    const taken = hostSettings.get()?.reservationCodes.some((one) => one.id !== id && one.code.toUpperCase() === answers.code)
    const wrong = broken(hostHouse.get()!.validateCode, { ...typed('code', given(answers)), id: String(id) })
    return taken ? [...wrong, { field: 'code', rule: 'taken' }] : wrong
  },
  access: (answers) => {
    const unlike = Object.entries(given(answers)).filter(([, pin]) => !/^[0-9]{4}$/.test(pin!)).map(([field]): Fault => ({ field, rule: 'pattern' }))
    return answers.newPinAgain && answers.newPin !== answers.newPinAgain ? [...unlike, { field: 'newPinAgain', rule: 'same' }] : unlike
  },
}

/** What turns a way of paying or writing on, and what tells that it was never set up: until then a form shows it on. */
const switches = { enablePayPal: 'paypalLink', enableSMTP2GO: 'smtp2goUsername', enableStripe: 'stripePublicKey' } as const

/** The settings as the forms show them. */
export const settingValues = (settings: Settings): Draft => ({
  ...flat(settings),
  adminPin: '',
  ...Object.fromEntries(Object.entries(switches).filter(([, proof]) => !settings[proof]).map(([name]) => [name, 'yes'])),
})
