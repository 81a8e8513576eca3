import type { Payment } from '../../../schema/calls/payments'
import type { Checkin, Draft } from '../../../schema/checkin'
import { localeOf } from '../../../schema/languages'

/** Returns cents as `1234,50`, and a value that is still being typed (NaN) as a dash. */
export const euros = (cents: number): string => {
  if (Number.isNaN(cents)) return '—'
  const size = Math.abs(cents)
  return `${cents < 0 ? '-' : ''}${Math.trunc(size / 100)},${String(size % 100).padStart(2, '0')}`
}

/** Returns hundredths as a language writes them, `1234,50` or `1,234.50`. */
export const inDecimals = (hundredths: number, language: string): string =>
  new Intl.NumberFormat(localeOf(language), { minimumFractionDigits: 2 }).format(hundredths / 100)

/** Returns cents as a record stores them, `1234.50`. */
export const storedEuros = (cents: number): string => euros(cents).replace(',', '.')

/** Returns a typed amount (`2,50`, `2.5`, `3`) in cents, or undefined. */
export const centsOf = (typed: string): number | undefined => {
  const [, whole, decimals = ''] = /^(\d{1,4})(?:[.,](\d{1,2}))?$/.exec(typed.trim()) ?? []
  return whole === undefined ? undefined : Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
}

type Paying = Pick<Checkin, 'paymentMethod' | 'paymentStatus' | 'paidAmount' | 'paidAt' | 'showPaymentPage'>

/** Returns the payment of a check-in; undefined if none was requested. */
export const requestedPayment = (checkin: Paying | Draft): Payment | undefined => {
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
