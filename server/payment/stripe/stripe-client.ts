import type Stripe from 'stripe'
import type { PaymentFailure } from '../payment-provider'

/**
 * Where Stripe's calls go, from STRIPE_API; Stripe itself until it names another. Throws a sentence for the operator.
 */
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

/** The meaning of what a call to Stripe's library threw. */
export const failureOf = (error: unknown): PaymentFailure =>
  statusOf(error) === 404 ? 'unknown' : [400, 401, 403].includes(statusOf(error)) ? 'refused' : 'unreachable'

/** What a call threw, as a mark for the log: its type and status, and nothing of its text. */
export const markOf = (error: unknown): string =>
  [(error as { type?: string }).type ?? (error as Error).name, statusOf(error)].filter(Boolean).join(' ')

/** Stripe's library with the key of the settings, kept until the key is another; it is loaded when first needed. */
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
