import { randomBytes } from 'node:crypto'
import type { WebhookAnswer, WebhookBody, WebhookDelivery } from '../../schema/calls/webhooks'
import { serialQueue } from '../../src/core/tasks'
import { guardedRequest, type OutgoingLimits } from '../outgoing/guarded-request'
import { hmacOf, randomKey } from '../shared/digests'
import type { WebhookNote } from '../store/notes'
import type { Store } from '../store/store'

/** A signing key (`whsec_` and base64); `until`: the end of its validity (ISO instants). */
type WebhookKey = { key: string; made: string; until?: string }

/** `seal` is the key of the stored deliveries. */
type StoredKeys = { seal: string; keys: WebhookKey[] }

/** Days for which the former key stays valid. */
const overlap = 7

const prefix = 'whsec_'

/** The webhook's signing keys. They are in no downloaded backup: a house restored from one sends nothing. */
export const webhookKeys = ({ store, now }: { store: Store; now: () => Date }) => {
  const { run } = serialQueue()
  const stored = async () => {
    const initial = () => JSON.stringify({ seal: randomKey(), keys: [] } satisfies StoredKeys)
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
const signedHeaders = (id: string, at: Date, body: string, keys: readonly WebhookKey[]) => {
  const seconds = Math.floor(at.getTime() / 1000)
  const signed = (key: string) =>
    hmacOf(Buffer.from(key.slice(prefix.length), 'base64'), `${id}.${seconds}.${body}`).toString('base64')
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': keys.map(({ key }) => `v1,${signed(key)}`).join(' '),
  }
}

/** Milliseconds until the response headers; the body is not read. */
const patience = 10_000

/** Seconds: the limit of a receiver's `Retry-After`. */
const longestWait = 6 * 3600

/** The result of a try; `wait`: the receiver's `Retry-After` in seconds. */
export type Tried = { answer: WebhookAnswer; wait: number }

const secondsOf = (asked: string | undefined, at: Date) => {
  const seconds = /^\d+$/.test(asked ?? '') ? Number(asked) : (Date.parse(asked ?? '') - at.getTime()) / 1000
  return Math.min(longestWait, Math.max(0, Math.ceil(seconds) || 0))
}

export type WebhookTarget = { address: string; keys: readonly WebhookKey[]; limits: OutgoingLimits }

/** Sends a signed event once. Never throws, follows no redirect. */
export const sendEvent = async (
  { address, keys, limits }: WebhookTarget,
  id: string,
  body: WebhookBody,
  at: Date,
): Promise<Tried> => {
  const text = JSON.stringify(body)
  const request = { method: 'POST' as const, headers: signedHeaders(id, at, text, keys), body: text }
  const response = await guardedRequest(address, request, { ...limits, patience: Math.min(patience, limits.patience) })
  if ('fault' in response) return { answer: response, wait: 0 }
  return { answer: { status: response.status }, wait: secondsOf(response.headers['retry-after'], at) }
}

/** Returns whether the receiver accepted the event (2xx). */
export const isTaken = (answer: WebhookAnswer) => 'status' in answer && answer.status >= 200 && answer.status < 300

/** Returns whether the receiver is gone for good (410). */
const isGone = (answer: WebhookAnswer) => 'status' in answer && answer.status === 410

/** Deliveries stored for the host's page. */
const shown = 20

/** Days of failures after which the webhook is switched off. */
const patientDays = 5

/** Returns the note after a delivery was tried. */
export const afterTry = (note: WebhookNote, tried: WebhookDelivery): WebhookNote => {
  const { failing: _, ...others } = note
  const last = [tried, ...note.last.filter(({ id }) => id !== tried.id)].slice(0, shown)
  const { at, answer } = tried
  if (isTaken(answer)) return { ...others, last }
  const failing = note.failing ?? at
  const hasFailed = Date.parse(at) - Date.parse(failing) >= patientDays * 86_400_000
  const why = isGone(answer) ? 'gone' : hasFailed ? 'failing' : undefined
  return { ...others, failing, last, ...(why && { off: { at, why } }) }
}

/** The webhook's status note: when it was set up, and its last deliveries. */
export const webhookStatus = (store: Store) => {
  const { run } = serialQueue()
  const read = async () => (await store.notes('webhook'))[0]
  return {
    read,
    begin: (since: string) => run(() => store.note('webhook', { since, last: [] })),
    change: (after: (note: WebhookNote) => WebhookNote): Promise<WebhookNote | undefined> =>
      run(async () => {
        const stored = await read()
        if (!stored) return undefined
        const { id, ...note } = stored
        const changed = after(note)
        await store.updateNote('webhook', id, changed)
        return changed
      }),
    clear: () =>
      run(async () => {
        for (const { id } of await store.notes('webhook')) await store.removeNote('webhook', id)
      }),
  }
}

export type WebhookStatus = ReturnType<typeof webhookStatus>
