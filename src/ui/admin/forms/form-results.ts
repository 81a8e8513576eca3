import { type SettingGroup, settingGroups } from '../../../../schema/calls/access'
import type { Draft } from '../../../../schema/checkin'
import type { HostOutcome } from '../../../../schema/host-vocabulary'
import { guardedSettings, mask, type SettingName, type Settings, secretSettings } from '../../../../schema/settings'
import type { Fault } from '../../../core/flow/validation'
import { hostCall as call, Refused } from '../../shared/api'
import { announce } from '../../shared/card'
import { house, say } from '../../shared/published'
import { toast } from '../../shared/toast'
import { showError } from '../checkins/actions'
import { withPin } from '../dialogs/questions'
import {
  asHost,
  callAsHost,
  failureReason,
  hostSettings,
  isSignedOut,
  optional,
  refresh,
  settingsNow,
  updatePublicSettings,
} from '../session/host'
import { asAnswers, filled } from './values'

/** The input of an effect: the form's name, its answers, the initial ones, the attempt's id, and the subject. */
export type FormWork = {
  form: string
  answers: Draft
  before: Draft
  values: Draft
  draftId: string
  id?: number | string | undefined
}

/** The result of an effect. `set` are answers to replace; `stored` are initial answers that changed since. */
export type HostResult = { outcome: HostOutcome; faults?: Fault[]; message?: string; set?: Draft; stored?: Draft }

/** Shows a failure in a notice if there is no form to show it. */
export const showFailure = ({ message }: HostResult) => {
  if (message) showError(message)
}

/** Returns whether the host's words have a key. */
export const hasText = (key: string) => house.get().speak.has(key)

const together = (...parts: string[]) => parts.map((part) => (/[.!?…]$/.test(part) ? part : `${part}.`)).join(' ')

/** Returns the faults of a refusal in the form's words, which are more precise than the server's sentence. */
const faultWords = ({ body: { faults = [] } }: Refused) =>
  faults
    .map(({ field, ...fault }) => ({ ...fault, field: `settings.${field}` }))
    .filter(({ field }) => hasText(`${field}.label`))
    .map((fault) => house.get().speak.fault(fault))

/** Returns the sentence that a setting was not saved, with its label. */
export const settingFailed = (setting: string) =>
  say('host.settingFailed', { name: house.get().speak.label(`settings.${setting}`) })

/** Returns the reasons for a failure; none if the host could do nothing with them. */
const reasonsFor = (error: unknown): string[] => {
  if (!(error instanceof Refused) || isSignedOut(error)) return [failureReason(error)]
  const words = faultWords(error)
  const { message, setting } = error.body
  if (words.length) return words
  if (error.status === 500 || !message) return []
  // The server names a setting by its key, the host by its label.
  return [setting ? settingFailed(setting) : message]
}

const shownByPage = ['newCheckin', 'edit', 'duplicate', 'guideName', 'guideDay']

/** Shows a form's success message, unless the page shows it. */
export const showSuccess = (form: string, params: { [hole: string]: string } = {}, key = 'saved') => {
  const textKey = `forms.${form}.${key}Text`
  const title = say(hasText(`forms.${form}.${key}`) ? `forms.${form}.${key}` : 'host.saved', params)
  const text = hasText(textKey) ? say(textKey, params) : ''
  if (shownByPage.includes(form)) announce(text ? `${title}. ${text}` : title)
  else toast.show({ tone: 'good', stays: true, title, ...(text && { text }) })
}

/** Returns a failure with the form's message, which the form shows. */
export const formFailure = (form: string, error: unknown, text = say('host.failed')): HostResult => {
  const ownKey = `forms.${form}.failed`
  const said = hasText(ownKey) ? say(ownKey, { message: failureReason(error) }) : text
  const more = reasonsFor(error).filter((why) => !said.includes(why))
  const message = more.length ? together(said, ...more) : said
  return {
    outcome: 'failed',
    message,
    ...(error instanceof Refused && error.body.faults?.length && { faults: error.body.faults }),
  }
}

/** Saves for a form: shows its success message with these parameters, or returns its failure. */
export const saveForForm = async (form: string, work: () => Promise<unknown>, params = {}): Promise<HostResult> => {
  try {
    await work()
    showSuccess(form, params)
    return { outcome: 'saved' }
  } catch (error) {
    return formFailure(form, error)
  }
}

/** Changes settings in the page, then on the server, with the PIN if demanded. A refusal undoes the change. */
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
  // Set again: a sign-in meanwhile has loaded the settings from before the change.
  hostSettings.set({ ...hostSettings.get()!, ...changes, ...hidden })
  updatePublicSettings(changes)
}

const isGuarded = (name: string) => Object.hasOwn(guardedSettings, name)

/**
 * Saves settings one by one and stops at a failure, which it returns; never throws. `was` are the values that the
 * changes began from. Settings that need the PIN come first: without the PIN nothing is changed.
 */
export const saveEach = async (
  changes: { [name: string]: unknown },
  was: { [name: string]: unknown } = {},
): Promise<{ name: string; error: unknown } | undefined> => {
  // The PIN is asked once for all settings of a form.
  let pin: string | undefined
  const inOrder = Object.entries(changes).sort(([one], [other]) => Number(isGuarded(other)) - Number(isGuarded(one)))
  for (const [name, value] of inOrder) {
    const send = async (current?: string) => {
      await call('PATCH /api/settings/:name', { params: { name }, body: { value, was: was[name], current } })
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

/** Returns the changed answers. An answer that the form no longer shows is empty. */
export const changedAnswers = ({ answers, before }: Pick<FormWork, 'answers' | 'before'>): Draft =>
  Object.fromEntries(Object.entries(answers).filter(([name, value]) => (value ?? '') !== (before[name] ?? '')))

/** Returns the group that contains every setting of a form. */
export const settingGroupOf = (answers: Draft) =>
  (Object.keys(settingGroups) as SettingGroup[]).find((group) =>
    Object.keys(answers).every((name) => settingGroups[group].some((own) => own === name)),
  )!

/**
 * Returns the list with a form's entry; undefined if another device deleted the entry. Answers that the form did not
 * change keep their stored values: another device may have changed them since.
 */
export const listWith = <E extends { id: string }>(
  now: readonly E[],
  work: Pick<FormWork, 'answers' | 'before' | 'id'>,
  typed: (answers: Draft) => object = (same) => same,
): E[] | undefined => {
  const { answers, id = Date.now() } = work
  const stored = now.find((one) => one.id === String(id))
  if (work.id !== undefined && !stored) return undefined
  const merged = stored ? { ...asAnswers(stored), ...changedAnswers(work) } : answers
  const entry = { ...typed(filled(merged)), id: String(id) } as E
  return stored ? now.map((one) => (one === stored ? entry : one)) : [...now, entry]
}

type AccountList = 'policeAccounts' | 'regionStructures' | 'calendarFeeds' | 'arrivalGuides'

type Make<L extends SettingName> = (now: Settings[L]) => Settings[L] | undefined

/** `form` names the form with the words of the faults; `done` and `failed` are the messages. */
type ListWords = { form: string; done: string; failed: string }

/** Saves the list that `make` returns for the stored one. `make` returns none if another device deleted the entry. */
const saveList = <L extends SettingName>(name: L, make: Make<L>, { form, done, failed }: ListWords) => {
  const save = async (current?: string): Promise<HostResult> => {
    // Another device may have saved while this one was asked for the PIN.
    const value = make((await settingsNow())[name])
    if (!value) return { outcome: 'failed', message: together(failed, say('entry.gone')) }
    await callAsHost('PATCH /api/settings/:name', { params: { name }, body: { value, current } })
    hostSettings.set({ ...hostSettings.get()!, [name]: value })
    // Replaces typed secrets by their masks.
    await refresh().catch(optional('the list is saved all the same'))
    announce(done)
    return { outcome: 'saved' }
  }
  return withPin(save).catch((error: unknown) => formFailure(form, error, failed))
}

/** Saves the codes that `make` returns for the current ones, if any. `kind` names the success message. */
export const saveCodes = (make: Make<'reservationCodes'>, kind: 'added' | 'edited' | 'deleted') =>
  saveList('reservationCodes', make, { form: 'code', done: say(`codes.${kind}`), failed: say(`codes.${kind}Failed`) })

const listWords: { readonly [list in AccountList]: { about: string; failed: string } } = {
  policeAccounts: { about: 'sending', failed: 'sending.failed' },
  regionStructures: { about: 'sending', failed: 'sending.failed' },
  calendarFeeds: { about: 'feeds', failed: 'feeds.saveFailed' },
  arrivalGuides: { about: 'guides', failed: 'guides.saveFailed' },
}

/** Saves the accounts that `make` returns for the current ones, if any; unchanged secrets are sent as their mask. */
export const saveAccounts = <L extends AccountList>(list: L, make: Make<L>, words: 'saved' | 'removed') => {
  const { about, failed } = listWords[list]
  return saveList(list, make, { form: 'account', done: say(`${about}.${words}`), failed: say(failed) })
}
