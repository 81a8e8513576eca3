import type { ServerResponse } from 'node:http'
import { say } from '../messages'
import { StoreUnavailable } from '../store/store'
import { Refusal } from './refusal'

/** Headers of every answer: nothing from elsewhere, no frame around us, no guessing of types, no address given away. */
export const headers: Record<string, string> = {
  'content-security-policy':
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
}

/** Answer JSON that nobody keeps. */
export const json = (
  res: ServerResponse,
  status: number,
  body: object | string,
  more: Record<string, string | string[]> = {},
) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  res.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'content-length': String(Buffer.byteLength(text)),
    ...more,
  })
  res.end(text)
}

const refused = (key: string) => ({ success: false, message: say(key), error: say(key) })

/** The answer to what went wrong: a refusal as it says, a full disk 503, a broken address 400, and for our own mistakes a bare 500. */
export const failure = (error: unknown): { status: number; body: object; headers?: Record<string, string> } => {
  if (error instanceof Refusal) {
    const wait = (error.more as { retryAfter?: number }).retryAfter
    return {
      status: error.status,
      body: { success: false, message: error.message, error: error.message, ...error.more },
      ...(wait && { headers: { 'retry-after': String(wait) } }),
    }
  }
  if (error instanceof StoreUnavailable) {
    return { status: 503, body: refused('server.disk'), headers: { 'retry-after': '10' } }
  }
  if (error instanceof URIError || (error as { status?: number })?.status === 400)
    return { status: 400, body: refused('server.address') }
  console.error(error)
  return { status: 500, body: refused('server.mistake') }
}
