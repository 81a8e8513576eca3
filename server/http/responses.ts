import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Bytes } from '../api/handlers'
import { Refusal, say } from '../shared/messages'
import { StoreUnavailable } from '../store/store'

/** Answers `GET /readyz` with 200 or, while starting or stopping, 503. Returns whether it answered. */
export const answersReadiness = (
  req: IncomingMessage,
  res: ServerResponse,
  isReady: () => Promise<boolean>,
): boolean => {
  if (req.method !== 'GET' || req.url !== '/readyz') return false
  isReady()
    .catch(() => false)
    .then((ready) => json(res, ready ? 200 : 503, ready ? { success: true } : refused('server.moving'), headers))
  return true
}

/** Security headers of every answer. */
export const headers: Record<string, string> = {
  'content-security-policy':
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
}

/** The permissions of a page on which guests may read a document with the live camera. */
export const cameraAllowed = 'camera=(self), microphone=(), geolocation=()'

/** Answers bytes; HEAD gets their headers alone. */
export const bytes = (
  req: IncomingMessage,
  res: ServerResponse,
  body: Buffer,
  more: OutgoingHttpHeaders,
  status = 200,
) => {
  res.writeHead(status, { 'content-length': body.length, ...more })
  res.end(req.method === 'HEAD' ? undefined : body)
}

/** From this number of characters a text is encoded once here: Node would encode it for the length and to send it. */
const long = 65_536

/** Answers JSON that is not cached. */
export const json = (
  res: ServerResponse,
  status: number,
  body: object | string,
  more: Record<string, string | string[]> = {},
) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const content = text.length < long ? text : Buffer.from(text)
  res.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'content-length': String(Buffer.byteLength(content)),
    ...more,
  })
  res.end(content)
}

/** Streams JSON text, so that a long list is never in memory as a whole. */
export const jsonParts = async (
  res: ServerResponse,
  parts: AsyncIterable<string>,
  more: Record<string, string | string[]> = {},
) => {
  const iterator = parts[Symbol.asyncIterator]()
  // An error can be answered only before the first part is sent.
  const first = await iterator.next()
  res.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...more })
  const all = async function* () {
    if (!first.done) yield first.value
    yield* { [Symbol.asyncIterator]: () => iterator }
  }
  await pipeline(Readable.from(all()), res).catch(() => res.destroy())
}

/** Answers a file to save. If it breaks off, it is shorter than its Content-Length. */
export const file = async (res: ServerResponse, saved: Bytes, more: Record<string, string[]>) => {
  res.writeHead(200, {
    'content-type': saved.type,
    'content-length': String('size' in saved ? saved.size : saved.body.length),
    'content-disposition': `attachment; filename="${saved.name}"`,
    'cache-control': 'no-store',
    ...more,
  })
  if ('size' in saved) await pipeline(saved.body, res).catch(() => res.destroy())
  else res.end(saved.body)
}

const refused = (key: string) => ({ success: false, message: say(key), error: say(key) })

/** Returns the answer to an error: a refusal's own, 503, 400, else 500. */
export const failureAnswer = (
  error: unknown,
): { status: number; body: object; headers?: Record<string, string | string[]> } => {
  if (error instanceof Refusal) {
    const wait = (error.more as { retryAfter?: number }).retryAfter
    return {
      status: error.status,
      body: { success: false, message: error.message, error: error.message, ...error.more },
      headers: {
        ...(wait && { 'retry-after': String(wait) }),
        ...(error.cookies.length && { 'set-cookie': [...error.cookies] }),
      },
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
