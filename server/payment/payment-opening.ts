import type Stripe from 'stripe'
import type { Checkin } from '../../schema/checkin'
import { speaker } from '../../src/core/flow/speaker'
import words from '../../src/text/stripe.it.json'
import { chargeFault, isLive, type Paying, type Price, priceOf } from '../settings/price'
import { Refusal } from '../shared/refusal'
import { StoreUnavailable } from '../store/store'
import { pageParams } from './payment-page'
import { checkinOf, type PaymentWorld, settle } from './payment-records'
import { failureOf, markOf, type StripeFailure } from './stripe-client'

type Session = Stripe.Checkout.Session

/** What opening needs beside the rest: Stripe, and the addresses a guest may be sent to. */
export type OpeningWorld = PaymentWorld & { stripeFor: (secretKey: string) => Promise<Stripe>; secure: RegExp }

const { say } = speaker(words)

const refused = (failure: StripeFailure): Refusal =>
  failure === 'refused'
    ? new Refusal(502, say('stripe.keys'))
    : new Refusal(503, say('stripe.busy'), { retryAfter: 30 })

/** A page by its number; undefined where Stripe knows none of that number. Rejects where it does not answer. */
export const retrieved = (stripe: Stripe, id: string): Promise<Session | undefined> =>
  stripe.checkout.sessions.retrieve(id).catch((error: unknown) => {
    if (failureOf(error) === 'unknown') return undefined
    throw error
  })

/** The page opened before: still open at the same price, already paid, or nothing of use. */
const openedBefore = async (
  world: OpeningWorld,
  stripe: Stripe,
  checkin: Checkin,
  { amount, currency }: Price,
): Promise<Session | undefined> => {
  const { paymentId = '' } = checkin
  const session = paymentId.startsWith('cs_') ? await retrieved(stripe, paymentId) : undefined
  if (!session) return undefined
  if ((await checkinOf(world, session))?.id !== checkin.id) {
    // A page at yesterday's price must not be paid beside today's.
    if (session.status === 'open' && session.metadata?.checkin === String(checkin.id))
      await stripe.checkout.sessions
        .expire(session.id)
        .catch((error: unknown) => world.log(`stripe: an old page could not be closed (${markOf(error)})`))
    return undefined
  }
  if (session.status === 'open' && (session.amount_total !== amount || session.currency !== currency)) {
    await stripe.checkout.sessions.expire(session.id)
    return undefined
  }
  return session.status === 'expired' ? undefined : session
}

/**
 * A new page. The same asking again gives the same page, on a retry after a lost answer too; after a page that ran out
 * it is another asking.
 */
const newPage = async ({ seals }: OpeningWorld, stripe: Stripe, checkin: Checkin, back: string, all: Paying) => {
  const price = priceOf(all)!
  const seal = await seals.sealOf(String(checkin.id), price, isLive(all))
  const params = pageParams({ checkin, back, all, price, seal })
  const asking = JSON.stringify([params, checkin.paymentId ?? '', checkin.createdAt ?? ''])
  return stripe.checkout.sessions.create(params, { idempotencyKey: `benvenuto-${await seals.sign(asking)}` })
}

/**
 * Opens a page to pay at, or finds the one that is open, and notes its number with the check-in. Where the guest has
 * paid already the address is the way back. Refuses (409) while payments are not set up, (502) with keys Stripe
 * refuses, (503) while it does not answer.
 */
export const openPage = async (world: OpeningWorld, checkin: Checkin, back: string) => {
  const { store, log, secure, settings, stripeFor } = world
  if (checkin.paymentStatus === 'completed') return { url: back, paymentId: checkin.paymentId ?? '' }
  const all = await settings()
  const fault = chargeFault(all)
  if (fault) throw new Refusal(409, fault)
  const stripe = await stripeFor(all.stripeSecretKey)
  try {
    const before = await openedBefore(world, stripe, checkin, priceOf(all)!)
    if (before && before.status !== 'open') {
      await settle(world, before, checkin)
      return { url: back, paymentId: before.id }
    }
    const session = before ?? (await newPage(world, stripe, checkin, back, all))
    if (!secure.test(session.url ?? '')) throw new Error('no address to pay at')
    if (checkin.paymentId !== session.id || checkin.paymentStatus !== 'initiated')
      await store.updateCheckin(checkin.id, { paymentId: session.id, paymentStatus: 'initiated' })
    return { url: session.url!, paymentId: session.id }
  } catch (error) {
    log(`stripe: a page to pay at could not be opened (${markOf(error)})`)
    throw error instanceof StoreUnavailable ? error : refused(failureOf(error))
  }
}
