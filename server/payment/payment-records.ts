import type Stripe from 'stripe'
import type { Checkin } from '../../schema/checkin'
import { amountKept, isLive, type Paying } from '../settings/price'
import type { Store } from '../store/store'
import type { PaymentSeals } from './payment-seal'

type Session = Stripe.Checkout.Session

/** How a card payment stands. */
export type SettledState = 'completed' | 'pending' | 'abandoned'

/** What the parts of the card payments share. */
export type PaymentWorld = {
  store: Store
  seals: PaymentSeals
  settings: () => Promise<Paying>
  log: (line: string) => void
  now: () => Date
}

/** The check-in a page was opened for by this house, at the price the page asks; undefined for any other page. */
export const checkinOf = async (
  { store, seals, settings }: PaymentWorld,
  session: Session,
): Promise<Checkin | undefined> => {
  const { checkin: id = '', seal } = session.metadata ?? {}
  if (!/^[1-9]\d{0,14}$/.test(id) || !seal || session.client_reference_id !== id) return undefined
  if (session.livemode !== isLive(await settings())) return undefined
  const price = { amount: session.amount_total ?? 0, currency: session.currency ?? '' }
  return seal === (await seals.sealOf(id, price, session.livemode)) ? store.checkin(Number(id)) : undefined
}

/** Writes down what a page of ours says of itself: a payment once made is never unmade. */
export const settle = async (
  { store, log, now }: PaymentWorld,
  session: Session,
  checkin: Checkin,
): Promise<SettledState> => {
  const isDone = checkin.paymentStatus === 'completed'
  const isThis = checkin.paymentId === session.id
  if (session.payment_status === 'paid') {
    if (!isDone || !isThis)
      await store.updateCheckin(checkin.id, {
        paymentStatus: 'completed',
        paymentMethod: 'CARTA',
        paymentId: session.id,
        paidAt: now().toISOString(),
        ...(session.amount_total && session.currency
          ? { paidAmount: amountKept(session.amount_total, session.currency) }
          : {}),
      })
    if (isDone && !isThis) log(`stripe: check-in ${checkin.id} was paid twice; see to a refund`)
    return 'completed'
  }
  if (isDone) return 'completed'
  if (session.status === 'complete') return 'pending'
  if (session.status === 'expired' && isThis && checkin.paymentStatus === 'initiated')
    await store.updateCheckin(checkin.id, { paymentStatus: 'pending' })
  return 'abandoned'
}
