import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Checkin } from '../../../schema/checkin'
import type { PaymentPage } from '../../../server/payment/payment-provider'
import { checkinOf, settle } from '../../../server/payment/payment-records'
import { now, type Session, till } from './till'

const test = suite('what is written of payments')

const paid = { status: 'complete', payment_status: 'paid' } as const

test('a page belongs to its check-in, price and mode of the keys', async () => {
  const { world, page, session, settings } = till({ 1: {}, 999999999999999: {} })
  assert.is((await checkinOf(world, await page()))?.id, 1)
  assert.is((await checkinOf(world, await page({}, '999999999999999')))?.id, 999999999999999)
  const { metadata } = await session()
  const foreign: [name: string, page: PaymentPage][] = [
    ['no facts', await page({ metadata: null })],
    ['no seal', await page({ metadata: { checkin: '1' } })],
    ['an empty seal', await page({ metadata: { checkin: '1', seal: '' } })],
    ['another seal', await page({ metadata: { checkin: '1', seal: 'f'.repeat(40) } })],
    ['no number', await page({ metadata: { seal: metadata!.seal! } })],
    ['another number', await page({ metadata: { ...metadata, checkin: '2' } })],
    ['another reference', await page({ client_reference_id: '2' })],
    ['number 0', await page({}, '0')],
    ['a number that is no number', await page({}, '1x')],
    ['a number too long', await page({}, '1'.repeat(16))],
    ['a check-in that is gone', await page({}, '2')],
    ['another amount', await page({ amount_total: 4991 })],
    ['no amount', await page({ amount_total: null })],
    ['another currency', await page({ currency: 'usd' })],
    ['no currency', await page({ currency: null })],
    ['the other mode', await page({ livemode: true })],
  ]
  for (const [name, one] of foreign) assert.is(await checkinOf(world, one), undefined, name)
  settings.stripeSecretKey = 'sk_live_51abc'
  assert.is(await checkinOf(world, await page()), undefined, 'a page of before the keys were live')
})

test('a page without amount and currency is recognised by its seal as well', async () => {
  const { world, page } = till()
  const seal = await world.seals.sealOf('1', { amount: 0, currency: '' }, false)
  const free = await page({ amount_total: null, currency: null, metadata: { checkin: '1', seal } })
  assert.is((await checkinOf(world, free))?.id, 1)
})

test('a payment is stored with its page, amount and time', async () => {
  const written = { paymentStatus: 'completed', paymentMethod: 'CARTA', paymentId: 'cs_test_1', paidAt: now }
  const sums: [more: Partial<Session>, sum: object][] = [
    [{}, { paidAmount: '49.90 EUR' }],
    [{ amount_total: 500, currency: 'jpy' }, { paidAmount: '500 JPY' }],
    [{ amount_total: null }, {}],
    [{ amount_total: 0 }, {}],
    [{ currency: null }, {}],
  ]
  for (const [more, sum] of sums) {
    const { world, page, checkin, changes, lines } = till()
    assert.is(await settle(world, await page({ ...paid, ...more }), checkin()), 'completed')
    assert.equal([changes, lines], [[[1, { ...written, ...sum }]], []], JSON.stringify(more))
  }
})

test('the result of a page for each state of a check-in', async () => {
  const states: [name: string, checkin: Partial<Checkin>, page: Partial<Session>, state: string, patch?: object][] = [
    ['paid by this page before', { paymentStatus: 'completed', paymentId: 'cs_test_1' }, paid, 'completed'],
    ['paid by another before, this open', { paymentStatus: 'completed', paymentId: 'cs_2' }, {}, 'completed'],
    [
      'paid before, this ran out',
      { paymentStatus: 'completed', paymentId: 'cs_test_1' },
      { status: 'expired' },
      'completed',
    ],
    [
      'done and not paid yet',
      { paymentStatus: 'initiated', paymentId: 'cs_test_1' },
      { status: 'complete' },
      'pending',
    ],
    ['open', { paymentStatus: 'initiated', paymentId: 'cs_test_1' }, {}, 'abandoned'],
    [
      'ran out',
      { paymentStatus: 'initiated', paymentId: 'cs_test_1' },
      { status: 'expired' },
      'abandoned',
      { paymentStatus: 'pending' },
    ],
    ['an old page ran out', { paymentStatus: 'initiated', paymentId: 'cs_2' }, { status: 'expired' }, 'abandoned'],
    [
      'ran out, and was said to',
      { paymentStatus: 'pending', paymentId: 'cs_test_1' },
      { status: 'expired' },
      'abandoned',
    ],
  ]
  for (const [name, before, session, state, patch] of states) {
    const { world, page, checkin, changes, lines } = till({ 1: before })
    assert.is(await settle(world, await page(session), checkin()), state, name)
    assert.equal([changes, lines], [patch ? [[1, patch]] : [], []], name)
  }
})

test('the guest’s return and Stripe’s event together tell of a payment once', async () => {
  const { world, page, checkin, changes } = till({ 1: { paymentStatus: 'initiated', paymentId: 'cs_test_1' } })
  const told: number[] = []
  const telling = { ...world, paid: ({ id }: Checkin) => void told.push(id) }
  const [before, one] = [checkin(), await page(paid)]
  await Promise.all([settle(telling, one, before), settle(telling, one, before)])
  assert.equal([told, changes.length], [[1], 1])
})

test('a check-in paid by two pages keeps the second, and the log asks for a refund', async () => {
  const { world, page, checkin, changes, lines } = till({ 1: { paymentStatus: 'completed', paymentId: 'cs_2' } })
  assert.is(await settle(world, await page(paid), checkin()), 'completed')
  assert.equal(changes.length, 1)
  assert.is(checkin().paymentId, 'cs_test_1')
  assert.equal(lines, ['stripe: check-in 1 was paid twice; see to a refund'])
})

test.run()
