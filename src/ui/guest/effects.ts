import type { Draft } from '../../../schema/checkin'
import type { Who } from '../../../schema/guest'
import type { Language } from '../../../schema/languages'
import type { Flow } from '../../../schema/steps'
import type { Effect, Outcome } from '../../../schema/vocabulary'
import { withDerived } from '../../core/flow/answers'
import { trail } from '../../core/flow/trail'
import type { Fault } from '../../core/flow/validation'
import { attempt, call, Offline, Refused } from '../shared/api'
import { house, say, speakIn } from '../shared/published'
import { isPayPalReady, reload, settings } from '../shared/settings'
import { isKept } from './draft'
import { sample } from './sample'

/** What the guest is told when something did not work. */
export type Said = { title: string; text: string }

/**
 * What an effect gives the engine: an outcome to route on, answers to write, or `only` those that are to stay, for a refused
 * check-in the step at fault, and what to tell the guest.
 */
export type Result<E extends Effect = Effect> = {
  outcome: Outcome<E>
  set?: Record<string, string | null>
  only?: Draft
  at?: string
  who?: Who | undefined
  faults?: Fault[]
  said?: Said
}

type Run<E extends Effect> = (draft: Draft, flow: Flow) => Promise<Result<E>>

const words = (title: string, text: string, params?: Record<string, string | number>): Said => ({
  title: say(title),
  text: say(text, params),
})

const failure = (error: unknown, title: string, text: string) => {
  console.error(error)
  if (error instanceof Offline)
    return { outcome: 'failed', said: words('toast.offline.title', 'toast.offline') } as const
  if (error instanceof Refused && error.status === 429)
    return {
      outcome: 'failed',
      said: words('toast.error.title', 'toast.tooMany', { wait: house.get().speak.wait(error.body.retryAfter ?? 60) }),
    } as const
  return { outcome: 'failed', said: words(title, text) } as const
}

const accept = (code: string) => call('POST /api/reservation-code', { body: { code } })

/** A call that a guest's cookie opens; one that ran out is renewed with the code the guest typed. */
const asGuest = async <T>(draft: Draft, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refused && error.status === 401 && draft.reservationCode)) throw error
    await accept(draft.reservationCode)
    return work()
  }
}

const idOf = (draft: Draft) => ({ params: { id: draft.checkInId ?? '' } })

const update = (draft: Draft, body: Draft) =>
  asGuest(draft, () => call('PATCH /api/checkin/:id/update', { ...idOf(draft), body }))

/** Say how the guest pays; where the page is about to be left (`keepalive`), in a way that still arrives. */
const sayPayment = ({ paymentMethod, ...draft }: Draft, leaving: { keepalive?: true } = {}) =>
  asGuest(draft, () =>
    call('PATCH /api/checkin/:id/payment-method', { ...idOf(draft), body: { paymentMethod }, ...leaving }),
  )

const made = async (draft: Draft, record: Draft) =>
  String((await asGuest(draft, () => call('POST /api/checkin', { body: record }))).data.id)

/** Change the check-in already sent; one that is gone, or was sent under a cookie that is, is not ours to change and is made anew. */
const changedThere = async (draft: Draft, record: Draft) => {
  try {
    await update(draft, record)
    return draft.checkInId
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return undefined
    throw error
  }
}

/** An update that may fail without stopping the guest: logged, and the flow goes on. */
const quietly = async (work: Promise<unknown>) =>
  work.then(
    () => 'saved' as const,
    (error) => {
      console.error(error)
      return 'failed' as const
    },
  )

/** What each effect of `steps.json` does. Only the engine writes the draft and navigates. */
export const effects: { [E in Effect]: Run<E> } = {
  chooseLanguage: async (draft) => {
    await speakIn(draft.selectedLanguage as Language)
    return { outcome: 'chosen', only: { selectedLanguage: draft.selectedLanguage } }
  },

  acceptCode: async (draft) => {
    try {
      const { data } = await accept(draft.reservationCode!)
      if (data.kind === 'admin') return { outcome: 'admin', set: { reservationCode: null } }
      const same = draft.draftId && draft.roomDescription && draft.reservationCode === data.reservationCode
      return {
        outcome: 'checkin',
        set: {
          reservationCode: data.reservationCode,
          roomDescription: data.roomDescription,
          showPaymentPage: String(data.showPaymentPage),
          ...(!same && { draftId: attempt() }),
        },
      }
    } catch (error) {
      if (error instanceof Refused && error.status === 404) {
        return {
          outcome: 'unknown',
          set: { reservationCode: null },
          said: words('toast.codeUnknown.title', 'toast.codeUnknown'),
          faults: [{ field: 'reservationCode', rule: 'unknown', typed: draft.reservationCode! }],
        }
      }
      return failure(error, 'toast.error.title', 'toast.startFailed')
    }
  },

  saveStay: async (draft) => {
    const { arrivalDate, numberOfNights, departureDate } = withDerived(draft)
    const set = { departureDate: departureDate ?? null }
    if (!draft.checkInId) return { outcome: 'skipped', set }
    return { outcome: await quietly(update(draft, { arrivalDate, numberOfNights, departureDate })), set }
  },

  submit: async (draft, flow) => {
    const { answers, open, stops } = trail(flow, draft, settings.get(), house.get().checker)
    // What is asked only after the sending (the payment) does not hold it up.
    const isAfter = stops.slice(0, -1).some(({ path }) => flow.steps[path]?.do === 'submit')
    const said = words('toast.refused.title', 'toast.refused')
    if (open && !isAfter) return { outcome: 'refused', at: open.path, who: open.who, faults: open.faults, said }
    const record = withDerived(answers)
    try {
      const id = (draft.checkInId && (await changedThere(draft, record))) ?? (await made(draft, record))
      return {
        outcome: 'saved',
        set: { checkInId: id, departureDate: record.departureDate ?? null, phone: record.phone ?? null },
      }
    } catch (error) {
      if (error instanceof Refused && error.status === 400 && error.body.faults?.length) {
        const isOld = isKept.get() && error.body.version && error.body.version !== house.get().version
        if (isOld) {
          sessionStorage.setItem('flowChanged', 'yes')
          location.reload()
        }
        const { faults } = error.body
        return { outcome: 'refused', faults, ...(faults[0]!.path && { at: faults[0]!.path }), ...(!isOld && { said }) }
      }
      return failure(error, 'toast.submitFailed.title', 'toast.submitFailed')
    }
  },

  savePayment: async (draft) => {
    await reload()
    return {
      outcome: draft.checkInId ? await quietly(sayPayment(draft)) : 'saved',
    }
  },

  openPayPal: async (draft) => {
    if (!isPayPalReady()) return { outcome: 'unconfigured' }
    window.open(settings.get().paypalLink, '_blank', 'noopener,noreferrer')
    if (draft.checkInId) await quietly(asGuest(draft, () => call('POST /api/checkin/:id/paypal', idOf(draft))))
    return { outcome: 'opened' }
  },

  startPayment: async (draft) => {
    if (draft.paymentProvider !== 'stripe') return { outcome: 'skipped' }
    try {
      const { data } = await asGuest(draft, () => call('POST /api/checkin/:id/pay', idOf(draft)))
      location.assign(data.url)
      // The page is on its way out; a guest who comes back to it by Back finds it awake again.
      await new Promise((done) => addEventListener('pageshow', done, { once: true }))
      return { outcome: 'sent' }
    } catch (error) {
      return failure(error, 'toast.error.title', 'toast.paymentFailed')
    }
  },

  checkPayment: async (draft) => {
    const { data } = await asGuest(draft, () => call('GET /api/checkin/:id/payment', idOf(draft)))
    if (data.status === 'abandoned')
      return { outcome: 'abandoned', said: words('toast.error.title', 'payReturn.abandoned') }
    return { outcome: data.status === 'completed' ? 'paid' : 'pending' }
  },

  confirm: async (draft) => {
    if (!draft.checkInId) return { outcome: 'failed' }
    const leaving = { keepalive: true } as const
    const methods = draft.paymentMethod ? await quietly(sayPayment(draft, leaving)) : 'saved'
    const sent = await quietly(
      asGuest(draft, () => call('POST /api/checkin/:id/confirm', { ...idOf(draft), ...leaving })),
    )
    const {
      selectedLanguage,
      checkInId,
      reservationCode,
      roomDescription,
      arrivalDate,
      numberOfNights,
      departureDate,
      paymentMethod,
    } = draft
    const only = {
      selectedLanguage,
      checkInId,
      reservationCode,
      roomDescription,
      arrivalDate,
      numberOfNights,
      departureDate,
      paymentMethod,
      finished: 'yes',
    }
    return { outcome: methods === 'saved' && sent === 'saved' ? 'confirmed' : 'failed', only }
  },

  loadSample: async (draft) => ({ outcome: 'loaded', set: sample(draft) }),
}

/** What some effects cannot do without; the others can always be tried. */
const needs: { [E in Effect]?: () => boolean } = { openPayPal: isPayPalReady }

/** Whether a step's effect can be tried with what is known now. */
export const canTry = (effect: Effect | undefined) => (effect && needs[effect]?.()) ?? true

/** Run a step's effect; one that throws has failed. */
export const run = async (effect: Effect, draft: Draft, flow: Flow): Promise<Result> =>
  (effects[effect] as Run<Effect>)(draft, flow).catch((error: unknown) =>
    failure(error, 'toast.error.title', 'toast.submitFailed'),
  )
