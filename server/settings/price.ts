import type { Settings } from '../../schema/settings'
import { speaker } from '../../src/core/flow/speaker'
import words from '../../src/text/stripe.it.json'

const { say } = speaker(words)

/** What is asked for a check-in: in the currency's smallest unit, as Stripe counts. */
export type Price = { amount: number; currency: string }

/**
 * Currencies Stripe counts whole, and those it counts in thousandths; all others have cents
 * (docs.stripe.com/currencies).
 */
const decimals: Record<string, number> = {
  ...Object.fromEntries(
    'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ').map((name) => [name, 0]),
  ),
  ...Object.fromEntries('BHD JOD KWD OMR TND'.split(' ').map((name) => [name, 3])),
}

/** The settings as this file reads them, with the amount. */
export type Paying = Settings & { paymentAmount?: string }

/** The price in the settings (`50`, `49,90`); nothing when there is none or the currency has no such fractions. */
export const priceOf = ({ paymentAmount = '', paymentCurrency }: Paying): Price | undefined => {
  const [, whole, fraction = ''] = /^(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(paymentAmount.trim()) ?? []
  const places = decimals[paymentCurrency] ?? 2
  if (whole === undefined || (fraction.length > places && Number(fraction))) return undefined
  const amount = Number(whole) * 10 ** places + Number(fraction.padEnd(places, '0').slice(0, places) || 0)
  return amount > 0 ? { amount, currency: paymentCurrency.toLowerCase() } : undefined
}

/** A sum as Stripe counts it (`4990`, `eur`), as a record keeps it: `49.90 EUR`. */
export const amountKept = (amount: number, currency: string): string => {
  const name = currency.toUpperCase()
  const places = decimals[name] ?? 2
  return `${(amount / 10 ** places).toFixed(places)} ${name}`
}

/** Whether a key is for trying out or for real money; nothing when it is no such key. */
const modeOf = (kind: 'secret' | 'public', key: string) =>
  (kind === 'secret' ? /^(?:sk|rk)_(test|live)_\w+$/ : /^pk_(test|live)_\w+$/).exec(key)?.[1]

/** Whether real money moves. */
export const isLive = ({ stripeSecretKey }: Pick<Settings, 'stripeSecretKey'>) =>
  modeOf('secret', stripeSecretKey.trim()) === 'live'

type Keys = Pick<Settings, 'stripeSecretKey' | 'stripePublicKey' | 'stripeWebhookSecret'>

/** What is wrong with the keys, as an Italian sentence; an empty key is not wrong. */
export const keyFault = ({ stripeSecretKey, stripePublicKey, stripeWebhookSecret }: Keys): string | undefined => {
  const [secret, open, hook] = [stripeSecretKey.trim(), stripePublicKey.trim(), stripeWebhookSecret.trim()]
  const faults: [string, boolean][] = [
    ['secretKey', Boolean(secret) && !modeOf('secret', secret)],
    ['publicKey', Boolean(open) && !modeOf('public', open)],
    ['mixed', Boolean(secret && open) && modeOf('secret', secret) !== modeOf('public', open)],
    ['webhookSecret', Boolean(hook) && !/^whsec_\S+$/.test(hook)],
  ]
  const found = faults.find(([, isWrong]) => isWrong)
  return found && say(`stripe.${found[0]}`)
}

/** Why guests cannot be sent to pay by card, as an Italian sentence; nothing when they can. */
export const chargeFault = (all: Paying): string | undefined => {
  if (!all.enableStripe || !all.stripeSecretKey) return say('stripe.off')
  return keyFault(all) ?? (priceOf(all) ? undefined : say('stripe.amount'))
}
