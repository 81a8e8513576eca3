import type { WebhookAnswer, WebhookBody } from '../../schema/calls/webhooks'
import { guardedRequest, type OutgoingLimits } from '../outgoing/guarded-request'
import { signedHeaders, type WebhookKey } from './webhook-keys'

/** Milliseconds; an answer's body is not read. */
const patience = 10_000

/** Seconds: the longest that a receiver's `Retry-After` is heeded. */
const longestWait = 6 * 3600

/** How a try ended, and after how many seconds the receiver wants the next. */
export type Tried = { answer: WebhookAnswer; wait: number }

const secondsOf = (asked: string | undefined, at: Date) => {
  const seconds = /^\d+$/.test(asked ?? '') ? Number(asked) : (Date.parse(asked ?? '') - at.getTime()) / 1000
  return Math.min(longestWait, Math.max(0, Math.ceil(seconds) || 0))
}

/** What an event is sent with. */
export type WebhookTarget = { address: string; keys: readonly WebhookKey[]; limits: OutgoingLimits }

/** Sends an event once, signed; never throws and follows no redirect. */
export const sendEvent = async (
  { address, keys, limits }: WebhookTarget,
  id: string,
  body: WebhookBody,
  at: Date,
): Promise<Tried> => {
  const text = JSON.stringify(body)
  const request = { method: 'POST' as const, headers: signedHeaders(id, at, text, keys), body: text }
  const got = await guardedRequest(address, request, { ...limits, patience: Math.min(patience, limits.patience) })
  if ('fault' in got) return { answer: got, wait: 0 }
  return { answer: { status: got.status }, wait: secondsOf(got.headers['retry-after'], at) }
}

/** Whether the receiver took the event. */
export const isTaken = (answer: WebhookAnswer) => 'status' in answer && answer.status >= 200 && answer.status < 300

/** Whether the receiver said that it is gone for good (410). */
export const isGone = (answer: WebhookAnswer) => 'status' in answer && answer.status === 410
