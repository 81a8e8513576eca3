import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Checkin } from '../../../schema/checkin'
import { defaults, type Settings } from '../../../schema/settings'
import { pageParams } from '../../../server/payment/stripe'

const test = suite('a page to pay at')

const all: Settings = { ...defaults, paymentAmount: '49,90' }
const checkin = { id: 12, selectedLanguage: 'de', email: 'ospite@example.org' } as Checkin
const back = 'https://casa.example/tornato'
const asked = (settings: Partial<Settings> = {}, of: Partial<Checkin> = {}) =>
  pageParams({
    checkin: { ...checkin, ...of },
    back,
    all: { ...all, ...settings },
    price: { amount: 4990, currency: 'eur' },
    seal: 'seal',
    item: settings.paymentDescription ?? all.paymentDescription,
  })

test('the request to Stripe of a house with all settings', () => {
  const told = asked({
    stripeProductName: 'Soggiorno',
    stripeProductDescription: 'Una notte',
    stripeAccountName: 'Casa Fiori srl',
    stripeAccountEmail: 'conti@casa.example',
    companyName: 'Casa Fiori',
  })
  assert.equal(told, {
    mode: 'payment',
    allowed_payment_method_types: ['card'],
    client_reference_id: '12',
    metadata: { checkin: '12', seal: 'seal' },
    success_url: back,
    cancel_url: back,
    locale: 'de',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'eur',
          unit_amount: 4990,
          product_data: { name: 'Soggiorno', description: 'Una notte' },
        },
      },
    ],
    payment_intent_data: {
      description: 'Acconto prenotazione · Check-in 12',
      metadata: { checkin: '12', seal: 'seal' },
    },
    customer_email: 'ospite@example.org',
    branding_settings: { display_name: 'Casa Fiori srl' },
    custom_text: { submit: { message: 'Casa Fiori srl · conti@casa.example' } },
  })
})

test('missing data of house or guest is left out of the request', () => {
  const { email: _, ...silent } = checkin
  const { customer_email, branding_settings, custom_text, line_items } = pageParams({
    checkin: silent as Checkin,
    back,
    all,
    price: { amount: 4990, currency: 'eur' },
    seal: 'seal',
    item: 'Anzahlung',
  })
  assert.equal([customer_email, branding_settings, custom_text], [undefined, undefined, undefined])
  assert.equal(line_items![0]!.price_data!.product_data, { name: 'Anzahlung' })
  const { branding_settings: brand, custom_text: text } = asked({ companyName: 'Casa Fiori' })
  assert.equal([brand, text], [{ display_name: 'Casa Fiori' }, undefined])
  const { custom_text: mail } = asked({ stripeAccountEmail: 'conti@casa.example' })
  assert.equal(mail, { submit: { message: 'conti@casa.example' } })
})

test('the item is named after the product, else the payment, else the check-in', () => {
  const named = (settings: Partial<Settings>) => asked(settings).line_items![0]!.price_data!.product_data!.name
  assert.equal(
    [
      named({ stripeProductName: 'Soggiorno', paymentDescription: 'Acconto' }),
      named({ paymentDescription: 'Acconto' }),
      named({ paymentDescription: '' }),
    ],
    ['Soggiorno', 'Acconto', 'Check-in 12'],
  )
})

test('the page uses the guest’s language, Italian if none is chosen, and Stripe’s choice if it is unknown', () => {
  const locales = ['en', 'fr', 'es', 'de', 'it', undefined, 'xx'].map(
    (selectedLanguage) => asked({}, { selectedLanguage } as Partial<Checkin>).locale,
  )
  assert.equal(locales, ['en', 'fr', 'es', 'de', 'it', 'it', 'auto'])
})

test.run()
