/**
 * How a check-in's payment stands: received, begun and not yet known to have come, still to be made, in cash at the
 * arrival, or nothing to do with the house because the portal was paid.
 */
export const paymentStates = ['paid', 'begun', 'open', 'cash', 'portal'] as const
export type PaymentState = (typeof paymentStates)[number]

/**
 * A payment as row, card, letter and receipt show it: how it stands, whether it came in cash, how much it was (`49.90
 * EUR`) and when it was received (ISO instant), where that is known.
 */
export type Payment = { state: PaymentState; inCash?: true; amount?: string; at?: string }
