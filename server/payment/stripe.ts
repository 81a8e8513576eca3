import type Stripe from 'stripe'
import { languageRow } from '../../schema/languages'
import type { Settings } from '../../schema/settings'
import { Refusal, say } from '../shared/messages'
import {
  type PageRequest,
  type PaymentConnection,
  type PaymentEvent,
  type PaymentFailure,
  type PaymentPage,
  type PaymentProvider,
  priceOf,
} from './payment-provider'

const productOf = ({ stripeProductName, stripeProductDescription }: Settings, item: string, id: string) => ({
  name: stripeProductName || item || say('stripe.product', { id }),
  ...(stripeProductDescription && { description: stripeProductDescription }),
})

/** Returns the parameters of a Checkout page: one item, cards only, in the guest's language. */
export const pageParams = ({
  checkin,
  back,
  all,
  price,
  seal,
  item,
}: PageRequest): Stripe.Checkout.SessionCreateParams => {
  const id = String(checkin.id)
  const about = { checkin: id, seal }
  const contact = [all.stripeAccountName, all.stripeAccountEmail].filter(Boolean).join(' · ')
  const shown = all.stripeAccountName || all.companyName
  return {
    mode: 'payment',
    allowed_payment_method_types: ['card'],
    client_reference_id: id,
    metadata: about,
    success_url: back,
    cancel_url: back,
    locale: languageRow(checkin.selectedLanguage ?? 'it')?.stripe ?? 'auto',
    line_items: [
      {
        quantity: 1,
        price_data: { currency: price.currency, unit_amount: price.amount, product_data: productOf(all, item, id) },
      },
    ],
    payment_intent_data: {
      description: `${all.paymentDescription} · ${say('stripe.product', { id })}`,
      metadata: about,
    },
    ...(checkin.email && { customer_email: checkin.email }),
    ...(shown && { branding_settings: { display_name: shown } }),
    ...(contact && { custom_text: { submit: { message: contact } } }),
  }
}

const pageStatusOf = ({ payment_status, status }: Stripe.Checkout.Session): PaymentPage['status'] => {
  if (payment_status === 'paid') return 'paid'
  return status === 'complete' ? 'processing' : status === 'expired' ? 'expired' : 'open'
}

/** A Checkout session as the house reads it. */
export const pageIn = (session: Stripe.Checkout.Session): PaymentPage => {
  const { checkin = '', seal = '' } = session.metadata ?? {}
  return {
    id: session.id,
    ...(session.url && { url: session.url }),
    status: pageStatusOf(session),
    checkin: session.client_reference_id === checkin ? checkin : '',
    seal,
    price: { amount: session.amount_total ?? 0, currency: session.currency ?? '' },
    isLive: session.livemode,
  }
}

/** `test` or `live`; nothing for another text. */
const modeOf = (kind: 'secret' | 'public', key: string) =>
  (kind === 'secret' ? /^(?:sk|rk)_(test|live)_\w+$/ : /^pk_(test|live)_\w+$/).exec(key)?.[1]

/** Returns whether the secret key takes real payments. */
export const isLive = ({ stripeSecretKey }: Pick<Settings, 'stripeSecretKey'>) =>
  modeOf('secret', stripeSecretKey.trim()) === 'live'

type Keys = Pick<Settings, 'stripeSecretKey' | 'stripePublicKey' | 'stripeWebhookSecret'>

/** Returns the fault of the keys; an empty key is no fault. */
export const keyFault = ({ stripeSecretKey, stripePublicKey, stripeWebhookSecret }: Keys): string | undefined => {
  const [secret, open, hook] = [stripeSecretKey.trim(), stripePublicKey.trim(), stripeWebhookSecret.trim()]
  const faults: [string, boolean][] = [
    ['secretKey', Boolean(secret) && !modeOf('secret', secret)],
    ['publicKey', Boolean(open) && !modeOf('public', open)],
    ['mixed', Boolean(secret && open) && modeOf('secret', secret) !== modeOf('public', open)],
    ['webhookSecret', Boolean(hook) && !/^whsec_\S+$/.test(hook)],
  ]
  const found = faults.find(([, isWrong]) => isWrong)
  return found && say(`stripe.${found[0]}`)
}

/** Returns why guests cannot pay by card; undefined if they can. */
export const chargeFault = (all: Settings): string | undefined => {
  if (!all.enableStripe || !all.stripeSecretKey) return say('stripe.off')
  return keyFault(all) ?? (priceOf(all) ? undefined : say('stripe.amount'))
}

/** Reads STRIPE_API. Throws a sentence for the operator. */
export const apiOf = (host: string | undefined) => {
  if (!host) return { secure: /^https:/, config: {} }
  const { protocol, hostname, port } = URL.canParse(host) ? new URL(host) : { protocol: '', hostname: '', port: '' }
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
  if (protocol !== 'https:' && !(protocol === 'http:' && isHere))
    throw new Error('STRIPE_API must be an https address, or http on 127.0.0.1')
  return {
    secure: isHere ? /^https?:/ : /^https:/,
    config: { protocol: protocol.slice(0, -1) as 'http' | 'https', host: hostname, ...(port && { port }) },
  }
}

const statusOf = (error: unknown) => (error as { statusCode?: number }).statusCode ?? 0

/** Returns the kind of failure of an error of Stripe's library. */
export const failureOf = (error: unknown): PaymentFailure =>
  statusOf(error) === 404 ? 'unknown' : [400, 401, 403].includes(statusOf(error)) ? 'refused' : 'unreachable'

/** Returns an error's type and status for the log, without its text. */
export const markOf = (error: unknown): string =>
  [(error as { type?: string }).type ?? (error as Error).name, statusOf(error)].filter(Boolean).join(' ')

/** Loads Stripe's library when first needed: it is a third of the server's start. */
export const clientFor = (config: ReturnType<typeof apiOf>['config'], patience: number) => {
  let client: { key: string; stripe: Stripe } | undefined
  return async (secretKey: string): Promise<Stripe> => {
    const key = secretKey.trim() || 'sk_test_none'
    const { default: Library } = await import('stripe')
    if (client?.key !== key)
      client = {
        key,
        stripe: new Library(key, { ...config, timeout: patience, maxNetworkRetries: 1, telemetry: false }),
      }
    return client.stripe
  }
}

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
  get refusedWords() {
    return say('stripe.keys')
  },
  get unreachableWords() {
    return say('stripe.busy')
  },
  isPageId: (id) => id.startsWith('cs_'),
  failureOf,
  markOf,
  connect: ({ host = process.env.STRIPE_API || undefined, patience, log }) => {
    const { secure, config } = apiOf(host)
    return stripeConnection(clientFor(config, patience), secure, log)
  },
}
