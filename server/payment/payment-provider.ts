import type { IncomingHttpHeaders } from 'node:http'
import type { Checkin } from '../../schema/checkin'
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

/** Returns the price in the settings (`50`, `49,90`); undefined for another text or zero. */
export const priceOf = ({ paymentAmount = '', paymentCurrency }: Settings): Price | undefined => {
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

export type PaymentPage = {
  id: string
  url?: string
  status: 'open' | 'paid' | 'processing' | 'expired'
  /** The check-in's id that the house stored on the page; empty on foreign pages. */
  checkin: string
  seal: string
  /** Amount 0 and an empty currency when unknown. */
  price: Price
  isLive: boolean
}

/** `back` is where the guest returns to; `item` is what the guest pays for, in words. */
export type PageRequest = { checkin: Checkin; back: string; all: Settings; price: Price; seal: string; item: string }

/** An event of the provider; one without a `page` is ignored. */
export type PaymentEvent = { id: string; type: string; page?: PaymentPage }

export type PaymentFailure = 'refused' | 'unknown' | 'unreachable'

/** Its calls reject with errors for `failureOf` and `markOf`. */
export type PaymentConnection = {
  /** Returns the request as JSON: equal JSON is the same request. */
  describe: (request: PageRequest) => object
  open: (request: PageRequest, key: string) => Promise<PaymentPage>
  /** `undefined` when the provider does not know the page. */
  find: (all: Settings, id: string) => Promise<PaymentPage | undefined>
  expire: (all: Settings, id: string) => Promise<void>
  /** Refuses (400) a wrong signature, or one older than five minutes. */
  readEvent: (all: Settings, body: Buffer, headers: IncomingHttpHeaders, at: Date) => Promise<PaymentEvent>
  isSafe: (url: string) => boolean
}

/** A service that takes card payments. Its sentences are in the language of the request. */
export type PaymentProvider = {
  id: string
  title: string
  isOn: (all: Settings) => boolean
  isLive: (all: Settings) => boolean
  hasSetting: (name: string) => boolean
  /** Returns the fault of the keys; an empty key is no fault. */
  keyFault: (all: Settings) => string | undefined
  chargeFault: (all: Settings) => string | undefined
  /** The message to the guest if the keys are refused. */
  refusedWords: string
  /** The message to the guest if the provider does not answer. */
  unreachableWords: string
  isPageId: (id: string) => boolean
  failureOf: (error: unknown) => PaymentFailure
  /** Returns an error's type and status, without its text. */
  markOf: (error: unknown) => string
  /** `host` replaces the provider's address; `patience` in milliseconds. */
  connect: (options: { host?: string | undefined; patience: number; log: (line: string) => void }) => PaymentConnection
}
