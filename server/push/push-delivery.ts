import type { PushAddress } from '../../schema/calls/access'
import { guardedRequest, type OutgoingLimits } from '../outgoing/guarded-request'

/** The house's key pair for push services (VAPID, RFC 8292), base64url. */
export type PushKeys = { publicKey: string; privateKey: string }

/** A notice: `text` is encrypted for the browser; `life` in seconds; `subject` is the house's contact. */
type PushMessage = { text: string; life: number; subject: string }

/** The push service accepted a notice (`taken`), the subscription has ended (`over`), or a retry is due in seconds. */
type Pushed = 'taken' | 'over' | { again: number }

const library = async () => (await import('web-push')).default

/** Returns a new key pair. */
export const newPushKeys = async (): Promise<PushKeys> => (await library()).generateVAPIDKeys()

/** Milliseconds until the response headers; the body is not read. */
const patience = 10_000

/** Limits of Retry-After in seconds. */
const pauses = { least: 20, most: 600 }

const pauseOf = (asked: string | undefined) =>
  Math.min(pauses.most, Math.max(pauses.least, Number(asked) || pauses.least))

/** Returns the encrypted request; undefined if the subscription's keys are invalid. */
const requestFor = async (to: PushAddress, keys: PushKeys, { text, life, subject }: PushMessage) => {
  const { generateRequestDetails } = await library()
  try {
    return generateRequestDetails(to, text, {
      vapidDetails: { subject, ...keys },
      TTL: life,
    })
  } catch {
    return undefined
  }
}

/**
 * Sends a notice to the push service of a subscription; never throws. The address comes from a browser, so it is called
 * by our guarded request instead of the package's.
 */
export const pushTo = async (
  to: PushAddress,
  keys: PushKeys,
  message: PushMessage,
  limits: OutgoingLimits,
): Promise<Pushed> => {
  const request = await requestFor(to, keys, message)
  if (!request?.body) return 'over'
  const { headers, body } = request
  const answer = await guardedRequest(to.endpoint, { method: 'POST', headers, body }, { ...limits, patience })
  if ('fault' in answer)
    return ['private', 'address', 'plain', 'redirects'].includes(answer.fault) ? 'over' : { again: pauses.least }
  if (answer.status >= 200 && answer.status < 300) return 'taken'
  // 404 and 410 (RFC 8030, 7.3) end a subscription; other refusals would repeat.
  const isPassing = answer.status === 429 || answer.status >= 500
  return isPassing ? { again: pauseOf(answer.headers['retry-after']) } : 'over'
}
