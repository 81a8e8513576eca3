import type Stripe from 'stripe'
import type { PaymentFailure } from '../payment-provider'

/** The address of Stripe's calls, from STRIPE_API. Throws a sentence for the operator. */
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

/** The meaning of an error of Stripe's library. */
export const failureOf = (error: unknown): PaymentFailure =>
  statusOf(error) === 404 ? 'unknown' : [400, 401, 403].includes(statusOf(error)) ? 'refused' : 'unreachable'

/** An error's type and status for the log, without its text. */
export const markOf = (error: unknown): string =>
  [(error as { type?: string }).type ?? (error as Error).name, statusOf(error)].filter(Boolean).join(' ')

/** Returns Stripe's library for a key; loaded when first needed, because it takes a third of the server's start. */
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
