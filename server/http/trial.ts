import type { CallName } from '../../schema/calls/api'
import type { Flow } from '../../schema/steps'
import type { AnyAnswer, AnyContext } from '../api/handlers'
import { nameOf } from '../auth/sessions'
import { wordOf } from '../shared/body'

/** The cookie of a browser that walks a draft, named as the others are. */
export const trialCookie = (secure: boolean): string => nameOf('trial', secure)

/** The cookie's line: for an hour, or gone. */
export const trialCookieLine = (word: string, secure: boolean): string =>
  `${trialCookie(secure)}=${word}; Path=/; Max-Age=${word ? 3600 : 0}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`

/**
 * What a guest's calls answer while a draft is tried: as if all went well, and nothing is stored, sent or charged. A
 * call that is not here is made as always.
 */
export const pretended: { readonly [name in CallName]?: (context: AnyContext, flow: Flow) => AnyAnswer } = {
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
  'POST /api/checkin/:id/confirm': () => ({}),
  'POST /api/checkin/:id/pay': ({ origin }, { steps }) => ({
    data: { url: `${origin}${Object.keys(steps).find((path) => steps[path]!.do === 'checkPayment') ?? '/'}` },
  }),
  'POST /api/checkin/:id/paypal': () => ({}),
  'GET /api/checkin/:id/payment': () => ({ data: { status: 'completed' } }),
}
