import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { defaults, type Settings } from '../../../schema/settings'
import { amountText, priceOf } from '../../../server/payment/payment-provider'
import { chargeFault, isLive, keyFault } from '../../../server/payment/stripe'

const test = suite('prices and keys')

const keys = {
  stripeSecretKey: 'sk_test_51abc',
  stripePublicKey: 'pk_test_51abc',
  stripeWebhookSecret: 'whsec_test_1',
}
const paying = (more: Partial<Settings> = {}): Settings => ({
  ...defaults,
  ...keys,
  enableStripe: true,
  paymentAmount: '49,90',
  ...more,
})

test('a price is an integer of the currency’s unit at Stripe: cents, whole units, or thousandths', () => {
  const prices: [paymentAmount: string, paymentCurrency: string, amount: number | undefined][] = [
    [' 49,90 ', 'EUR', 4990],
    ['999999.99', 'EUR', 99_999_999],
    ['1000000', 'EUR', undefined],
    ['0.01', 'EUR', 1],
    ['0.00', 'EUR', undefined],
    ['1,', 'EUR', undefined],
    ['10', 'USD', 1000],
    ...'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'
      .split(' ')
      .map((currency): [string, string, number] => ['7', currency, 7]),
    ['7.0', 'JPY', 7],
    ['7.1', 'JPY', undefined],
    ...'BHD JOD KWD OMR TND'.split(' ').map((currency): [string, string, number] => ['7.2', currency, 7200]),
    ['0.01', 'KWD', 10],
  ]
  for (const [paymentAmount, paymentCurrency, amount] of prices)
    assert.equal(
      priceOf(paying({ paymentAmount, paymentCurrency })),
      amount && { amount, currency: paymentCurrency.toLowerCase() },
      `${paymentAmount} ${paymentCurrency}`,
    )
  const { paymentAmount: _, ...none } = paying()
  assert.is(priceOf(none as Settings), undefined)
})

test('an amount is stored as written, with its currency', () => {
  const kept: [amount: number, currency: string, sum: string][] = [
    [4990, 'eur', '49.90 EUR'],
    [5, 'eur', '0.05 EUR'],
    [500, 'jpy', '500 JPY'],
    [1500, 'kwd', '1.500 KWD'],
  ]
  for (const [amount, currency, sum] of kept) assert.is(amountText({ amount, currency }), sum)
})

test('real money moves by a live secret key alone', () => {
  const live: [stripeSecretKey: string, isReal: boolean][] = [
    ['sk_live_51abc', true],
    [' rk_live_51abc ', true],
    ['sk_test_51abc', false],
    ['pk_live_51abc', false],
    ['sk_live_', false],
    ['', false],
  ]
  for (const [stripeSecretKey, isReal] of live) assert.is(isLive({ stripeSecretKey }), isReal, stripeSecretKey)
})

test('a fault in the keys is reported word for word, only the first', () => {
  const secret = 'La chiave segreta di Stripe deve iniziare con sk_test_ o sk_live_ (oppure rk_test_ o rk_live_)'
  const open = 'La chiave pubblica di Stripe deve iniziare con pk_test_ o pk_live_'
  const mixed = "Le chiavi di Stripe non vanno insieme: una è di prova (test) e l'altra è vera (live)"
  const hook = 'Il segreto del webhook di Stripe deve iniziare con whsec_'
  const faults: [more: Partial<Settings>, fault: string | undefined][] = [
    [{}, undefined],
    [{ stripeSecretKey: ' sk_test_1 ', stripePublicKey: ' pk_test_1 ', stripeWebhookSecret: ' whsec_1 ' }, undefined],
    [{ stripeSecretKey: '', stripePublicKey: '', stripeWebhookSecret: '' }, undefined],
    [{ stripeSecretKey: '', stripePublicKey: 'pk_live_1' }, undefined],
    [{ stripeSecretKey: 'sk_live_1', stripePublicKey: '' }, undefined],
    [{ stripeSecretKey: 'rk_live_1', stripePublicKey: 'pk_live_1' }, undefined],
    [{ stripeSecretKey: 'pk_test_1' }, secret],
    [{ stripeSecretKey: 'sk_test_', stripePublicKey: 'x', stripeWebhookSecret: 'x' }, secret],
    [{ stripePublicKey: 'sk_test_1' }, open],
    [{ stripeSecretKey: '', stripePublicKey: 'rk_test_1' }, open],
    [{ stripePublicKey: 'pk_live_1' }, mixed],
    [{ stripeSecretKey: 'sk_live_1', stripeWebhookSecret: 'x' }, mixed],
    [{ stripeWebhookSecret: 'sk_test_1' }, hook],
    [{ stripeWebhookSecret: 'whsec_' }, hook],
  ]
  for (const [more, fault] of faults) assert.is(keyFault(paying(more)), fault, JSON.stringify(more))
})

test('guests pay by card when it is on, with matching keys and an amount', () => {
  const off = 'Il pagamento con carta non è attivo'
  const faults: [more: Partial<Settings>, fault: string | undefined][] = [
    [{}, undefined],
    [{ enableStripe: false }, off],
    [{ stripeSecretKey: '', paymentAmount: '' }, off],
    [{ stripeWebhookSecret: 'x', paymentAmount: '' }, 'Il segreto del webhook di Stripe deve iniziare con whsec_'],
    [{ paymentAmount: '' }, "L'importo da pagare con carta non è indicato nelle impostazioni"],
  ]
  for (const [more, fault] of faults) assert.is(chargeFault(paying(more)), fault, JSON.stringify(more))
})

test.run()
