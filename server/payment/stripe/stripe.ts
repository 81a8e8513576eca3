import { speaker } from '../../../src/core/flow/speaker'
import words from '../../../src/text/stripe.it.json'
import { Refusal } from '../../shared/refusal'
import type { PaymentConnection, PaymentEvent, PaymentProvider } from '../payment-provider'
import { apiOf, clientFor, failureOf, markOf } from './stripe-client'
import { pageIn, pageParams } from './stripe-page'
import { chargeFault, isLive, keyFault } from './stripe-settings'

const { say } = speaker(words)

/** Seconds a signature is valid. */
const tolerance = 300

const pageEvents = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.expired',
]

/** The connection over Stripe's library; `secure` matches the addresses a guest may be sent to. */
export const stripeConnection = (
  stripeFor: ReturnType<typeof clientFor>,
  secure: RegExp,
  log: (line: string) => void,
): PaymentConnection => {
  const pagesOf = async ({ stripeSecretKey }: { stripeSecretKey: string }) =>
    (await stripeFor(stripeSecretKey)).checkout.sessions
  return {
    describe: pageParams,
    open: async (request, key) =>
      pageIn(await (await pagesOf(request.all)).create(pageParams(request), { idempotencyKey: key })),
    find: async (all, id) => {
      try {
        return pageIn(await (await pagesOf(all)).retrieve(id))
      } catch (error) {
        if (failureOf(error) === 'unknown') return undefined
        throw error
      }
    },
    expire: async (all, id) => void (await (await pagesOf(all)).expire(id)),
    readEvent: async (all, body, headers, at): Promise<PaymentEvent> => {
      const secret = all.stripeWebhookSecret.trim()
      if (!secret || keyFault(all)) throw new Refusal(400, say('stripe.off'))
      const { webhooks } = await stripeFor(all.stripeSecretKey)
      const { id, type, account, data } = await webhooks
        .constructEventAsync(
          body,
          String(headers['stripe-signature'] ?? ''),
          secret,
          tolerance,
          undefined,
          at.getTime(),
        )
        .catch((error: unknown) => {
          log(`stripe: an event was refused (${markOf(error)})`)
          throw new Refusal(400, say('stripe.signature'))
        })
      if (!pageEvents.includes(type)) return { id, type }
      const page = pageIn(data.object as Parameters<typeof pageIn>[0])
      // A page of a connected account is not the house's.
      return { id, type, page: account ? { ...page, checkin: '' } : page }
    },
    isSafe: (url) => secure.test(url),
  }
}

/** Card payments on Stripe's Checkout pages: no card number reaches this server. */
export const stripe: PaymentProvider = {
  id: 'stripe',
  title: 'Stripe',
  isOn: ({ enableStripe }) => enableStripe,
  isLive,
  hasSetting: (name) => name.startsWith('stripe'),
  keyFault,
  chargeFault,
  refusedWords: say('stripe.keys'),
  unreachableWords: say('stripe.busy'),
  isPageId: (id) => id.startsWith('cs_'),
  failureOf,
  markOf,
  connect: ({ host = process.env.STRIPE_API, patience, log }) => {
    const { secure, config } = apiOf(host)
    return stripeConnection(clientFor(config, patience), secure, log)
  },
}
