import type { Payment } from '../../../schema/calls/payment'
import type { Checkin, Draft } from '../../../schema/checkin'

type Paying = Pick<Checkin, 'paymentMethod' | 'paymentStatus' | 'paidAmount' | 'paidAt' | 'showPaymentPage'>

/** Returns the payment of a check-in; undefined if none was requested. */
export const paymentSeen = (checkin: Paying | Draft): Payment | undefined => {
  const { paymentMethod, paymentStatus, paidAmount, paidAt, showPaymentPage } = checkin
  if (paymentStatus === 'completed')
    return {
      state: 'paid',
      ...(paymentMethod === 'CONTANTI' && { inCash: true }),
      ...(paidAmount && { amount: paidAmount }),
      ...(paidAt && { at: paidAt }),
    }
  if (paymentMethod === 'CONTANTI') return { state: 'cash' }
  if (paymentStatus === 'initiated') return { state: 'begun' }
  if (paymentMethod === 'PORTALE') return { state: 'portal' }
  return paymentMethod === 'CARTA' || showPaymentPage === 'true' ? { state: 'open' } : undefined
}

/** Returns a stored amount (`49.90 EUR`) as a language writes it; other text stays. */
export const moneyIn = (locale: string, amount: string): string => {
  const [, figure, currency] = /^(\d+(?:\.\d+)?) ([A-Z]{3})$/.exec(amount) ?? []
  return figure && currency
    ? new Intl.NumberFormat(locale, { style: 'currency', currency }).format(Number(figure))
    : amount
}
