import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { defaults, mask, type Settings } from '../../../schema/settings'
import { isUnpayable, newCode } from '../../../src/ui/admin/forms/values'

const test = suite('codes')
const code = { id: '1', code: 'AB12', description: 'Blu', showPaymentPage: true, totalRooms: 1, totalBeds: 2 }
const host = (more: Partial<Settings>): Settings => ({ ...defaults, ...more })

test('a code that asks for an impossible card payment is marked', () => {
  assert.is(isUnpayable(host({ reservationCodes: [code] })), true)
  assert.is(isUnpayable(host({ reservationCodes: [code], enablePayPal: true })), true, 'PayPal without its link')
  assert.is(isUnpayable(host({ reservationCodes: [code], enableStripe: true })), true, 'Stripe without its key')
  for (const more of [
    { enablePayPal: true, paypalLink: 'https://paypal.me/casa' },
    { enableStripe: true, stripeSecretKey: mask },
    { reservationCodes: [{ ...code, showPaymentPage: false }] },
    { reservationCodes: [] },
  ])
    assert.is(isUnpayable(host({ reservationCodes: [code], ...more })), false, JSON.stringify(more))
  assert.is(isUnpayable(undefined), false)
})

test('a new code asks for a payment only if one is configured', () => {
  assert.equal(newCode(host({})), { showPaymentPage: 'no' })
  assert.equal(newCode(host({ enablePayPal: true })), { showPaymentPage: 'no' })
  assert.equal(newCode(host({ enablePayPal: true, paypalLink: 'https://paypal.me/casa' })), {})
  assert.equal(newCode(host({ enableStripe: true, stripeSecretKey: mask })), {})
  assert.equal(newCode(undefined), {})
})

test.run()
