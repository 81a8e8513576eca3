import { settingGroups } from '../../schema/calls/setting-groups'
import type { SettingName } from '../../schema/settings'
import type { PaymentProvider } from '../payment/payment-provider'
import { type Paying, priceOf } from '../payment/price'
import { stripe } from '../payment/stripe/stripe'
import { say } from '../shared/messages'

/** Another card service is a folder beside `payment/stripe`, named here. */
export const cardProvider: PaymentProvider = stripe

const missingOf: { [way in 'paypal' | 'stripe']: (all: Paying) => string[] } = {
  paypal: ({ enablePayPal, paypalLink }) => (enablePayPal && !paypalLink ? ['link'] : []),
  stripe: (all) =>
    all.enableStripe ? [...(all.stripeSecretKey ? [] : ['secret']), ...(priceOf(all) ? [] : ['price'])] : [],
}

const needed: { [way in keyof typeof missingOf]: readonly SettingName[] } = {
  paypal: ['enablePayPal', 'paypalLink'],
  stripe: settingGroups.stripe.filter((name) => name !== 'paymentDescription'),
}

/** Returns why a way of paying may not be on after a change, as an Italian sentence. */
export const switchFault = (after: Paying, changed: readonly string[]): string | undefined => {
  const ways = Object.keys(missingOf) as (keyof typeof missingOf)[]
  for (const way of ways.filter((one) => needed[one].some((name) => changed.includes(name)))) {
    const what = missingOf[way](after).map((one) => say(`missing.${one}`))
    if (what.length) return say(`missing.${way}`, { what: what.join(', ') })
  }
  return undefined
}
