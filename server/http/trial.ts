import type { CallName } from '../../schema/calls/api'
import { laterGuests } from '../../schema/guest'
import type { Flow } from '../../schema/steps'
import type { Answer, AnyContext } from '../api/handlers'
import { nameOf } from '../auth/sessions'
import { wordOf } from '../shared/body'

/** Returns the name of the cookie of a browser that tries a draft. */
export const trialCookie = (secure: boolean): string => nameOf('trial', secure)

/** Returns the Set-Cookie line: for an hour, or to remove it. */
export const trialCookieLine = (word: string, secure: boolean): string =>
  `${trialCookie(secure)}=${word}; Path=/; Max-Age=${word ? 3600 : 0}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`

/** Answers of calls in a trial, which store, send and charge nothing. Other calls run as usual. */
export const pretended: { readonly [name in CallName]?: (context: AnyContext, flow: Flow) => Answer<name> } = {
  'POST /api/reservation-code': ({ body }) => ({
    data: {
      kind: 'checkin',
      reservationCode: wordOf(body.code).toUpperCase().slice(0, 4),
      roomDescription: '',
      showPaymentPage: true,
    },
  }),
  'POST /api/checkin': () => ({ data: { id: 0 } }),
  'PATCH /api/checkin/:id/update': ({ body }) => ({ data: { ...body, id: 0 } }),
  'PATCH /api/checkin/:id/payment-method': () => ({}),
  'POST /api/checkin/:id/confirm': () => ({ data: {} }),
  'POST /api/checkin/:id/pay': ({ origin }, { steps }) => ({
    data: { url: `${origin}${Object.keys(steps).find((path) => steps[path]!.do === 'checkPayment') ?? '/'}` },
  }),
  'POST /api/checkin/:id/paypal': () => ({}),
  'POST /api/guest-links': () => ({ data: { token: 'trial' } }),
  'GET /api/guest-links': () => ({ data: laterGuests.map((guest) => ({ guest, state: 'open' })) }),
  'DELETE /api/guest-links/:guest': () => ({}),
  'GET /api/checkin/:id/payment': () => ({ data: { status: 'completed' } }),
}
