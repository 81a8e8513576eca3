import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isUnconfirmed } from '../../../src/core/checkin/checkin-states'
import { moneyIn, requestedPayment } from '../../../src/core/checkin/money'

const test = suite('payment seen')

const at = '2026-11-22T09:30:00.000Z'
const cases: [string, Parameters<typeof requestedPayment>[0], ReturnType<typeof requestedPayment>][] = [
  ['nothing is asked and nothing was said', {}, undefined],
  ['the code asks for none', { showPaymentPage: 'false' }, undefined],
  ['the code asks, and the guest has not chosen', { showPaymentPage: 'true' }, { state: 'open' }],
  ['by card, and the page was never opened', { paymentMethod: 'CARTA' }, { state: 'open' }],
  ['by card, and the page ran out', { paymentMethod: 'CARTA', paymentStatus: 'pending' }, { state: 'open' }],
  ['the page is open', { paymentMethod: 'CARTA', paymentStatus: 'initiated' }, { state: 'begun' }],
  ['cash', { paymentMethod: 'CONTANTI', paymentStatus: 'pending' }, { state: 'cash' }],
  ['cash after a page that was left', { paymentMethod: 'CONTANTI', paymentStatus: 'initiated' }, { state: 'cash' }],
  ['the portal was paid', { paymentMethod: 'PORTALE', showPaymentPage: 'false' }, { state: 'portal' }],
  [
    'paid by card',
    { paymentMethod: 'CARTA', paymentStatus: 'completed', paidAmount: '49.90 EUR', paidAt: at },
    { state: 'paid', amount: '49.90 EUR', at },
  ],
  [
    'paid in cash, as the host said',
    { paymentMethod: 'CONTANTI', paymentStatus: 'completed', paidAt: at },
    { state: 'paid', inCash: true, at },
  ],
  ['paid before amounts were kept', { paymentStatus: 'completed' }, { state: 'paid' }],
]
for (const [title, record, expected] of cases) test(title, () => assert.equal(requestedPayment(record), expected))

test('money is formatted by the language', () => {
  assert.equal(
    ['49.90 EUR', '5000 JPY', 'cinquanta'].map((amount) => moneyIn('de', amount)),
    ['49,90\u00a0€', '5.000\u00a0¥', 'cinquanta'],
  )
})

test('a sent check-in without confirmation is unconfirmed; a host’s check-in needs none', () => {
  assert.equal(
    [{ selectedLanguage: 'de' as const }, { selectedLanguage: 'de' as const, confirmedAt: at }, {}].map((record) =>
      isUnconfirmed({ id: 1, ...record }),
    ),
    [true, false, false],
  )
})

test('an amount is formatted as money only with figure and currency', () => {
  const amounts = ['49.90', 'EUR', '49.90 eur', '49. EUR', '0 EUR', '1234567.5 EUR']
  assert.equal(
    amounts.map((amount) => moneyIn('de', amount)),
    ['49.90', 'EUR', '49.90 eur', '49. EUR', '0,00\u00a0€', '1.234.567,50\u00a0€'],
  )
})

test.run()
