import type { Draft } from '../../../../schema/checkin'
import type { HostEffect } from '../../../../schema/host-vocabulary'
import { partyFields } from '../../../core/checkin/party'
import { withDerived } from '../../../core/flow/telephone'
import { addDays } from '../../../core/text/dates'
import { hostCall as call, Refused } from '../../shared/api'
import { say } from '../../shared/published'
import { wordsFor } from '../checkins/card-fields'
import { createdCheckin } from '../checkins/results'
import {
  callAsHost,
  dayShown,
  failureReason,
  hostSettings,
  isSignedOut,
  loadHostSettings,
  optional,
  refresh,
} from '../session/host'
import {
  changedAnswers,
  changeSettings,
  type FormWork,
  formFailure,
  type HostResult,
  hasText,
  listWith,
  saveAccounts,
  saveCodes,
  saveEach,
  saveForForm,
  settingFailed,
  settingGroupOf,
  showSuccess,
} from './form-results'
import { asTyped, filled } from './values'

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
  'taxPaid',
  'taxPaidAmount',
  'taxPaidAt',
  'taxReceipts',
  'owner',
]

const carried = (values: Draft): Draft =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !ofItsStay.includes(name)))

const create = async (body: Draft) => {
  const { data } = await callAsHost('POST /api/checkin', { body })
  createdCheckin.set({ id: data.id, arrivalDate: body.arrivalDate ?? '' })
}

/** Writes what another window stored meanwhile in words, and makes it the initial answers of the next save. */
const withStored = ({ faults = [], ...result }: HostResult): HostResult => {
  const changed = faults.filter(({ rule }) => rule === 'changed')
  return {
    ...result,
    faults: faults.map((fault) =>
      changed.includes(fault) ? { ...fault, typed: wordsFor(fault.field, fault.typed ?? '') || '—' } : fault,
    ),
    stored: Object.fromEntries(changed.map(({ field, typed }) => [field, typed])),
  }
}

export const hostEffects: { [E in HostEffect]: (work: FormWork) => Promise<HostResult> } = {
  signIn: async ({ answers }) => {
    try {
      await call('POST /api/admin/login', { body: { pin: answers.pin ?? '' } })
      if (await loadHostSettings()) return { outcome: 'open' }
      return { outcome: 'closed', message: say('keySignIn.noCookie') }
    } catch (error) {
      if (isSignedOut(error))
        return { outcome: 'closed', faults: [{ field: 'pin', rule: 'unknown' }], set: { pin: '' } }
      // After a delay the PIN must be typed again; after a network error it stays.
      const mustWait = error instanceof Refused && error.body.retryAfter !== undefined
      return { outcome: 'closed', message: failureReason(error), ...(mustWait && { set: { pin: '' } }) }
    }
  },

  changePin: async ({ form, answers }) => {
    try {
      await callAsHost('PATCH /api/settings/:name', {
        params: { name: 'adminPin' },
        body: { value: answers.newPin, current: answers.current },
      })
    } catch (error) {
      const faults = (error instanceof Refused && error.body.faults) || []
      return faults.length
        ? { outcome: 'failed', faults, set: { current: '' } }
        : formFailure(form, error, failureReason(error))
    }
    // Loads the settings again: the guide counts a changed PIN as done.
    await refresh().catch(optional('the PIN is changed all the same'))
    showSuccess(form)
    return { outcome: 'changed' }
  },

  saveSettings: async (work) => {
    const failed = await saveEach(asTyped('settings', changedAnswers(work)))
    if (failed) return formFailure(work.form, failed.error, settingFailed(failed.name))
    const emptied = Object.values(work.answers).every((value) => !value) && hasText(`forms.${work.form}.removed`)
    showSuccess(work.form, {}, emptied ? 'removed' : 'saved')
    return { outcome: 'saved' }
  },

  saveGroup: (work) =>
    saveForForm(work.form, () => {
      const body = asTyped('settings', changedAnswers(work))
      const name = settingGroupOf(work.answers)
      return changeSettings(body, (current) =>
        call('PATCH /api/settings/:name', { params: { name }, body: { ...body, current } }),
      )
    }),

  saveCode: (work) => {
    const typed = (answers: Draft) => asTyped('code', { showPaymentPage: 'no', ...answers })
    return saveCodes((now) => listWith(now, work, typed), work.id === undefined ? 'added' : 'edited')
  },

  saveAccount: (work) => saveAccounts('policeAccounts', (now) => listWith(now, work), 'saved'),

  saveStructure: (work) => saveAccounts('regionStructures', (now) => listWith(now, work), 'saved'),

  createCheckin: ({ form, answers, draftId }) =>
    saveForForm(form, () => {
      const derived = withDerived(filled(answers))
      return create({ ...derived, draftId, enabledForSending: 'no', createdAt: new Date().toISOString() })
    }),

  updateCheckin: async (work) => {
    const changes = changedAnswers(work)
    if (!Object.keys(changes).length) return { outcome: 'saved' }
    const began = [...Object.keys(changes), ...partyFields(work.before)]
    const _was = Object.fromEntries(began.map((field) => [field, work.before[field] ?? '']))
    const body = { ...changes, _was }
    return withStored(
      await saveForForm(work.form, () =>
        callAsHost('PATCH /api/checkin/:id/update', { params: { id: work.id! }, body }),
      ),
    )
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
    const body = { ...filled(copy), draftId, _copyOf: String(id) }
    return saveForForm(form, () => create(body), { arrivalDate: dayShown(arrivalDate), reservationCode })
  },
}
