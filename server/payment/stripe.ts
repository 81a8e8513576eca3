import type { Checkin } from '../../schema/checkin'
import { speaker } from '../../src/core/flow/speaker'
import words from '../../src/text/stripe.it.json'
import { allSettings } from '../settings/all-settings'
import { keyFault, type Paying } from '../settings/price'
import { Refusal } from '../shared/refusal'
import type { Store } from '../store/store'
import { type EventOutcome, paymentEvents } from './payment-events'
import { openPage, retrieved } from './payment-opening'
import { checkinOf, type SettledState, settle } from './payment-records'
import { paymentSeals } from './payment-seal'
import { apiOf, clientFor, markOf } from './stripe-client'

const { say } = speaker(words)

/** Card payments on Stripe's own pages: no card number comes near this server. */
export type Payments = {
  /**
   * Opens a page to pay at and notes its number; asked again, the page that is open already. `back` is where the guest
   * returns.
   */
  begin: (checkin: Checkin, back: string) => Promise<{ url: string; paymentId: string }>
  /** Takes an event as it came, byte for byte. Refuses (400) what Stripe has not signed in the last five minutes. */
  webhook: (rawBody: Buffer, signature: string) => Promise<EventOutcome>
  /** Asks Stripe how the payment stands; while it does not answer the payment is pending. */
  lookUp: (checkin: Checkin) => Promise<SettledState>
}

export type PaymentOptions = {
  store: Store
  now?: () => Date
  /** Another place that speaks Stripe's calls; STRIPE_API in the environment. */
  host?: string | undefined
  log?: (line: string) => void
  /** Milliseconds for an answer of Stripe's. */
  patience?: number
}

/** Seconds a signature is good for. */
const tolerance = 300

/**
 * Opens the house's card payments. Stripe's library is loaded when first needed: it takes a third of the server's
 * start.
 */
export const payments = ({
  store,
  now = () => new Date(),
  host = process.env.STRIPE_API,
  log = console.log,
  patience = 8_000,
}: PaymentOptions): Payments => {
  const { secure, config } = apiOf(host)
  const stripeFor = clientFor(config, patience)
  const settings = async () => (await allSettings(store)) as Paying
  const world = { store, seals: paymentSeals(store), settings, log, now, stripeFor, secure }
  const take = paymentEvents(world)
  const beginning = new Map<number, ReturnType<Payments['begin']>>()

  return {
    begin: (checkin, back) => {
      const running =
        beginning.get(checkin.id) ?? openPage(world, checkin, back).finally(() => beginning.delete(checkin.id))
      beginning.set(checkin.id, running)
      return running
    },
    webhook: async (rawBody, signature) => {
      const all = await settings()
      const secret = all.stripeWebhookSecret.trim()
      if (!secret || keyFault(all)) throw new Refusal(400, say('stripe.off'))
      const { webhooks } = await stripeFor(all.stripeSecretKey)
      const event = await webhooks
        .constructEventAsync(rawBody, signature, secret, tolerance, undefined, now().getTime())
        .catch((error: unknown) => {
          log(`stripe: an event was refused (${markOf(error)})`)
          throw new Refusal(400, say('stripe.signature'))
        })
      return take(event)
    },
    lookUp: async (checkin) => {
      if (checkin.paymentStatus === 'completed') return 'completed'
      if (!checkin.paymentId?.startsWith('cs_')) return 'abandoned'
      const stripe = await stripeFor((await settings()).stripeSecretKey)
      const session = await retrieved(stripe, checkin.paymentId).catch((error: unknown) => {
        log(`stripe: a payment could not be looked up (${markOf(error)})`)
        return null
      })
      if (session === null) return 'pending'
      // A page that Stripe does not know, since the keys are another account's by now, will never be paid.
      if (!session) return 'abandoned'
      const owner = await checkinOf(world, session)
      return owner?.id === checkin.id ? settle(world, session, owner) : 'abandoned'
    },
  }
}
