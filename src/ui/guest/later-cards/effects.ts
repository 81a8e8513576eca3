import type { Draft } from '../../../../schema/checkin'
import type { Flow } from '../../../../schema/steps'
import type { Effect } from '../../../../schema/vocabulary'
import { withDerived } from '../../../core/flow/derived'
import { addDays } from '../../../core/text/dates'
import { attempt, guestCall, Refused } from '../../shared/api'
import { houseSettings, isCardPossible, isPayPalReady, reload } from '../../shared/house-settings'
import { house, today } from '../../shared/published'
import { forgetLeftovers, keep } from '../engine/guest-draft'
import { forgetInvitation } from '../engine/invitation'
import type { Result } from '../engine/outcomes'
import { chooseLanguage, type Run, words } from '../engine/run'
import { accept, asGuest, idParams, send, sendFailure, sentFirst } from './sending'

/** The address of the built `sample.ts`. */
declare const sampleFile: string

/** Say how the guest pays; where the page is about to be left (`keepalive`), in a way that still arrives. */
const sayPayment = ({ paymentMethod, ...draft }: Draft, leaving: { keepalive?: true } = {}) =>
  asGuest(draft, () =>
    guestCall('PATCH /api/checkin/:id/payment-method', { ...idParams(draft), body: { paymentMethod }, ...leaving }),
  )

/** An update that may fail without stopping the guest: logged, and the flow goes on. */
const quietly = async (work: Promise<unknown>) =>
  work.then(
    () => 'saved' as const,
    (error) => {
      console.error(error)
      return 'failed' as const
    },
  )

/** What the receipt shows, and all that is kept of a check-in that is over. */
const onReceipt = [
  'selectedLanguage',
  'checkInId',
  'reservationCode',
  'roomDescription',
  'arrivalDate',
  'numberOfNights',
  'departureDate',
  'paymentStatus',
]

/** What each effect of `steps.json` does. Only the engine writes the draft and navigates. */
export const effects: { [E in Effect]: Run<E> } = {
  chooseLanguage,

  acceptCode: async (draft) => {
    try {
      // A draft that does not say yet which code it was begun with goes on with this one.
      const typed = draft.reservationCode!.toUpperCase()
      const same = draft.draftId && [undefined, typed].includes(draft.draftCode?.toUpperCase())
      const draftId = same ? draft.draftId! : attempt()
      const { data } = await accept(draft.reservationCode!, draftId)
      if (data.kind === 'admin') {
        houseSettings.set({ ...houseSettings.get(), todayFirst: data.todayFirst })
        return { outcome: 'admin', set: { reservationCode: null } }
      }
      forgetLeftovers()
      forgetInvitation()
      return {
        outcome: 'checkin',
        set: {
          reservationCode: data.reservationCode,
          roomDescription: data.roomDescription,
          showPaymentPage: String(data.showPaymentPage),
          draftCode: data.reservationCode,
          // Another code is another attempt: what was sent under the first is not this guest's receipt.
          ...(!same && { draftId, checkInId: null, sentAs: null, paymentStatus: null }),
        },
      }
    } catch (error) {
      if (error instanceof Refused && error.status === 404) {
        return {
          outcome: 'unknown',
          set: { reservationCode: null },
          faults: [{ field: 'reservationCode', rule: 'unknown', typed: draft.reservationCode! }],
        }
      }
      const failed = sendFailure(error, 'toast.error.title', 'toast.startFailed')
      return error instanceof Refused && error.body.opens ? { ...failed, outcome: 'early' } : failed
    }
  },

  saveStay: async (draft) => {
    const { arrivalDate, numberOfNights, departureDate } = withDerived(draft)
    const set = { departureDate: departureDate ?? null }
    if (!draft.checkInId) return { outcome: 'skipped', set }
    const body = { arrivalDate, numberOfNights, departureDate }
    const update = asGuest(draft, () => guestCall('PATCH /api/checkin/:id/update', { ...idParams(draft), body }))
    return { outcome: await quietly(update), set }
  },

  submit: (draft, flow) => send(draft, flow, { isAlways: true, leaving: { keepalive: true } }),

  savePayment: async (draft, flow) => {
    const sent = await sentFirst(draft, flow)
    if (sent.outcome === 'failed') return sent
    await reload()
    const known = { ...draft, ...sent.set } as Draft
    // Who cannot pay by card is told so on the next card; the record waits for what they choose there.
    const isPossible = draft.paymentMethod !== 'CARTA' || isCardPossible()
    return { outcome: isPossible ? await quietly(sayPayment(known)) : 'saved', set: sent.set }
  },

  openPayPal: async (draft, flow) => {
    if (!isPayPalReady()) return { outcome: 'unconfigured' }
    const sent = await sentFirst(draft, flow)
    if (sent.outcome === 'failed') return sent
    const known = { ...draft, ...sent.set } as Draft
    await quietly(asGuest(known, () => guestCall('POST /api/checkin/:id/paypal', idParams(known))))
    return { outcome: 'opened', set: sent.set }
  },

  startPayment: async (draft, flow) => {
    if (draft.paymentProvider !== 'stripe') return { outcome: 'skipped' }
    const sent = await sentFirst(draft, flow)
    if (sent.outcome === 'failed') return sent
    try {
      const known = { ...draft, ...sent.set } as Draft
      const { data } = await asGuest(known, () => guestCall('POST /api/checkin/:id/pay', idParams(known)))
      keep(known)
      location.assign(data.url)
      // The page is on its way out; a guest who comes back to it by Back finds it awake again.
      await new Promise((done) => addEventListener('pageshow', done, { once: true }))
      return { outcome: 'sent' }
    } catch (error) {
      return sendFailure(error, 'toast.error.title', 'toast.paymentFailed')
    }
  },

  checkPayment: async (draft, flow) => {
    const sent = await sentFirst(draft, flow)
    if (sent.outcome === 'failed') return sent
    const known = { ...draft, ...sent.set } as Draft
    const { data } = await asGuest(known, () => guestCall('GET /api/checkin/:id/payment', idParams(known)))
    if (data.status === 'abandoned')
      return { outcome: 'abandoned', set: sent.set, said: words('toast.error.title', 'payReturn.abandoned') }
    return { outcome: data.status === 'completed' ? 'paid' : 'pending', set: sent.set }
  },

  confirm: async (draft, flow) => {
    const leaving = { keepalive: true } as const
    const sent = await sentFirst(draft, flow, leaving)
    if (sent.outcome === 'failed') return sent
    const known = { ...draft, ...sent.set } as Draft
    const isSaying = known.paymentMethod && (known.paymentMethod !== 'CARTA' || isCardPossible())
    const methods = isSaying ? await quietly(sayPayment(known, leaving)) : 'saved'
    const confirmed = await quietly(
      asGuest(known, () => guestCall('POST /api/checkin/:id/confirm', { ...idParams(known), ...leaving })),
    )
    const only = {
      ...Object.fromEntries(onReceipt.map((field) => [field, known[field]])),
      paymentMethod: isSaying ? known.paymentMethod : undefined,
      finished: 'yes',
    }
    return { outcome: methods === 'saved' && confirmed === 'saved' ? 'confirmed' : 'failed', only }
  },

  loadSample: async (draft) => {
    const { sample } = (await import(sampleFile)) as typeof import('./sample')
    const known = { selectedLanguage: house.get().language, ...draft }
    return { outcome: 'loaded', set: sample(known, { arrivalDate: today(), departureDate: addDays(today(), 3) }) }
  },
}

/** Run a step's effect; one that throws has failed. */
export const run = async (effect: Effect, draft: Draft, flow: Flow): Promise<Result> =>
  (effects[effect] as Run<Effect>)(draft, flow).catch((error: unknown) =>
    sendFailure(error, 'toast.error.title', 'toast.submitFailed'),
  )
