import { createHmac, randomBytes } from 'node:crypto'
import { serialQueue } from '../../src/core/serial-queue'
import type { Store } from '../store/store'

/** A key of the webhook (`whsec_` and base64), when it was made and until when it is valid (ISO instants). */
export type WebhookKey = { key: string; made: string; until?: string }

/** `seal` seals what is stored of check-ins. */
type Kept = { seal: string; keys: WebhookKey[] }

/** Days in which the former key is valid beside the new one. */
const overlap = 7

const prefix = 'whsec_'

/** The keys that sign the webhook. They are secrets, in no backup: a restored house sends nothing. */
export const webhookKeys = ({ store, now }: { store: Store; now: () => Date }) => {
  const { run } = serialQueue()
  const kept = async () => {
    const made = () => JSON.stringify({ seal: randomBytes(32).toString('base64url'), keys: [] } satisfies Kept)
    return JSON.parse(await store.secret('webhook', made)) as Kept
  }
  const valid = ({ keys }: Kept) => keys.filter(({ until }) => !until || until > now().toISOString())
  const save = (after: Kept) => store.saveSecret('webhook', JSON.stringify(after))
  return {
    seal: async () => Buffer.from((await kept()).seal, 'base64url'),
    /** The valid keys, the newest first. */
    all: async (): Promise<WebhookKey[]> => valid(await kept()),
    /** Makes a key; the one before is valid for a week more. */
    make: (): Promise<string> =>
      run(async () => {
        const before = await kept()
        const until = new Date(now().getTime() + overlap * 86_400_000).toISOString()
        const former = valid(before)
          .slice(0, 1)
          .map((one) => ({ ...one, until }))
        const key = `${prefix}${randomBytes(32).toString('base64')}`
        await save({ ...before, keys: [{ key, made: now().toISOString() }, ...former] })
        return key
      }),
    clear: () => run(async () => save({ ...(await kept()), keys: [] })),
  }
}

export type WebhookKeys = ReturnType<typeof webhookKeys>

/**
 * Returns the headers of an event (standardwebhooks.com): its id, the time of the try in seconds, and an HMAC-SHA-256
 * of both and the body by each valid key.
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
