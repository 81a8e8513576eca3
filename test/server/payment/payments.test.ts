import type { IncomingHttpHeaders } from 'node:http'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Settings } from '../../../schema/settings'
import { priceOf } from '../../../server/payment/payment-provider'
import { chargeFault, keyFault, stripe } from '../../../server/payment/stripe'
import type { Store } from '../../../server/store/store'
import { failing, stay } from '../store/store-world'
import { keys, paying, signed } from './stripe-world'

const test = suite('stripe')
const back = 'https://casa.example/tornato'
const one = async (store: Store, id = 1) => {
  const found = await store.checkin(id)
  return { ...found!, owner: undefined }
}
const facts = async (store: Store) => {
  const { paymentStatus, paymentMethod, paymentId } = await one(store)
  return { paymentStatus, paymentMethod, paymentId }
}

test(
  'a guest is redirected to a page with the amount in the settings, and nothing counts as paid yet',
  paying(
    async ({ store, fake, pay }) => {
      const { url, paymentId } = await pay.begin(await one(store), back)
      assert.is(url, `${fake.url}/c/pay/${paymentId}`)
      assert.equal(await facts(store), { paymentStatus: 'initiated', paymentMethod: 'CARTA', paymentId })
      const { form, key } = fake.calls.at(-1)!
      assert.match(key!, /^benvenuto-[0-9a-f]{40}$/)
      const { 'metadata[seal]': seal, 'payment_intent_data[metadata][seal]': also, ...rest } = form
      assert.match(seal!, /^[0-9a-f]{40}$/)
      assert.is(also, seal)
      assert.equal(rest, {
        mode: 'payment',
        'allowed_payment_method_types[0]': 'card',
        client_reference_id: '1',
        'metadata[checkin]': '1',
        success_url: back,
        cancel_url: back,
        locale: 'it',
        customer_email: 'guest1@example.org',
        'line_items[0][quantity]': '1',
        'line_items[0][price_data][currency]': 'eur',
        'line_items[0][price_data][unit_amount]': '4990',
        'line_items[0][price_data][product_data][name]': 'Soggiorno',
        'line_items[0][price_data][product_data][description]': 'Una notte o più',
        'payment_intent_data[description]': 'Acconto prenotazione · Check-in 1',
        'payment_intent_data[metadata][checkin]': '1',
        'branding_settings[display_name]': 'Casa Fiori srl',
        'custom_text[submit][message]': 'Casa Fiori srl · conti@casa.example',
      })
    },
    {
      stripeProductName: 'Soggiorno',
      stripeProductDescription: 'Una notte o più',
      stripeAccountName: 'Casa Fiori srl',
      stripeAccountEmail: 'conti@casa.example',
    },
  ),
)

const itemOf = (form: Record<string, string>) => form['line_items[0][price_data][product_data][name]']

test(
  "the default description is in the guest's language",
  paying(async ({ store, fake, pay }) => {
    await pay.begin(await one(store), back, 'Anzahlung für die Buchung')
    assert.is(itemOf(fake.calls.at(-1)!.form), 'Anzahlung für die Buchung')
  }),
)

test(
  "the house's own description stays as it is",
  paying(
    async ({ store, fake, pay }) => {
      await pay.begin(await one(store), back, 'Anzahlung für die Buchung')
      assert.is(itemOf(fake.calls.at(-1)!.form), 'Caparra')
    },
    { paymentDescription: 'Caparra' },
  ),
)

test(
  'the signed event completes the payment, once',
  paying(async ({ store, fake, pay, again }) => {
    const { paymentId } = await pay.begin(await one(store), back)
    const event = signed(fake.pay(paymentId))
    assert.is(await pay.webhook(...event), 'completed')
    assert.equal(await facts(store), { paymentStatus: 'completed', paymentMethod: 'CARTA', paymentId })
    assert.is(await pay.webhook(...event), 'repeated')
    assert.is(await again().webhook(...event), 'repeated', 'after a restart too')
    assert.is(await pay.lookUp(await one(store)), 'completed')
    assert.is(await pay.begin(await one(store), back).then(({ url }) => url), back, 'nobody pays twice')
  }),
)

test(
  'the same event twice at once counts once',
  paying(async ({ store, fake, pay }) => {
    const { paymentId } = await pay.begin(await one(store), back)
    const event = signed(fake.pay(paymentId))
    assert.equal((await Promise.all([pay.webhook(...event), pay.webhook(...event)])).sort(), ['completed', 'repeated'])
  }),
)

test(
  'a look-up completes the payment without any event',
  paying(async ({ store, fake, pay }) => {
    const { paymentId } = await pay.begin(await one(store), back)
    fake.pay(paymentId)
    await store.updateCheckin(1, { paymentMethod: 'CONTANTI' })
    assert.is(await pay.lookUp(await one(store)), 'completed')
    assert.equal(await facts(store), { paymentStatus: 'completed', paymentMethod: 'CARTA', paymentId })
  }),
)

test(
  'a guest who returns has abandoned the payment, and gets the same page again',
  paying(async ({ store, fake, pay }) => {
    const first = await pay.begin(await one(store), back)
    assert.is(await pay.lookUp(await one(store)), 'abandoned')
    assert.is((await facts(store)).paymentStatus, 'initiated')
    assert.equal(await pay.begin(await one(store), back), first)
    assert.is(fake.pages.size, 1)
  }),
)

test(
  'two taps at once, and a retry after a lost answer, open one page',
  paying(async ({ store, fake, pay, again }) => {
    const checkin = await one(store)
    const all = await Promise.all([pay.begin(checkin, back), pay.begin(checkin, back), again().begin(checkin, back)])
    assert.is(new Set(all.map(({ paymentId }) => paymentId)).size, 1)
    assert.is(fake.pages.size, 1)
  }),
)

test(
  'a page counts only for its own check-in, at its original price',
  paying(async ({ store, fake, pay }) => {
    const { paymentId } = await pay.begin(await one(store), back)
    const paid = fake.pay(paymentId)
    for (const [name, wrong] of [
      ['no number', { metadata: { ...paid.metadata, checkin: '0' }, client_reference_id: '0' }],
      ['another number', { metadata: { ...paid.metadata, checkin: '2' } }],
      ['another reference', { client_reference_id: '2' }],
      ['no seal', { metadata: { checkin: '1' } }],
      ['another amount', { amount_total: 1 }],
      ['another currency', { currency: 'usd' }],
      ['the other mode', { livemode: true }],
    ] as const) {
      await pay.webhook(...signed({ ...paid, ...wrong }))
      assert.is((await facts(store)).paymentStatus, 'initiated', name)
    }
    assert.is(await pay.webhook(...signed(paid)), 'completed')
    const { paidAmount, paidAt } = (await one(store)) as { paidAmount?: string; paidAt?: string }
    assert.is(paidAmount, '49.90 EUR')
    assert.match(paidAt!, /^\d{4}-\d{2}-\d{2}T/)
  }),
)

test(
  'a second paid page for the same check-in is stored, and the house is told to refund it',
  paying(async ({ store, fake, pay, lines }) => {
    const { paymentId } = await pay.begin(await one(store), back)
    const page = { ...fake.pages.get(paymentId)! }
    await pay.webhook(...signed(fake.pay(paymentId)))
    assert.is(lines.filter((line) => /twice/.test(line)).length, 0)
    const other = { ...page, id: 'cs_test_other', status: 'complete', payment_status: 'paid', url: null }
    assert.is(await pay.webhook(...signed(other)), 'completed')
    assert.is((await facts(store)).paymentId, 'cs_test_other')
    assert.is(lines.filter((line) => /check-in 1 was paid twice/.test(line)).length, 1)
  }),
)

test(
  'a completed page that is not paid yet is pending',
  paying(async ({ store, fake, pay }) => {
    const { paymentId } = await pay.begin(await one(store), back)
    Object.assign(fake.pages.get(paymentId)!, { status: 'complete', payment_status: 'unpaid', url: null })
    assert.is(await pay.lookUp(await one(store)), 'pending')
    assert.is((await facts(store)).paymentStatus, 'initiated')
  }),
)

test(
  'a page unknown to Stripe, after a change of account, is abandoned, and the guest gets another',
  paying(async ({ store, fake, pay }) => {
    const { paymentId } = await pay.begin(await one(store), back)
    fake.pages.delete(paymentId)
    assert.is(await pay.lookUp(await one(store)), 'abandoned')
    fake.pages.clear()
    const { url } = await pay.begin(await one(store), back)
    assert.is.not(url, back)
    assert.is((await facts(store)).paymentStatus, 'initiated')
  }),
)

test(
  'a page without a safe address is an invalid response: the guest is told to try again',
  paying(async ({ store, fake, pay, lines }) => {
    const { paymentId } = await pay.begin(await one(store), back)
    fake.pages.get(paymentId)!.url = 'javascript:pay()'
    const error = await failing(pay.begin(await one(store), back))
    assert.is((error as { status?: number }).status, 503)
    assert.ok(lines.some((line) => /could not be opened/.test(line)))
  }),
)

test(
  'an expired page is abandoned, and another is opened',
  paying(async ({ store, fake, pay }) => {
    const { paymentId } = await pay.begin(await one(store), back)
    const page = Object.assign(fake.pages.get(paymentId)!, { status: 'expired', url: null })
    assert.is(await pay.webhook(...signed(page, { type: 'checkout.session.expired' })), 'abandoned')
    assert.is((await facts(store)).paymentStatus, 'pending')
    assert.is(await pay.lookUp(await one(store)), 'abandoned')
    assert.is.not((await pay.begin(await one(store), back)).paymentId, paymentId)
  }),
)

test(
  'a page at an old price is closed before another is opened',
  paying(async ({ store, fake, pay, settings }) => {
    const { paymentId } = await pay.begin(await one(store), back)
    await settings({ paymentAmount: '60' })
    const next = await pay.begin(await one(store), back)
    assert.is(fake.pages.get(paymentId)!.status, 'expired')
    assert.is(fake.pages.get(next.paymentId)!.amount_total, 6000)
  }),
)

test(
  'while Stripe fails, stalls or disconnects, the guest gets a message and the check-in is unchanged',
  paying(
    async ({ store, fake, pay, lines }) => {
      const before = await one(store)
      for (const manners of ['fault', 'mute', 'drop', 'refuse'] as const) {
        fake.state.manners = manners
        const error = (await failing(pay.begin(before, back))) as Error & { status: number }
        assert.is(error.status, manners === 'refuse' ? 502 : 503, manners)
        assert.match(error.message, manners === 'refuse' ? /non accetta la chiave/ : /check-in è salvo/)
        assert.equal(await one(store), before)
      }
      fake.state.manners = 'well'
      const { paymentId } = await pay.begin(before, back)
      for (const manners of ['fault', 'mute', 'drop'] as const) {
        fake.state.manners = manners
        assert.is(await pay.lookUp(await one(store)), 'pending', manners)
      }
      assert.equal(await facts(store), { paymentStatus: 'initiated', paymentMethod: 'CARTA', paymentId })
      assert.not.ok(lines.join().includes(keys.stripeSecretKey))
    },
    {},
    300,
  ),
)

test(
  'an event without a current signature of Stripe is refused',
  paying(async ({ store, fake, pay, clock, settings }) => {
    const { paymentId } = await pay.begin(await one(store), back)
    const page = fake.pay(paymentId)
    const [body, headers] = signed(page)
    const signature = headers['stripe-signature']
    const forged: (readonly [Buffer, IncomingHttpHeaders])[] = [
      [body, {}],
      [body, { 'stripe-signature': 'nonsense' }],
      [body, { 'stripe-signature': signature.replace(/v1=./, 'v1=x') }],
      [Buffer.concat([body, Buffer.from(' ')]), headers],
      signed(page, { secret: 'whsec_other' }),
      signed(page, { at: clock.ms - 301_000 }),
    ]
    for (const event of forged)
      assert.is(((await failing(pay.webhook(...event))) as Error & { status: number }).status, 400)
    await settings({ stripeWebhookSecret: '' })
    assert.is(((await failing(pay.webhook(...signed(page, { secret: '' })))) as Error & { status: number }).status, 400)
    assert.is((await facts(store)).paymentStatus, 'initiated')
  }),
)

test(
  'a signed event of another page, check-in, price, mode or account changes nothing',
  paying(async ({ store, fake, pay }) => {
    await store.addCheckin(stay(2))
    const { paymentId } = await pay.begin(await one(store), back)
    const page = { ...fake.pay(paymentId), metadata: { ...fake.pages.get(paymentId)!.metadata } }
    const foreign: [object, object?][] = [
      [{ id: 'cs_test_other', metadata: {} }],
      [{ metadata: null }],
      [{ amount_total: 100 }],
      [{ currency: 'huf' }],
      [{ livemode: true }],
      [{ client_reference_id: '2' }],
      [{ client_reference_id: '2', metadata: { ...page.metadata, checkin: '2' } }],
      [{ client_reference_id: '99', metadata: { ...page.metadata, checkin: '99' } }],
      [{ metadata: { checkin: '1', seal: 'f'.repeat(40) } }],
      [{}, { account: 'acct_other' }],
    ]
    for (const [change, more] of foreign)
      assert.is(
        await pay.webhook(...signed({ ...page, ...change } as never, { more: more ?? {} })),
        'foreign',
        JSON.stringify(change),
      )
    assert.is(await pay.webhook(...signed(page, { type: 'payment_intent.succeeded' })), 'ignored')
    assert.is(await pay.webhook(...signed({ ...page, payment_status: 'unpaid' })), 'ignored', 'finished but not paid')
    assert.equal(
      [await facts(store), (await one(store, 2)).paymentStatus],
      [{ paymentStatus: 'initiated', paymentMethod: 'CARTA', paymentId }, undefined],
    )
    await store.removeCheckin(1)
    assert.is(await pay.webhook(...signed(page)), 'foreign', 'a check-in that is gone')
  }),
)

test(
  "a look-up of another check-in's page pays nothing",
  paying(async ({ store, fake, pay }) => {
    const { paymentId } = await pay.begin(await one(store), back)
    fake.pay(paymentId)
    await store.addCheckin(stay(2, { paymentId }))
    assert.is(await pay.lookUp(await one(store, 2)), 'abandoned')
    assert.is((await one(store, 2)).paymentStatus, undefined)
    assert.is(await pay.lookUp({ id: 3, paymentId: '../account' }), 'abandoned')
  }),
)

test(
  'the number of remembered events is limited',
  paying(async ({ store, fake, pay }) => {
    const { paymentId } = await pay.begin(await one(store), back)
    const page = fake.pay(paymentId)
    for (let i = 0; i < 510; i++) await store.note('stripe-event', { event: `evt_old_${i}` })
    assert.is(await pay.webhook(...signed(page)), 'completed')
    assert.is((await store.notes('stripe-event')).length, 500)
  }),
)

test(
  'two taps at once make one call to Stripe; after a result or a failure it is called again',
  paying(async ({ store, fake, pay }) => {
    const checkin = await one(store)
    await Promise.all([pay.begin(checkin, back), pay.begin(checkin, back)])
    assert.equal(
      fake.calls.map(({ method, path }) => `${method} ${path}`),
      ['POST /v1/checkout/sessions'],
    )
    await pay.begin(await one(store), back)
    assert.is(fake.calls.length, 2)
    fake.state.manners = 'refuse'
    await failing(pay.begin(checkin, back))
    fake.state.manners = 'well'
    await pay.begin(checkin, back)
    assert.is(fake.calls.length, 4)
  }),
)

test(
  'a look-up of a paid or never started payment makes no call to Stripe; a failed one logs only its kind',
  paying(async ({ store, fake, pay, lines }) => {
    await pay.begin(await one(store), back)
    const asked = fake.calls.length
    assert.is(await pay.lookUp({ ...(await one(store)), paymentStatus: 'completed' }), 'completed')
    assert.is(await pay.lookUp({ ...(await one(store)), paymentId: 'CONTANTI' }), 'abandoned')
    const { paymentId: _, ...never } = await one(store)
    assert.is(await pay.lookUp(never), 'abandoned')
    assert.is(fake.calls.length, asked)
    fake.state.manners = 'refuse'
    assert.is(await pay.lookUp(await one(store)), 'pending')
    assert.equal(lines, ['stripe: a payment could not be looked up (StripeAuthenticationError 401)'])
  }),
)

test(
  'only events about a page are accepted',
  paying(async ({ store, fake, pay }) => {
    const page = fake.pay((await pay.begin(await one(store), back)).paymentId)
    for (const [type, outcome] of [
      ['checkout.session.completed', 'completed'],
      ['checkout.session.async_payment_succeeded', 'completed'],
      ['checkout.session.expired', 'completed'],
      ['checkout.session.async_payment_failed', 'ignored'],
      ['payment_intent.succeeded', 'ignored'],
    ])
      assert.is(await pay.webhook(...signed(page, { type: type! })), outcome, type)
  }),
)

test(
  'an event is refused with a message while payments are off, the keys wrong, or its signature wrong',
  paying(async ({ store, fake, pay, lines, settings }) => {
    const { paymentId } = await pay.begin(await one(store), back)
    const event = signed(fake.pay(paymentId))
    const said = async (...given: Parameters<typeof pay.webhook>) => {
      const { status, message } = (await failing(pay.webhook(...given))) as Error & { status: number }
      return [status, message]
    }
    const off = [400, 'Il pagamento con carta non è attivo']
    assert.equal(await said(event[0], { 'stripe-signature': 'nonsense' }), [400, 'Firma non valida'])
    assert.equal(lines, ['stripe: an event was refused (StripeSignatureVerificationError)'])
    await settings({ stripeWebhookSecret: '' })
    assert.equal(await said(...event), off)
    await settings({ stripeWebhookSecret: keys.stripeWebhookSecret, stripePublicKey: 'pk_live_51abc' })
    assert.equal(await said(...event), off)
    await settings({ stripeWebhookSecret: ` ${keys.stripeWebhookSecret} `, stripePublicKey: '', stripeSecretKey: '' })
    assert.is(await pay.webhook(...event), 'completed')
  }),
)

const settings = (more: object) =>
  ({ enableStripe: true, paymentCurrency: 'EUR', paymentAmount: '10', ...keys, ...more }) as unknown as Settings

test('mismatched keys are refused in Italian', () => {
  const faults: [object, RegExp | undefined][] = [
    [{}, undefined],
    [{ stripePublicKey: '' }, undefined],
    [{ stripeSecretKey: 'rk_test_1' }, undefined],
    [{ stripeSecretKey: 'sk_live_1', stripePublicKey: 'pk_live_1' }, undefined],
    [{ stripeSecretKey: 'sk_live_1' }, /non vanno insieme/],
    [{ stripePublicKey: 'pk_live_1' }, /non vanno insieme/],
    [{ stripeSecretKey: 'pk_test_1' }, /chiave segreta/],
    [{ stripePublicKey: 'sk_test_1' }, /chiave pubblica/],
    [{ stripeWebhookSecret: 'sk_test_1' }, /whsec_/],
  ]
  for (const [more, why] of faults) {
    const fault = keyFault(settings(more))
    if (why) assert.match(fault!, why)
    else assert.is(fault, undefined, JSON.stringify(more))
  }
  assert.match(chargeFault(settings({ enableStripe: false }))!, /non è attivo/)
  assert.match(chargeFault(settings({ paymentAmount: '' }))!, /importo/)
  assert.is(chargeFault(settings({})), undefined)
})

test(
  'mixed keys or no amount open no page',
  paying(
    async ({ store, fake, pay, settings: save }) => {
      assert.match((await failing(pay.begin(await one(store), back))).message, /non vanno insieme/)
      await save({ stripePublicKey: 'pk_test_1', paymentAmount: '0' })
      assert.match((await failing(pay.begin(await one(store), back))).message, /importo/)
      assert.is(fake.calls.length, 0)
    },
    { stripePublicKey: 'pk_live_1' },
  ),
)

test('the amount is in Stripe’s units', () => {
  const price = (paymentAmount: string, paymentCurrency = 'EUR') =>
    priceOf(settings({ paymentAmount, paymentCurrency }))?.amount
  assert.equal(
    ['50', '49,90', '49.9', '0,01', '019.99'].map((text) => price(text)),
    [5000, 4990, 4990, 1, 1999],
  )
  assert.equal(
    ['', '0', '0,00', '-5', '1.234,00', '1e3', '5,999', ' ', 'gratis'].map((text) => price(text)),
    Array(9).fill(undefined),
  )
  assert.equal(
    [price('500', 'JPY'), price('500,50', 'JPY'), price('500,00', 'JPY'), price('1,5', 'KWD')],
    [500, undefined, 500, 1500],
  )
})

test('Stripe is called without TLS only on this machine', () => {
  for (const host of ['http://api.example', 'ftp://127.0.0.1', 'nonsense'])
    assert.throws(() => stripe.connect({ host, patience: 1, log: () => {} }), /STRIPE_API/)
  stripe.connect({ host: 'https://stripe.example:8443', patience: 1, log: () => {} })
})

test.run()
