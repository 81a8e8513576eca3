import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { PaymentPage } from '../../../server/payment/payment-provider'
import { paymentEvents } from '../../../server/payment/payments'
import { failing } from '../store/store-world'
import { now, till } from './till'

const test = suite('events of payments')

const paid = { status: 'complete', payment_status: 'paid' } as const
const event = (page: PaymentPage | undefined, id = 'evt_1', type = 'checkout.session.completed') => ({
  id,
  type,
  ...(page && { page }),
})

test('only events about a page are processed', async () => {
  for (const isOfPage of [true, false]) {
    const { world, page, events, changes, lines } = till()
    const outcome = await paymentEvents(world)(event(isOfPage ? await page(paid) : undefined))
    assert.is(outcome, isOfPage ? 'completed' : 'ignored')
    assert.equal([[...events.values()], changes.length], isOfPage ? [[{ event: 'evt_1', at: now }], 1] : [[], 0])
    assert.equal(lines, [])
  }
})

test('an event is processed once, also after a restart, and keeps its first result', async () => {
  const { world, page, changes, events } = till()
  const take = paymentEvents(world)
  const one = event(await page(paid))
  assert.equal(await Promise.all([take(one), take(one)]), ['completed', 'repeated'])
  assert.is(await paymentEvents(world)(one), 'repeated')
  assert.is(await take(event(await page(paid), 'evt_2')), 'completed')
  assert.equal([changes.length, events.size], [1, 2])
})

test('an expired page leaves the payment open, an unpaid one is pending', async () => {
  const house = till({ 1: { paymentStatus: 'initiated', paymentId: 'cs_test_1' } })
  const take = paymentEvents(house.world)
  assert.is(await take(event(await house.page({ status: 'complete' }))), 'ignored')
  assert.equal(house.changes, [])
  const over = event(await house.page({ status: 'expired' }), 'evt_2', 'checkout.session.expired')
  assert.is(await take(over), 'abandoned')
  assert.equal([house.changes, house.events.size], [[[1, { paymentStatus: 'pending' }]], 2])
})

test('an event of another account or page changes nothing, and is logged', async () => {
  const { world, page, changes, events, lines } = till()
  const take = paymentEvents(world)
  const line = 'stripe: an event of no check-in here, or not for what was asked (checkout.session.completed)'
  assert.is(await take(event({ ...(await page(paid)), checkin: '' })), 'foreign')
  assert.is(await take(event(await page({ ...paid, amount_total: 1 }), 'evt_2')), 'foreign')
  assert.equal([changes, events.size, lines], [[], 0, [line, line]])
})

test('five hundred events are remembered, and the oldest go first', async () => {
  const { world, page, events } = till()
  for (let n = 1; n <= 500; n++) await world.store.note('stripe-event', { event: `evt_old_${n}` })
  const take = paymentEvents(world)
  assert.is(await take(event(await page(paid), 'evt_old_1')), 'repeated')
  assert.is(await take(event(await page(paid))), 'completed')
  assert.is(events.size, 500)
  assert.equal(
    ['evt_old_1', 'evt_old_2', 'evt_1'].map((name) => [...events.values()].some((one) => one.event === name)),
    [false, true, true],
  )
  assert.is(await take(event(await page(paid), 'evt_old_2')), 'repeated')
  assert.is(await take(event(await page(paid), 'evt_old_1')), 'completed', 'forgotten in memory as in the store')
})

test('an event that cannot be stored is refused, so that Stripe repeats it, and the next is accepted', async () => {
  const { world, page } = till()
  const { updateCheckin } = world.store
  let isFull = true
  world.store.updateCheckin = (id, patch) => (isFull ? Promise.reject(new Error('full')) : updateCheckin(id, patch))
  const take = paymentEvents(world)
  const refused = failing(take(event(await page(paid))))
  const next = take(event(await page({ status: 'open' }), 'evt_2'))
  assert.is((await refused).message, 'full')
  assert.is(await next, 'abandoned')
  isFull = false
  assert.is(await take(event(await page(paid))), 'completed')
})

test.run()
