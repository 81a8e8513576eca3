import type { Draft } from '../checkin'
import type { Who } from '../guest'
import type { ShownTax, TaxBooks, TaxedNight, TaxPayment, TaxWay } from '../tax'
import { call } from './call'

/** The tax of a stay by guest and night, in cents, and its receipts. */
export type StayTax = { amount: number; guests: { who: Who; nights: TaxedNight[] }[]; payments: TaxPayment[] }

export const taxCalls = {
  /** The books of a year `YYYY`. */
  'GET /api/tax': call<{ query: { year: string }; data: TaxBooks }>()({ who: 'host', log: 'none' }),
  /** Closes a quarter (its first month `YYYY-MM`); a sum other than `cents`, which the page shows, is refused (409). */
  'POST /api/tax/close': call<{ body: { quarter: string; cents: number } }>()({ who: 'host', log: { what: 'export' } }),
  /** Opens the latest closed quarter again. */
  'POST /api/tax/open': call<{ body: { quarter: string } }>()({ who: 'host', log: { what: 'export' } }),
  'GET /api/checkin/:id/tax': call<{ data: StayTax }>()({ who: 'host', log: 'none' }),
  /** The tax of a guest's answers before they are sent; nothing of them is kept. */
  'POST /api/stay-tax': call<{ body: Draft; data: { tax?: ShownTax } }>()({ who: 'guest', costs: 'lookUp' }),
  /** Collects `cents`, negative to give back, after `collected` of before; another sum of before is refused (409). */
  'POST /api/checkin/:id/tax': call<{
    body: { cents: number; collected: number; way: TaxWay }
    data: TaxPayment
  }>()({ who: 'host', log: { what: 'edit', ids: 'path', fields: ['taxPaid'] } }),
} as const
