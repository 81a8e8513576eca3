import type { Draft } from '../checkin'
import type { Who } from '../guest'
import type { ShownTax, TaxBooks, TaxedNight, TaxPayment, TaxWay } from '../tax'
import { call, callOfHost } from './call'

/** The states of a payment: received, begun without a result, to be made, in cash at arrival, or paid to the portal. */
export const paymentStates = ['paid', 'begun', 'open', 'cash', 'portal'] as const

/** A payment as row, card, letter and receipt show it: `amount` such as `49.90 EUR`, received `at` an ISO instant. */
export type Payment = { state: (typeof paymentStates)[number]; inCash?: true; amount?: string; at?: string }

/** The tax of a stay by guest and night, in cents, and its receipts. */
export type StayTax = { amount: number; guests: { who: Who; nights: TaxedNight[] }[]; payments: TaxPayment[] }

/** The calls about payments and the tourist tax. */
export const moneyCalls = {
  'PATCH /api/checkin/:id/payment-method': call<{ body: { paymentMethod: string | undefined } }>({
    who: 'owner',
    costs: 'change',
  }),
  /** Answers the address of the payment page. */
  'POST /api/checkin/:id/pay': call<{ data: { url: string } }>({ who: 'owner', costs: 'change' }),
  /** Notes that the guest went to PayPal. PayPal reports no outcome. */
  'POST /api/checkin/:id/paypal': call({ who: 'owner', costs: 'change' }),
  'GET /api/checkin/:id/payment': call<{ data: { status: 'completed' | 'pending' | 'abandoned' } }>({
    who: 'owner',
    costs: 'lookUp',
  }),
  'POST /api/stripe/webhook': call<{ data: { outcome: string } }>({ who: 'anyone', raw: true, limit: 256_000 }),
  /** The books of a year `YYYY`. */
  'GET /api/tax': callOfHost<{ query: { year: string }; data: TaxBooks }>('none'),
  /** Closes a quarter (its first month `YYYY-MM`); a sum other than `cents`, which the page shows, is refused (409). */
  'POST /api/tax/close': callOfHost<{ body: { quarter: string; cents: number } }>({ what: 'export' }),
  /** Opens the latest closed quarter again. */
  'POST /api/tax/open': callOfHost<{ body: { quarter: string } }>({ what: 'export' }),
  'GET /api/checkin/:id/tax': callOfHost<{ data: StayTax }>('none'),
  /** The tax of a guest's answers before they are sent; nothing of them is kept. */
  'POST /api/stay-tax': call<{ body: Draft; data: { tax?: ShownTax } }>({ who: 'guest', costs: 'lookUp' }),
  /**
   * Collects `cents`, negative to give back, after `collected` of before, of a stay whose tax is `amount`. Refuses with
   * 409 if these sums are no longer so.
   */
  'POST /api/checkin/:id/tax': callOfHost<{
    body: { cents: number; collected: number; amount?: number; way: TaxWay }
    data: TaxPayment
  }>({ what: 'edit', ids: 'path', fields: ['taxPaid'] }),
} as const
