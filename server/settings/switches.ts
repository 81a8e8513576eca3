import { settingGroups } from '../../schema/calls/access'
import type { SettingName, Settings } from '../../schema/settings'
import { isAutomatic } from '../../src/core/bookings/letter-plan'
import { type PaymentProvider, priceOf } from '../payment/payment-provider'
import { stripe } from '../payment/stripe'
import { say } from '../shared/messages'

/** Returns whether mail is on and has user, password and sender. */
export const canSend = ({ enableSMTP2GO, smtp2goUsername, smtp2goPassword, emailSender }: Settings) =>
  enableSMTP2GO && Boolean(smtp2goUsername && smtp2goPassword && emailSender)

/** Another card service is a file beside `payment/stripe.ts`, named here. */
export const cardProvider: PaymentProvider = stripe

const missingOf: { [way in 'paypal' | 'stripe' | 'letters']: (all: Settings) => string[] } = {
  paypal: ({ enablePayPal, paypalLink }) => (enablePayPal && !paypalLink ? ['link'] : []),
  stripe: (all) =>
    all.enableStripe ? [...(all.stripeSecretKey ? [] : ['secret']), ...(priceOf(all) ? [] : ['price'])] : [],
  letters: (all) =>
    isAutomatic(all) ? [...(canSend(all) ? [] : ['mail']), ...(all.publicAddress ? [] : ['address'])] : [],
}

const needed: { [way in keyof typeof missingOf]: readonly SettingName[] } = {
  paypal: ['enablePayPal', 'paypalLink'],
  stripe: settingGroups.stripe.filter((name) => name !== 'paymentDescription'),
  // Without the mailbox, which may be off for a while: then letters wait.
  letters: ['inviteWhen', 'reminderDays', 'secondReminderDays'],
}

/** Returns what PayPal, Stripe or automatic letters lack to be on after a change, as a sentence. */
export const switchFault = (after: Settings, changed: readonly string[]): string | undefined => {
  const ways = Object.keys(missingOf) as (keyof typeof missingOf)[]
  for (const way of ways.filter((one) => needed[one].some((name) => changed.includes(name)))) {
    const what = missingOf[way](after).map((one) => say(`missing.${one}`))
    if (what.length) return say(`missing.${way}`, { what: what.join(', ') })
  }
  return undefined
}
