import type { Settings } from '../../schema/settings'

/** A price in the currency's smallest unit: `4990`, `eur`. */
export type Price = { amount: number; currency: string }

/** The currencies without two decimals, as card services count them (docs.stripe.com/currencies). */
const decimals: Record<string, number> = {
  ...Object.fromEntries(
    'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ').map((name) => [name, 0]),
  ),
  ...Object.fromEntries('BHD JOD KWD OMR TND'.split(' ').map((name) => [name, 3])),
}

export type Paying = Settings & { paymentAmount?: string }

/** The price in the settings (`50`, `49,90`). */
export const priceOf = ({ paymentAmount = '', paymentCurrency }: Paying): Price | undefined => {
  const [, whole, fraction = ''] = /^(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(paymentAmount.trim()) ?? []
  const places = decimals[paymentCurrency] ?? 2
  if (whole === undefined || (fraction.length > places && Number(fraction))) return undefined
  const amount = Number(whole) * 10 ** places + Number(fraction.padEnd(places, '0').slice(0, places) || 0)
  return amount > 0 ? { amount, currency: paymentCurrency.toLowerCase() } : undefined
}

/** Formats a price as a record stores it: `49.90 EUR`. */
export const amountText = ({ amount, currency }: Price): string => {
  const name = currency.toUpperCase()
  const places = decimals[name] ?? 2
  return `${(amount / 10 ** places).toFixed(places)} ${name}`
}
