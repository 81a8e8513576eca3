import { createHmac, randomBytes } from 'node:crypto'
import { serialQueue } from '../../src/core/serial-queue'
import type { Store } from '../store/store'

/** A signing key (`whsec_` and base64); `until`: the end of its validity (ISO instants). */
export type WebhookKey = { key: string; made: string; until?: string }

/** `seal` is the key of the stored deliveries. */
type StoredKeys = { seal: string; keys: WebhookKey[] }

/** Days for which the former key stays valid. */
const overlap = 7

const prefix = 'whsec_'

/** The webhook's signing keys. They are in no backup, so that a restored house sends nothing. */
export const webhookKeys = ({ store, now }: { store: Store; now: () => Date }) => {
  const { run } = serialQueue()
  const stored = async () => {
    const initial = () => JSON.stringify({ seal: randomBytes(32).toString('base64url'), keys: [] } satisfies StoredKeys)
    return JSON.parse(await store.secret('webhook', initial)) as StoredKeys
  }
  const valid = ({ keys }: StoredKeys) => keys.filter(({ until }) => !until || until > now().toISOString())
  const save = (after: StoredKeys) => store.saveSecret('webhook', JSON.stringify(after))
  return {
    seal: async () => Buffer.from((await stored()).seal, 'base64url'),
    all: async (): Promise<WebhookKey[]> => valid(await stored()),
    /** Returns a new key; the former one stays valid for a week. */
    make: (): Promise<string> =>
      run(async () => {
        const before = await stored()
        const until = new Date(now().getTime() + overlap * 86_400_000).toISOString()
        const former = valid(before)
          .slice(0, 1)
          .map((one) => ({ ...one, until }))
        const key = `${prefix}${randomBytes(32).toString('base64')}`
        await save({ ...before, keys: [{ key, made: now().toISOString() }, ...former] })
        return key
      }),
    clear: () => run(async () => save({ ...(await stored()), keys: [] })),
  }
}

export type WebhookKeys = ReturnType<typeof webhookKeys>

/**
 * Returns the headers of an event (standardwebhooks.com): its id, the time of the try (Unix seconds), and for each
 * valid key an HMAC-SHA-256 of both and the body.
 */
export const signedHeaders = (id: string, at: Date, body: string, keys: readonly WebhookKey[]) => {
  const seconds = Math.floor(at.getTime() / 1000)
  const signed = (key: string) =>
    createHmac('sha256', Buffer.from(key.slice(prefix.length), 'base64'))
      .update(`${id}.${seconds}.${body}`)
      .digest('base64')
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': keys.map(({ key }) => `v1,${signed(key)}`).join(' '),
  }
}
