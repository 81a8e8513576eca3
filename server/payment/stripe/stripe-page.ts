import type Stripe from 'stripe'
import { languageRow } from '../../../schema/languages'
import { say } from '../../shared/messages'
import type { PageRequest, PaymentPage } from '../payment-provider'
import type { Paying } from '../price'

const productOf = ({ stripeProductName, stripeProductDescription }: Paying, item: string, id: string) => ({
  name: stripeProductName || item || say('stripe.product', { id }),
  ...(stripeProductDescription && { description: stripeProductDescription }),
})

/** One item, cards only, in the guest's language. */
export const pageParams = ({
  checkin,
  back,
  all,
  price,
  seal,
  item,
}: PageRequest): Stripe.Checkout.SessionCreateParams => {
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
        price_data: { currency: price.currency, unit_amount: price.amount, product_data: productOf(all, item, id) },
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

const statusOf = ({ payment_status, status }: Stripe.Checkout.Session): PaymentPage['status'] => {
  if (payment_status === 'paid') return 'paid'
  return status === 'complete' ? 'processing' : status === 'expired' ? 'expired' : 'open'
}

/** A Checkout session as the house reads it. */
export const pageIn = (session: Stripe.Checkout.Session): PaymentPage => {
  const { checkin = '', seal = '' } = session.metadata ?? {}
  return {
    id: session.id,
    ...(session.url && { url: session.url }),
    status: statusOf(session),
    checkin: session.client_reference_id === checkin ? checkin : '',
    seal,
    price: { amount: session.amount_total ?? 0, currency: session.currency ?? '' },
    isLive: session.livemode,
  }
}
