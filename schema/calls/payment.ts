/** The states of a payment: received, begun without a result, to be made, in cash at arrival, or paid to the portal. */
export const paymentStates = ['paid', 'begun', 'open', 'cash', 'portal'] as const

/** A payment as row, card, letter and receipt show it: `amount` such as `49.90 EUR`, received `at` an ISO instant. */
export type Payment = { state: (typeof paymentStates)[number]; inCash?: true; amount?: string; at?: string }
