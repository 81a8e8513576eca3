import type Stripe from 'stripe'
import type { Checkin } from '../../../schema/checkin'
import { defaults, type Settings } from '../../../schema/settings'
import { paymentSeals } from '../../../server/payment/payment-records'
import { pageIn, stripe } from '../../../server/payment/stripe'
import type { PaymentEventNote } from '../../../server/store/notes'
import type { Store } from '../../../server/store/store'
import { serialQueue } from '../../../src/core/tasks'

export type Session = Stripe.Checkout.Session

export const now = '2026-05-01T10:00:00.000Z'

/**
 * An in-memory store for card payments: check-ins, settings and remembered events; records every change to a check-in
 * in order.
 */
export const till = (checkins: { [id: number]: Partial<Checkin> } = { 1: {} }) => {
  const settings: Settings = {
    ...defaults,
    enableStripe: true,
    stripeSecretKey: 'sk_test_51abc',
    stripePublicKey: 'pk_test_51abc',
    stripeWebhookSecret: 'whsec_1',
    paymentAmount: '49,90',
  }
  const events = new Map<number, PaymentEventNote>()
  const changes: [id: number, patch: object][] = []
  const lines: string[] = []
  let last = 0
  const store = {
    secret: async () => 'a key',
    checkin: async (id: number) => checkins[id] && { id, ...checkins[id] },
    updateCheckin: async (id: number, patch: Partial<Checkin>) => {
      changes.push([id, patch])
      checkins[id] = { ...checkins[id], ...patch }
    },
    note: async (_kind: string, event: PaymentEventNote) => {
      events.set(++last, event)
      return last
    },
    notes: async () => [...events].map(([id, event]) => ({ id, ...event })),
    removeNote: async (_kind: string, id: number) => events.delete(id),
  } as unknown as Store
  const seals = paymentSeals(store)
  const world = {
    store,
    provider: stripe,
    seals,
    settings: async () => settings,
    log: (line: string) => void lines.push(line),
    now: () => new Date(now),
    queue: serialQueue(),
  }
  /** A session of the house as Stripe returns it, open by default. */
  const session = async (more: Partial<Session> = {}, id = '1') =>
    ({
      id: 'cs_test_1',
      livemode: false,
      status: 'open',
      payment_status: 'unpaid',
      url: 'https://checkout.example/cs_test_1',
      client_reference_id: id,
      metadata: { checkin: id, seal: await seals.sealOf(id, { amount: 4990, currency: 'eur' }, false) },
      amount_total: 4990,
      currency: 'eur',
      ...more,
    }) as Session
  /** The same session as the house parses it. */
  const page = async (more: Partial<Session> = {}, id = '1') => pageIn(await session(more, id))
  const checkin = (id = 1) => ({ id, ...checkins[id] }) as Checkin
  return { world, settings, checkins, checkin, events, changes, lines, page, session }
}
