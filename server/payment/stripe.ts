import { createHmac, randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import type { Checkin } from '../../schema/checkin'
import { speaker } from '../../src/core/text/speaker'
import words from '../../src/text/stripe.it.json'
import { Refusal } from '../http/refusal'
import { allSettings } from '../settings/settings'
import type { Store } from '../store/store'
import { chargeFault, isLive, keyFault, type Paying, type Price, priceOf } from './price'

const { say } = speaker(words)

/** How a card payment stands. */
export type PaymentState = 'completed' | 'pending' | 'abandoned'

/** What came of an event: a payment noted, a page that ran out, an event seen before, none of this house's, or of no interest. */
export type Outcome = 'completed' | 'abandoned' | 'repeated' | 'foreign' | 'ignored'

/** Card payments on Stripe's own pages: no card number comes near this server. */
export type Payments = {
  /** Opens a page to pay at and notes its number; asked again, the page that is open already. `back` is where the guest returns. */
  begin: (checkin: Checkin, back: string) => Promise<{ url: string; paymentId: string }>
  /** Takes an event as it came, byte for byte. Refuses (400) what Stripe has not signed in the last five minutes. */
  webhook: (rawBody: Buffer, signature: string) => Promise<Outcome>
  /** Asks Stripe how the payment stands; while it does not answer the payment is pending. */
  lookUp: (checkin: Checkin) => Promise<PaymentState>
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

/** Where Stripe's calls go, from STRIPE_API; Stripe itself until it names another. Throws a sentence for the operator. */
const apiOf = (host: string | undefined) => {
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

/** Most events remembered. Stripe sends one again for three days; older signatures are refused anyway. */
const remembered = 500
/** Seconds a signature is good for. */
const tolerance = 300

const languages: Record<string, Stripe.Checkout.SessionCreateParams.Locale> = {
  it: 'it',
  en: 'en',
  fr: 'fr',
  es: 'es',
  de: 'de',
}

type Session = Stripe.Checkout.Session

/** Opens the house's card payments. Stripe's library is loaded when first needed: it takes a third of the server's start. */
export const payments = ({
  store,
  now = () => new Date(),
  host = process.env.STRIPE_API,
  log = console.log,
  patience = 8_000,
}: PaymentOptions): Payments => {
  const { secure, config } = apiOf(host)
  const beginning = new Map<number, ReturnType<Payments['begin']>>()
  let seen: Promise<Map<string, number>> | undefined
  let last: Promise<unknown> = Promise.resolve()
  let client: { key: string; stripe: Stripe } | undefined

  const key = () => store.secret('stripe', () => randomBytes(32).toString('base64url'))
  const sign = async (text: string) =>
    createHmac('sha256', await key())
      .update(text)
      .digest('hex')
      .slice(0, 40)
  const sealOf = (id: string, { amount, currency }: Price, live: boolean) =>
    sign(['seal', id, amount, currency, live].join('|'))
  const settings = async () => (await allSettings(store)) as Paying

  const stripeFor = async ({ stripeSecretKey }: Pick<Paying, 'stripeSecretKey'>) => {
    const secret = stripeSecretKey.trim() || 'sk_test_none'
    const { default: Library } = await import('stripe')
    if (client?.key !== secret)
      client = {
        key: secret,
        stripe: new Library(secret, { ...config, timeout: patience, maxNetworkRetries: 1, telemetry: false }),
      }
    return client.stripe
  }
  const told = (what: string, error: unknown) =>
    log(
      `stripe: ${what} (${(error as { type?: string }).type ?? (error as Error).name}${(error as { statusCode?: number }).statusCode ? ` ${(error as { statusCode?: number }).statusCode}` : ''})`,
    )

  /** The check-in a page was opened for by this house, at the price the page asks; nothing for any other page. */
  const ownerOf = async (session: Session): Promise<Checkin | undefined> => {
    const { checkin: id = '', seal } = session.metadata ?? {}
    if (
      !/^[1-9]\d{0,14}$/.test(id) ||
      !seal ||
      session.client_reference_id !== id ||
      session.livemode !== isLive(await settings())
    )
      return undefined
    if (
      seal !==
      (await sealOf(id, { amount: session.amount_total ?? 0, currency: session.currency ?? '' }, session.livemode))
    )
      return undefined
    return store.checkin(Number(id))
  }

  /** Writes down what a page of ours says of itself. */
  const settle = async (session: Session, checkin: Checkin): Promise<PaymentState> => {
    const isDone = checkin.paymentStatus === 'completed'
    if (session.payment_status === 'paid') {
      if (!isDone || checkin.paymentId !== session.id)
        await store.updateCheckin(checkin.id, {
          paymentStatus: 'completed',
          paymentMethod: 'CARTA',
          paymentId: session.id,
        })
      if (isDone && checkin.paymentId !== session.id)
        log(`stripe: check-in ${checkin.id} was paid twice; see to a refund`)
      return 'completed'
    }
    if (isDone) return 'completed'
    if (session.status === 'complete') return 'pending'
    if (session.status === 'expired' && checkin.paymentId === session.id && checkin.paymentStatus === 'initiated')
      await store.updateCheckin(checkin.id, { paymentStatus: 'pending' })
    return 'abandoned'
  }

  const paramsFor = async (
    checkin: Checkin,
    back: string,
    all: Paying,
    price: Price,
  ): Promise<Stripe.Checkout.SessionCreateParams> => {
    const id = String(checkin.id)
    const about = { checkin: id, seal: await sealOf(id, price, isLive(all)) }
    const contact = [all.stripeAccountName, all.stripeAccountEmail].filter(Boolean).join(' · ')
    const shown = all.stripeAccountName || all.companyName
    return {
      mode: 'payment',
      allowed_payment_method_types: ['card'],
      client_reference_id: id,
      metadata: about,
      success_url: back,
      cancel_url: back,
      locale: languages[checkin.selectedLanguage ?? 'it'] ?? 'auto',
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: price.currency,
            unit_amount: price.amount,
            product_data: {
              name: all.stripeProductName || all.paymentDescription || say('stripe.product', { id }),
              ...(all.stripeProductDescription && { description: all.stripeProductDescription }),
            },
          },
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

  /** The page opened before: still open at the same price, already paid, or nothing of use. */
  const opened = async (stripe: Stripe, checkin: Checkin, price: Price) => {
    const { paymentId = '' } = checkin
    if (!paymentId.startsWith('cs_')) return undefined
    const session = await stripe.checkout.sessions.retrieve(paymentId).catch((error: { statusCode?: number }) => {
      if (error.statusCode === 404) return undefined
      throw error
    })
    if (!session || (await ownerOf(session))?.id !== checkin.id) {
      // A page at yesterday's price must not be paid beside today's.
      if (session?.status === 'open' && session.metadata?.checkin === String(checkin.id))
        await stripe.checkout.sessions
          .expire(session.id)
          .catch((error: unknown) => told('an old page could not be closed', error))
      return undefined
    }
    if (session.status === 'open' && (session.amount_total !== price.amount || session.currency !== price.currency)) {
      await stripe.checkout.sessions.expire(session.id)
      return undefined
    }
    return session.status === 'expired' ? undefined : session
  }

  const open = async (checkin: Checkin, back: string) => {
    if (checkin.paymentStatus === 'completed') return { url: back, paymentId: checkin.paymentId ?? '' }
    const all = await settings()
    const fault = chargeFault(all)
    if (fault) throw new Refusal(409, fault)
    const price = priceOf(all)!
    const stripe = await stripeFor(all)
    try {
      const before = await opened(stripe, checkin, price)
      if (before && before.status !== 'open') {
        await settle(before, checkin)
        return { url: back, paymentId: before.id }
      }
      const params = await paramsFor(checkin, back, all, price)
      // The same asking again gives the same page, on a retry after a lost answer too; after a page that ran out it is another asking.
      const idempotencyKey = `benvenuto-${await sign(JSON.stringify([params, checkin.paymentId ?? '', checkin.createdAt ?? '']))}`
      const session = before ?? (await stripe.checkout.sessions.create(params, { idempotencyKey }))
      if (!secure.test(session.url ?? '')) throw new Error('no address to pay at')
      if (checkin.paymentId !== session.id || checkin.paymentStatus !== 'initiated')
        await store.updateCheckin(checkin.id, { paymentId: session.id, paymentStatus: 'initiated' })
      return { url: session.url!, paymentId: session.id }
    } catch (error) {
      told('a page to pay at could not be opened', error)
      if ([400, 401, 403].includes((error as { statusCode?: number }).statusCode ?? 0))
        throw new Refusal(502, say('stripe.keys'))
      if ((error as Error).name === 'StoreUnavailable') throw error
      throw new Refusal(503, say('stripe.busy'), { retryAfter: 30 })
    }
  }

  const memory = () =>
    (seen ??= store.notes('stripe-event').then((notes) => new Map(notes.map(({ id, event }) => [event, id]))))
  const remember = async (event: string) => {
    const known = await memory()
    known.set(event, await store.note('stripe-event', { event }))
    for (const [old, id] of known) {
      if (known.size <= remembered) break
      known.delete(old)
      await store.removeNote('stripe-event', id)
    }
  }

  const take = async (event: Stripe.Event): Promise<Outcome> => {
    const about = ['checkout.session.completed', 'checkout.session.async_payment_succeeded', 'checkout.session.expired']
    if (!about.includes(event.type)) return 'ignored'
    if ((await memory()).has(event.id)) return 'repeated'
    const session = event.data.object as Session
    const checkin = event.account ? undefined : await ownerOf(session)
    if (!checkin) {
      log(`stripe: an event of no check-in here, or not for what was asked (${event.type})`)
      return 'foreign'
    }
    const state = await settle(session, checkin)
    await remember(event.id)
    return state === 'pending' ? 'ignored' : state
  }

  return {
    begin: (checkin, back) => {
      const running = beginning.get(checkin.id) ?? open(checkin, back).finally(() => beginning.delete(checkin.id))
      beginning.set(checkin.id, running)
      return running
    },
    webhook: async (rawBody, signature) => {
      const all = await settings()
      const secret = all.stripeWebhookSecret.trim()
      if (!secret || keyFault(all)) throw new Refusal(400, say('stripe.off'))
      const { webhooks } = await stripeFor(all)
      const event = await webhooks
        .constructEventAsync(rawBody, signature, secret, tolerance, undefined, now().getTime())
        .catch((error: unknown) => {
          told('an event was refused', error)
          throw new Refusal(400, say('stripe.signature'))
        })
      // One after the other, so that the same event twice at once is still seen twice.
      const taken = last.then(() => take(event))
      last = taken.catch(() => {})
      return taken
    },
    lookUp: async (checkin) => {
      if (checkin.paymentStatus === 'completed') return 'completed'
      if (!checkin.paymentId?.startsWith('cs_')) return 'abandoned'
      const stripe = await stripeFor(await settings())
      const session = await stripe.checkout.sessions
        .retrieve(checkin.paymentId)
        .catch((error: unknown) => void told('a payment could not be looked up', error))
      if (!session) return 'pending'
      const owner = await ownerOf(session)
      return owner?.id === checkin.id ? settle(session, owner) : 'abandoned'
    },
  }
}
