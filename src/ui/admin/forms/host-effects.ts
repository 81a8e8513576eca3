import { type SettingGroup, settingGroups } from '../../../../schema/calls/setting-groups'
import type { Draft } from '../../../../schema/checkin'
import type { ReservationCode } from '../../../../schema/code'
import { mask, type SettingName, type Settings, secretSettings } from '../../../../schema/settings'
import type { HostEffect, HostOutcome } from '../../../../schema/vocabulary'
import { withDerived } from '../../../core/flow/derived'
import type { Fault } from '../../../core/flow/validation'
import { addDays } from '../../../core/text/dates'
import { hostCall as call, Refused } from '../../shared/api'
import { announce } from '../../shared/keyboard'
import { house, say } from '../../shared/published'
import { toast } from '../../shared/toast'
import { showError } from '../checkins/actions'
import { createdCheckin } from '../checkins/results'
import { withPin } from '../dialogs/questions'
import {
  asHost,
  failureReason,
  hostSettings,
  isSignedOut,
  loadHostSettings,
  optional,
  refresh,
  settingsNow,
  updatePublicSettings,
} from '../session/host'
import { asTyped } from './values'

/** What an effect gets: the form's name, its answers, the initial ones, the attempt's id, and the subject. */
export type FormWork = {
  form: string
  answers: Draft
  before: Draft
  values: Draft
  draftId: string
  id?: number | string | undefined
}

/** What an effect returns: an outcome to route on, faults, a message, answers to replace. */
export type HostResult = { outcome: HostOutcome; faults?: Fault[]; message?: string; set?: Draft }

/** Shows a failure in a notice if there is no form to show it. */
export const showFailure = ({ message }: HostResult) => {
  if (message) showError(message)
}

const isKnown = (key: string) => house.get().speak.has(key)
const shown = (date = '') => date.split('-').reverse().join('/')

/** Returns the sentences with full stops. */
const together = (...parts: string[]) => parts.map((part) => (/[.!?…]$/.test(part) ? part : `${part}.`)).join(' ')

/** Returns the faults of a refusal in the form's words: the schema's sentence is more precise than the server's. */
const faultWords = ({ body: { faults = [] } }: Refused) =>
  faults
    .map(({ field, ...fault }) => ({ ...fault, field: `settings.${field}` }))
    .filter(({ field }) => isKnown(`${field}.label`))
    .map((fault) => house.get().speak.fault(fault))

const settingFailed = (setting: string) =>
  say('host.settingFailed', { name: house.get().speak.label(`settings.${setting}`) })

/** Returns the reasons for a failure; none if they would tell the host nothing. */
const whyOf = (error: unknown): string[] => {
  if (!(error instanceof Refused) || isSignedOut(error)) return [failureReason(error)]
  const words = faultWords(error)
  const { message, setting } = error.body
  if (words.length) return words
  if (error.status === 500 || !message) return []
  // The server names a setting by its key, the host by its label.
  return [setting ? settingFailed(setting) : message]
}

/** Forms whose success the page shows without a notice. */
const shownByPage = ['newCheckin', 'edit', 'duplicate', 'guideName', 'guideDay']

/** Shows a form's success message, unless the page shows it. */
const succeed = (form: string, params: { [hole: string]: string } = {}, key = 'saved') => {
  const textKey = `forms.${form}.${key}Text`
  const title = say(isKnown(`forms.${form}.${key}`) ? `forms.${form}.${key}` : 'host.saved', params)
  const text = isKnown(textKey) ? say(textKey, params) : ''
  if (shownByPage.includes(form)) announce(text ? `${title}. ${text}` : title)
  else toast.show({ tone: 'good', stays: true, title, ...(text && { text }) })
}

/** Returns a failure with the form's message, which the form shows. */
const fail = (form: string, error: unknown, text = say('host.failed')): HostResult => {
  const own = `forms.${form}.failed`
  const said = isKnown(own) ? say(own, { message: failureReason(error) }) : text
  const more = whyOf(error).filter((why) => !said.includes(why))
  const message = more.length ? together(said, ...more) : said
  return {
    outcome: 'failed',
    message,
    ...(error instanceof Refused && error.body.faults?.length && { faults: error.body.faults }),
  }
}

/** Changes settings at once and then on the server, with the PIN if it is demanded; undone here if refused. */
export const changeSettings = async (
  changes: Partial<Settings>,
  send: (current?: string) => Promise<unknown>,
  typedBefore?: string,
) => {
  const before = hostSettings.get()!
  const undo = Object.fromEntries(Object.keys(changes).map((name) => [name, before[name as SettingName]]))
  hostSettings.set({ ...before, ...changes })
  try {
    await withPin((current = typedBefore) => asHost(() => send(current)))
  } catch (error) {
    hostSettings.set({ ...hostSettings.get()!, ...undo })
    throw error
  }
  const hidden = Object.fromEntries(secretSettings.filter((name) => changes[name]).map((name) => [name, mask]))
  hostSettings.set({ ...hostSettings.get()!, ...hidden })
  updatePublicSettings(changes)
}

/**
 * Saves settings one key at a time; those before a failure stay saved. Returns the failed key and the reason; never
 * throws.
 */
const saveEach = async (changes: {
  [name: string]: unknown
}): Promise<{ name: string; error: unknown } | undefined> => {
  // The PIN is asked once for all settings of a form.
  let pin: string | undefined
  for (const [name, value] of Object.entries(changes)) {
    const send = async (current?: string) => {
      await call('PATCH /api/settings/:name', { params: { name }, body: { value, current } })
      pin = current
    }
    try {
      await changeSettings({ [name]: value }, send, pin)
    } catch (error) {
      return { name, error }
    }
  }
  return undefined
}

/** Returns the changed answers; one that is no longer shown is empty. */
const edited = ({ answers, before }: FormWork): Draft =>
  Object.fromEntries(Object.entries(answers).filter(([name, value]) => (value ?? '') !== (before[name] ?? '')))

/** Returns the group that contains every setting of a form. */
const groupOf = (answers: Draft) =>
  (Object.keys(settingGroups) as SettingGroup[]).find((group) =>
    Object.keys(answers).every((name) => settingGroups[group].some((own) => own === name)),
  )!

/**
 * Saves the list of codes that `make` returns for the current one; nothing if it returns none. `kind` names the success
 * message.
 */
export const saveCodes = async (
  make: (now: readonly ReservationCode[]) => ReservationCode[] | undefined,
  kind: 'added' | 'edited' | 'deleted',
): Promise<HostResult> => {
  try {
    // Another browser may have changed the codes.
    const list = make((await settingsNow()).reservationCodes)
    if (!list) return { outcome: 'failed', message: together(say(`codes.${kind}Failed`), say('codes.gone')) }
    await changeSettings({ reservationCodes: list }, (current) =>
      call('PATCH /api/settings/:name', { params: { name: 'reservationCodes' }, body: { value: list, current } }),
    )
    announce(say(`codes.${kind}`))
    return { outcome: 'saved' }
  } catch (error) {
    return fail('code', error, say(`codes.${kind}Failed`))
  }
}

/** The lists of accounts by setting. */
type AccountList = 'policeAccounts' | 'regionStructures'

/** Saves a list of accounts; unchanged secrets are sent as their mask. */
export const saveAccounts = async <L extends AccountList>(
  list: L,
  make: (now: Settings[L]) => Settings[L],
  words: 'saved' | 'removed',
): Promise<HostResult> => {
  try {
    const value = make((await settingsNow())[list])
    await changeSettings({ [list]: value }, (current) =>
      call('PATCH /api/settings/:name', { params: { name: list }, body: { value, current } }),
    )
    // Replaces typed secrets by their masks.
    await settingsNow()
    announce(say(`sending.${words}`))
    return { outcome: 'saved' }
  } catch (error) {
    return fail('account', error, say('sending.failed'))
  }
}

const saveEntry = (list: AccountList, { answers, id }: FormWork): Promise<HostResult> => {
  const entry = { ...filled(answers), id: String(id ?? Date.now()) }
  const make = (now: readonly { id: string }[]) =>
    id === undefined ? [...now, entry] : now.map((one) => (one.id === id ? entry : one))
  return saveAccounts(list, make as unknown as (now: Settings[AccountList]) => Settings[AccountList], 'saved')
}

/** Answers that belong to one stay and are not copied. */
const ofItsStay = [
  'id',
  'createdAt',
  'confirmedAt',
  'selectedLanguage',
  'draftId',
  'checkInId',
  'paymentId',
  'paymentStatus',
  'paidAmount',
  'paidAt',
  'owner',
]

/** Returns what a copy on another day takes over. */
const carried = (values: Draft): Draft =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !ofItsStay.includes(name)))

const filled = (draft: Draft) => Object.fromEntries(Object.entries(draft).filter(([, value]) => value))

/** The effects of the host's forms. */
export const hostEffects: { [E in HostEffect]: (work: FormWork) => Promise<HostResult> } = {
  signIn: async ({ answers }) => {
    try {
      await call('POST /api/admin/login', { body: { pin: answers.pin ?? '' } })
      return { outcome: (await loadHostSettings()) ? 'open' : 'closed' }
    } catch (error) {
      if (isSignedOut(error))
        return { outcome: 'closed', faults: [{ field: 'pin', rule: 'unknown' }], set: { pin: '' } }
      // If the server demands a delay, the PIN must be typed again; if the network failed, it stays.
      const mustWait = error instanceof Refused && error.body.retryAfter !== undefined
      return { outcome: 'closed', message: failureReason(error), ...(mustWait && { set: { pin: '' } }) }
    }
  },

  changePin: async ({ form, answers }) => {
    try {
      await asHost(() =>
        call('PATCH /api/settings/:name', {
          params: { name: 'adminPin' },
          body: { value: answers.newPin, current: answers.current },
        }),
      )
    } catch (error) {
      const faults = (error instanceof Refused && error.body.faults) || []
      return faults.length
        ? { outcome: 'failed', faults, set: { current: '' } }
        : fail(form, error, failureReason(error))
    }
    // Loads the settings again: the guide counts a changed PIN as done.
    await refresh().catch(optional('the PIN is changed all the same'))
    succeed(form)
    return { outcome: 'changed' }
  },

  saveSettings: async (work) => {
    const failed = await saveEach(asTyped('settings', edited(work)))
    if (failed) return fail(work.form, failed.error, settingFailed(failed.name))
    const emptied = Object.values(work.answers).every((value) => !value) && isKnown(`forms.${work.form}.removed`)
    succeed(work.form, {}, emptied ? 'removed' : 'saved')
    return { outcome: 'saved' }
  },

  saveGroup: async (work) => {
    const body = asTyped('settings', work.answers)
    try {
      await changeSettings(body, (current) =>
        call('PATCH /api/settings/:name', { params: { name: groupOf(work.answers) }, body: { ...body, current } }),
      )
      succeed(work.form)
      return { outcome: 'saved' }
    } catch (error) {
      return fail(work.form, error)
    }
  },

  saveCode: async ({ answers, id }) => {
    const entry = {
      ...asTyped('code', filled(answers)),
      showPaymentPage: answers.showPaymentPage === 'yes',
      id: String(id ?? Date.now()),
    } as ReservationCode
    if (id === undefined) return saveCodes((now) => [...now, entry], 'added')
    return saveCodes(
      (now) => (now.some((one) => one.id === id) ? now.map((one) => (one.id === id ? entry : one)) : undefined),
      'edited',
    )
  },

  saveAccount: (work) => saveEntry('policeAccounts', work),

  saveStructure: (work) => saveEntry('regionStructures', work),

  createCheckin: async ({ form, answers, draftId }) => {
    const record: Draft = {
      ...withDerived(filled(answers)),
      draftId,
      enabledForSending: 'no',
      createdAt: new Date().toISOString(),
    }
    try {
      const { data } = await asHost(() => call('POST /api/checkin', { body: record }))
      createdCheckin.set({ id: data.id, arrivalDate: record.arrivalDate ?? '' })
      succeed(form)
      return { outcome: 'saved' }
    } catch (error) {
      return fail(form, error)
    }
  },

  updateCheckin: async (work) => {
    const changes = edited(work)
    if (!Object.keys(changes).length) return { outcome: 'saved' }
    const { arrivalDate, numberOfNights, departureDate, phone } = withDerived(
      filled({ ...work.values, ...work.answers }),
    )
    const stay =
      changes.arrivalDate !== undefined || changes.numberOfNights !== undefined
        ? { arrivalDate, numberOfNights, departureDate }
        : {}
    const contact = changes.phonePrefix !== undefined || changes.phoneNumber !== undefined ? { phone: phone ?? '' } : {}
    try {
      await asHost(() =>
        call('PATCH /api/checkin/:id/update', { params: { id: work.id! }, body: { ...changes, ...stay, ...contact } }),
      )
      succeed(work.form)
      return { outcome: 'saved' }
    } catch (error) {
      return fail(work.form, error)
    }
  },

  duplicateCheckin: async ({ form, answers, values, draftId, id }) => {
    const { arrivalDate = '', reservationCode = '' } = answers
    const room = hostSettings.get()?.reservationCodes.find(({ code }) => code === reservationCode)
    const departureDate = values.numberOfNights ? addDays(arrivalDate, Number(values.numberOfNights)) : ''
    const copy = {
      ...carried(values),
      ...answers,
      departureDate,
      ...(room && { roomDescription: room.description }),
      enabledForSending: 'no',
    }
    try {
      const body = { ...filled(copy), draftId, copyOf: String(id) }
      const { data } = await asHost(() => call('POST /api/checkin', { body }))
      createdCheckin.set({ id: data.id, arrivalDate })
      succeed(form, { arrivalDate: shown(arrivalDate), reservationCode })
      return { outcome: 'saved' }
    } catch (error) {
      return fail(form, error)
    }
  },
}
