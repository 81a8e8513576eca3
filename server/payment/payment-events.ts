import type Stripe from 'stripe'
import { serialQueue } from '../shared/queues'
import { checkinOf, type PaymentWorld, settle } from './payment-records'

/**
 * What came of an event: a payment noted, a page that ran out, an event seen before, none of this house's, or of no
 * interest.
 */
export type EventOutcome = 'completed' | 'abandoned' | 'repeated' | 'foreign' | 'ignored'

/** Most events remembered. Stripe sends one again for three days; older signatures are refused anyway. */
const remembered = 500
const seenKind = 'stripe-event'

/** The events that say something of a page. */
const about = ['checkout.session.completed', 'checkout.session.async_payment_succeeded', 'checkout.session.expired']

/** Takes Stripe's events, one after the other, so that the same event twice at once is still seen twice. */
export const paymentEvents = (world: PaymentWorld) => {
  const { store, log } = world
  let seen: Promise<Map<string, number>> | undefined
  const queue = serialQueue()

  const memory = () =>
    (seen ??= store.notes(seenKind).then((notes) => new Map(notes.map(({ id, event }) => [String(event), id]))))
  const remember = async (event: string) => {
    const known = await memory()
    known.set(event, await store.note(seenKind, { event, at: world.now().toISOString() }))
    for (const [old, id] of known) {
      if (known.size <= remembered) break
      known.delete(old)
      await store.removeNote(seenKind, id)
    }
  }

  const take = async (event: Stripe.Event): Promise<EventOutcome> => {
    if (!about.includes(event.type)) return 'ignored'
    if ((await memory()).has(event.id)) return 'repeated'
    const session = event.data.object as Stripe.Checkout.Session
    const checkin = event.account ? undefined : await checkinOf(world, session)
    if (!checkin) {
      log(`stripe: an event of no check-in here, or not for what was asked (${event.type})`)
      return 'foreign'
    }
    const state = await settle(world, session, checkin)
    await remember(event.id)
    return state === 'pending' ? 'ignored' : state
  }

  return (event: Stripe.Event): Promise<EventOutcome> => queue.run(() => take(event))
}
