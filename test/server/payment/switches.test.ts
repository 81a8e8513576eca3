import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { defaults } from '../../../schema/settings'
import { switchFault } from '../../../server/payment/switches'

const test = suite('switches of payment')

test('a way of paying is on only with what it stands on, and is looked at only when something of it changes', () => {
  const fault = (settings: object, ...changed: string[]) => switchFault({ ...defaults, ...settings }, changed)
  const card = { enableStripe: true, stripeSecretKey: 'sk_test_51abc', paymentAmount: '49,90' }
  assert.is(fault({ enablePayPal: true, paypalLink: 'https://paypal.me/casa' }, 'enablePayPal'), undefined)
  assert.is(fault({ enablePayPal: false }, 'enablePayPal'), undefined)
  assert.match(fault({ enablePayPal: true, paypalLink: '' }, 'enablePayPal')!, /PayPal/)
  assert.match(fault({ enablePayPal: true, paypalLink: '' }, 'paypalLink')!, /PayPal/)
  assert.is(fault({ enablePayPal: true, paypalLink: '' }, 'companyName'), undefined)
  assert.is(fault(card, 'enableStripe'), undefined)
  assert.is(fault({ ...card, enableStripe: false, stripeSecretKey: '' }, 'enableStripe'), undefined)
  const key = fault({ ...card, stripeSecretKey: '' }, 'enableStripe')!
  const price = fault({ ...card, paymentAmount: '' }, 'paymentAmount')!
  const both = fault({ ...card, stripeSecretKey: '', paymentAmount: '' }, 'stripeSecretKey')!
  assert.is(new Set([key, price, both]).size, 3)
  for (const sentence of [key, price, both]) assert.match(sentence, /^\p{Lu}.*\w/u)
  assert.is(fault({ ...card, paymentAmount: '' }, 'paymentDescription'), undefined)
  assert.is(fault({ ...card, paymentAmount: '' }, 'enablePayPal'), undefined)
})

test.run()
