import type { WebhookAnswer, WebhookBody } from '../../schema/calls/webhooks'
import { guardedRequest, type OutgoingLimits } from '../outgoing/guarded-request'
import { signedHeaders, type WebhookKey } from './webhook-keys'

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
export const isGone = (answer: WebhookAnswer) => 'status' in answer && answer.status === 410
