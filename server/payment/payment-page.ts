import type Stripe from 'stripe'
import type { Checkin } from '../../schema/checkin'
import { languageRow } from '../../schema/languages'
import { speaker } from '../../src/core/flow/speaker'
import words from '../../src/text/stripe.it.json'
import type { Paying, Price } from '../settings/price'

const { say } = speaker(words)

/** What is asked for: a check-in, the price, its seal, and where the guest returns. */
export type PageRequest = { checkin: Checkin; back: string; all: Paying; price: Price; seal: string }

const productOf = ({ stripeProductName, stripeProductDescription, paymentDescription }: Paying, id: string) => ({
  name: stripeProductName || paymentDescription || say('stripe.product', { id }),
  ...(stripeProductDescription && { description: stripeProductDescription }),
})

/** A page to pay at as Stripe's Checkout is asked for it: one thing to pay, cards alone, in the guest's language. */
export const pageParams = ({ checkin, back, all, price, seal }: PageRequest): Stripe.Checkout.SessionCreateParams => {
  const id = String(checkin.id)
  const about = { checkin: id, seal }
  const contact = [all.stripeAccountName, all.stripeAccountEmail].filter(Boolean).join(' · ')
  const shown = all.stripeAccountName || all.companyName
  return {
    mode: 'payment',
    allowed_payment_method_types: ['card'],
    client_reference_id: id,
    metadata: about,
    success_url: back,
    cancel_url: back,
    locale: languageRow(checkin.selectedLanguage ?? 'it')?.stripe ?? 'auto',
    line_items: [
      {
        quantity: 1,
        price_data: { currency: price.currency, unit_amount: price.amount, product_data: productOf(all, id) },
      },
    ],
    payment_intent_data: {
      description: `${all.paymentDescription} · ${say('stripe.product', { id })}`,
      metadata: about,
    },
    ...(checkin.email && { customer_email: checkin.email }),
    ...(shown && { branding_settings: { display_name: shown } }),
    ...(contact && { custom_text: { submit: { message: contact } } }),
  }
}
