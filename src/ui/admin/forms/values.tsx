import type { ReactNode } from 'react'
import type { Draft } from '../../../../schema/checkin'
import { code as codeSchema } from '../../../../schema/code'
import type { FormSubject } from '../../../../schema/host-vocabulary'
import { type SettingName, type Settings, settings as settingsSchema } from '../../../../schema/settings'
import { isUsualCin } from '../../../core/checkin/code-entry'
import { isUnderAge } from '../../../core/checkin/party'
import type { Facts } from '../../../core/flow/facts'
import { schemaFaults } from '../../../core/flow/schema-faults'
import type { Fault } from '../../../core/flow/validation'
import { say, today } from '../../shared/published'
import { hostHouse, hostSettings } from '../session/host'

const rules: Partial<Record<FormSubject, { [name: string]: { type?: string } }>> = {
  settings: settingsSchema.properties,
  code: codeSchema.properties,
}

const textOf = (value: unknown) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value ?? ''))

/** Returns a record as answers of a form. */
export const asAnswers = (record: object): Draft =>
  Object.fromEntries(
    Object.entries(record)
      .filter(([, value]) => typeof value !== 'object')
      .map(([name, value]) => [name, textOf(value)]),
  )

const types: { [type: string]: (text: string) => unknown } = { boolean: (text) => text === 'yes', integer: Number }

/** Returns a form's answers in the types of their schema. */
export const asTyped = (of: FormSubject, answers: Draft): { [name: string]: unknown } =>
  Object.fromEntries(
    Object.entries(answers).map(([name, text]) => [
      name,
      (types[rules[of]?.[name]?.type ?? ''] ?? ((same: string) => same))(text ?? ''),
    ]),
  )

/** Returns the answers that are not empty. */
export const filled = (answers: Draft): Draft =>
  Object.fromEntries(Object.entries(answers).filter(([, value]) => value))

const checkRecord = (answers: Draft) => hostHouse.get()!.checker.faultsIn(filled(answers))

export const checks: Record<FormSubject, (answers: Draft, id?: number | string) => Fault[]> = {
  checkin: checkRecord,
  copy: checkRecord,
  settings: (answers) => {
    const wrong = schemaFaults(hostHouse.get()!.validateSettings, asTyped('settings', answers))
    const taken =
      answers.adminAccessCode &&
      hostSettings.get()?.reservationCodes.some(({ code }) => code === answers.adminAccessCode)
    return taken ? [...wrong, { field: 'adminAccessCode', rule: 'taken' }] : wrong
  },
  code: (answers, id = 'new') => {
    const { reservationCodes = [], adminAccessCode = '' } = hostSettings.get() ?? {}
    const taken =
      answers.code &&
      (answers.code === adminAccessCode ||
        reservationCodes.some((one) => one.id !== id && one.code.toUpperCase() === answers.code))
    const wrong = schemaFaults(hostHouse.get()!.validateCode, { ...asTyped('code', filled(answers)), id: String(id) })
    return taken ? [...wrong, { field: 'code', rule: 'taken' }] : wrong
  },
  account: (answers, id = 'new') =>
    schemaFaults(hostHouse.get()!.validateAccount, { ...filled(answers), id: String(id) }),
  structure: (answers, id = 'new') =>
    schemaFaults(hostHouse.get()!.validateStructure, { ...filled(answers), id: String(id) }),
  access: (answers) => {
    const unlike = Object.entries(filled(answers))
      .filter(([, pin]) => !/^[0-9]{4}$/.test(pin!))
      .map(([field]): Fault => ({ field, rule: 'pattern' }))
    return answers.newPinAgain && answers.newPin !== answers.newPinAgain
      ? [...unlike, { field: 'newPinAgain', rule: 'same' }]
      : unlike
  },
}

const switches: { [flag: string]: readonly SettingName[] } = {
  enablePayPal: ['paypalLink'],
  enableSMTP2GO: ['smtp2goUsername', 'smtp2goPassword', 'emailSender', 'emailReplyTo'],
  enableStripe: ['stripePublicKey', 'stripeSecretKey', 'stripeWebhookSecret'],
}

/** Returns the flags to switch on, because the link or credentials they need are typed for the first time. */
export const autoEnabled = (before: Draft, edits: Draft): Draft => {
  const isFirst = (names: readonly string[]) =>
    names.every((name) => !before[name]) && names.some((name) => edits[name])
  return Object.fromEntries(
    Object.entries(switches)
      .filter(([flag, names]) => flag in before && isFirst(names))
      .map(([flag]) => [flag, 'yes']),
  )
}

/** Returns the settings as answers. */
export const settingValues = (settings: Settings): Draft => ({ ...asAnswers(settings), adminPin: '' })

type Paying = Pick<Settings, 'enableStripe' | 'stripeSecretKey' | 'enablePayPal' | 'paypalLink'>

// After a restore the switch may be on without the key, which a backup does not have.
const isPayable = ({ enableStripe, stripeSecretKey, enablePayPal, paypalLink }: Paying) =>
  Boolean((enableStripe && stripeSecretKey) || (enablePayPal && paypalLink))

/** Whether a code requires a payment that no card can make. */
export const isUnpayable = (settings: Settings | undefined) =>
  settings !== undefined &&
  !isPayable(settings) &&
  settings.reservationCodes.some(({ showPaymentPage }) => showPaymentPage)

/** Returns the initial answers of a new code: it requires no payment while no card can pay. */
export const newCode = (settings: Paying | undefined): Draft =>
  settings && !isPayable(settings) ? { showPaymentPage: 'no' } : {}

const withPaymentLink = (text: string) => (
  <>
    {text}{' '}
    <a className="link" href="/admin-settings?tab=paypal">
      {say('codes.setUpPayment')}
    </a>
  </>
)

/** Returns the form's warning while payment is not set up, with a link to its settings. */
export const codeCautions = (settings: Paying | undefined) =>
  settings && !isPayable(settings) ? { showPaymentPage: withPaymentLink(say('codes.noPayment')) } : {}

const cinDoubt = (cin: string) => (cin && !isUsualCin(cin) ? say('codes.cinDoubt') : '')

/** Warnings by field; empty if there is none. They block nothing. */
export const answerCautions: { readonly [field: string]: (value: string, known: Facts) => ReactNode } = {
  cin: cinDoubt,
  houseCin: cinDoubt,
  paymentMethod: (way) => {
    const settings = hostSettings.get()
    return way === 'CARTA' && settings && !isPayable(settings) ? withPaymentLink(say('form.noCard')) : ''
  },
  mainGuestBirthDate: (birth, { arrivalDate }) =>
    isUnderAge(birth, arrivalDate || today()) ? say('export.warning.underAge') : '',
}
