import type { Draft } from '../../../../schema/checkin'
import type { Effect } from '../../../../schema/vocabulary'
import { withChanges } from '../../../core/flow/arms'
import { withDerived } from '../../../core/flow/telephone'
import { addDays } from '../../../core/text/dates'
import { attemptId, guestCall, Refused } from '../../shared/api'
import { houseSettings, isCardPossible, isPayPalReady, reloadSettings } from '../../shared/house-settings'
import { house, today } from '../../shared/published'
import { fillFromCode } from '../aids/fiscal-code-aids'
import { keepIfWanted } from '../aids/returning'
import { messageOf, type Run } from '../state/effect-results'
import { sendFailure } from '../state/failures'
import { draft, forgetInvitation, invitation, saveDraft } from '../state/guest-draft'
import { forgetReceiptLink, isOwnPhone, receiptStay } from './arrival/receipt-link'
import { fillFromDocument } from './document/reading'
import { awayIn, ownGuest, sendOwn } from './own-phone-house'
import { removeOldFormData } from './read-draft'
import { accept, asGuest, idParams, notSent, send, sentFirst } from './sending'

declare const sampleFile: string

/** Sends how the guest pays; with `keepalive` also while the page is being left. */
const sendPaymentMethod = ({ paymentMethod, ...draft }: Draft, leaving: { keepalive?: true } = {}) =>
  asGuest(draft, () =>
    guestCall('PATCH /api/checkin/:id/payment-method', { ...idParams(draft), body: { paymentMethod }, ...leaving }),
  )

/** Logs an error instead of throwing it: these updates must not stop the guest. */
const orLogged = async (work: Promise<unknown>) =>
  work.then(
    () => 'saved' as const,
    (error) => {
      console.error(error)
      return 'failed' as const
    },
  )

/** The answers that a receipt shows or its completion needs; the others are removed when a check-in is finished. */
const receiptFields = [
  'draftId',
  'selectedLanguage',
  'checkInId',
  'reservationCode',
  'roomDescription',
  'arrivalDate',
  'numberOfNights',
  'departureDate',
  'paymentStatus',
  'stayLink',
  'sharedDevice',
]

const leaving = { keepalive: true } as const

/** Confirms a check-in; returns what its receipt shows. Never rejects. */
const confirmation = async (known: Draft) => {
  const canPay = known.paymentMethod && (known.paymentMethod !== 'CARTA' || isCardPossible())
  const paid = canPay ? await orLogged(sendPaymentMethod(known, leaving)) : 'saved'
  const shown: { [name in 'shownTax' | 'shownCin' | 'receiptLink']?: string | undefined } = {}
  const confirmed = await orLogged(
    asGuest(known, () => guestCall('POST /api/checkin/:id/confirm', { ...idParams(known), ...leaving })).then(
      async ({ data }) => {
        // The reason for another guest's taxed nights could reveal an age.
        const away = awayIn(known)
        const guests = data.tax?.guests.filter(({ who }) => !away.some((guest) => guest === who))
        shown.shownCin = data.cin
        shown.shownTax = data.tax && JSON.stringify({ ...data.tax, guests })
        shown.receiptLink = data.receipt && (await isOwnPhone(known.sharedDevice)) ? data.receipt : undefined
      },
    ),
  )
  const isDone = paid === 'saved' && confirmed === 'saved'
  return { isDone, paymentMethod: canPay ? known.paymentMethod : undefined, shown }
}

/**
 * Completes a check-in whose receipt is stored: retries a failed confirmation, then ends the guest's session. It ends
 * only now, because a guest who closed the page before the receipt was stored confirms again. A late receipt shows no
 * tax: its draft no longer says who answered elsewhere.
 */
export const complete = async () => {
  const known = draft.get()
  const isSame = () => draft.get().checkInId === known.checkInId
  if (known.unconfirmed) {
    const { isDone, shown } = await confirmation(known)
    if (!isDone || !isSame()) return
    saveDraft(withChanges(draft.get(), { ...shown, shownTax: known.shownTax, unconfirmed: null }))
  }
  const ended = await orLogged(guestCall('POST /api/guest/logout', leaving))
  if (ended === 'saved' && isSame()) saveDraft(withChanges(draft.get(), { draftId: null }))
}

/** A page not left after so many milliseconds stays: the guest pressed Stop, or the network is gone. */
const leavingTime = 20_000

/** The effects of `steps.json` except the first card's. They return results; the engine writes the draft. */
export const effects: { [E in Exclude<Effect, 'chooseLanguage'>]: Run<E> } = {
  acceptCode: async (draft) => {
    try {
      // A draft that stores no code yet continues with this one.
      const typed = draft.reservationCode!.toUpperCase()
      const same = draft.draftId && [undefined, typed].includes(draft.draftCode?.toUpperCase())
      const draftId = same ? draft.draftId! : attemptId()
      const { data } = await accept(draft.reservationCode!, draftId)
      if (data.kind === 'admin') {
        houseSettings.set({ ...houseSettings.get(), todayFirst: data.todayFirst })
        return { outcome: 'admin', set: { reservationCode: null } }
      }
      if (!navigator.cookieEnabled)
        return { outcome: 'failed', message: messageOf('toast.error.title', 'toast.cookiesRefused') }
      removeOldFormData()
      // A tablet opened by an invitation is shared at a desk.
      const isDesk = invitation() && Math.min(screen.width, screen.height) >= 600
      forgetInvitation()
      return {
        outcome: 'checkin',
        set: {
          reservationCode: data.reservationCode,
          roomDescription: data.roomDescription,
          showPaymentPage: String(data.showPaymentPage),
          draftCode: data.reservationCode,
          ...(isDesk && { sharedDevice: 'yes' }),
          // A different code is a different check-in: the one already sent does not belong to it.
          ...(!same && { draftId, ...notSent }),
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

  readFiscalCode: fillFromCode,

  readDocument: fillFromDocument,

  saveStay: (draft) => {
    const { arrivalDate, numberOfNights, departureDate } = withDerived(draft)
    const set = { departureDate: departureDate ?? null }
    if (!draft.checkInId) return { outcome: 'skipped', set }
    const body = { arrivalDate, numberOfNights, departureDate }
    const update = asGuest(draft, () => guestCall('PATCH /api/checkin/:id/update', { ...idParams(draft), body }))
    return orLogged(update).then((outcome) => ({ outcome, set }))
  },

  submit: async (draft, flow) => {
    if (ownGuest()) return sendOwn(draft, flow)
    const sent = await send(draft, flow)
    if (sent.outcome === 'saved') await keepIfWanted(draft)
    return sent
  },

  savePayment: async (draft, flow) => {
    const sent = await sentFirst(draft, flow)
    if (sent.outcome === 'failed') return sent
    await reloadSettings()
    const known = { ...draft, ...sent.set } as Draft
    // If no card payment is possible, the next card says so, and the guest chooses again there.
    const isPossible = draft.paymentMethod !== 'CARTA' || isCardPossible()
    return { outcome: isPossible ? await orLogged(sendPaymentMethod(known)) : 'saved', set: sent.set }
  },

  openPayPal: async (draft, flow) => {
    if (!isPayPalReady()) return { outcome: 'unconfigured' }
    const sent = await sentFirst(draft, flow)
    if (sent.outcome === 'failed') return sent
    const known = { ...draft, ...sent.set } as Draft
    await orLogged(asGuest(known, () => guestCall('POST /api/checkin/:id/paypal', idParams(known))))
    return { outcome: 'opened', set: sent.set }
  },

  startPayment: async (draft, flow) => {
    if (draft.paymentProvider !== 'stripe') return { outcome: 'skipped' }
    const sent = await sentFirst(draft, flow)
    if (sent.outcome === 'failed') return sent
    try {
      const known = { ...draft, ...sent.set } as Draft
      const { data } = await asGuest(known, () => guestCall('POST /api/checkin/:id/pay', idParams(known)))
      saveDraft(known)
      location.assign(data.url)
      // The page is being left; the browser's Back continues here.
      const isBack = await new Promise<unknown>((done) => {
        addEventListener('pageshow', done, { once: true })
        setTimeout(done, leavingTime)
      })
      if (isBack) return { outcome: 'sent' }
      return { outcome: 'failed', message: messageOf('toast.error.title', 'toast.paymentFailed') }
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
      return { outcome: 'abandoned', set: sent.set, message: messageOf('toast.error.title', 'payReturn.abandoned') }
    return { outcome: data.status === 'completed' ? 'paid' : 'pending', set: sent.set }
  },

  confirm: async (draft, flow) => {
    const sent = await sentFirst(draft, flow, leaving)
    if (sent.outcome === 'failed') return sent
    const known = { ...draft, ...sent.set } as Draft
    const { isDone, paymentMethod, shown } = await confirmation(known)
    const only = {
      ...Object.fromEntries(receiptFields.map((field) => [field, known[field]])),
      paymentMethod,
      ...shown,
      ...receiptStay(known),
      finished: 'yes',
      ...(!isDone && { unconfirmed: 'yes' }),
    }
    forgetInvitation()
    forgetReceiptLink()
    return { outcome: isDone ? 'confirmed' : 'failed', only }
  },

  loadSample: async (draft) => {
    const { sample } = (await import(sampleFile)) as typeof import('./sample')
    const known = { selectedLanguage: house.get().language, ...draft }
    const set = sample(known, { arrivalDate: today(), departureDate: addDays(today(), 3) })
    const anew = draft.checkInId && { draftId: attemptId(), ...notSent }
    return { outcome: 'loaded', set: { ...set, sharedDevice: 'yes', ...anew } }
  },
}
