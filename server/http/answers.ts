import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { Request } from 'polka'
import { say } from '../messages'
import { StoreUnavailable } from '../store/store'

/** A refusal with its status and what the answer says; thrown by whoever handles a call. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly more: object = {},
  ) {
    super(message)
  }
}

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

/** Keys that could reach a prototype, or make a thing that cannot be read as text or number. */
const forbidden = new Set(['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'toJSON'])
const deepest = 16

/** Looks through what was parsed, not through the text: a key is what it means, however it was escaped, and no text takes long to look through. */
const inspect = (value: unknown, depth = 1) => {
  if (typeof value !== 'object' || value === null) return
  if (depth > deepest) throw new Refusal(400, say('server.body.deep'))
  for (const [key, inner] of Object.entries(value)) {
    if (forbidden.has(key)) throw new Refusal(400, say('server.body.key'))
    inspect(inner, depth + 1)
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(400, say('server.body.json'))
  }
}

const tooLarge = () => new Refusal(413, say('server.body.large'))

/** The bytes of a body. What comes beyond the limit is let go by, so that the refusal still reaches whoever is sending. */
export const bytesOf = (req: IncomingMessage, limit: number) =>
  new Promise<Buffer>((done, fail) => {
    const chunks: Buffer[] = []
    let size = 0
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) return void chunks.push(chunk)
      chunks.length = 0
      fail(tooLarge())
    })
    req.on('end', () => done(Buffer.concat(chunks)))
    req.on('error', () => fail(new Refusal(400, say('server.body.cut'))))
    req.on('close', () => req.readableEnded || fail(new Refusal(400, say('server.body.cut'))))
  })

/** The JSON body of a request: an object, of at most `limit` bytes, not deep, with no key it must not have. */
export const bodyOf = async (req: IncomingMessage, limit: number): Promise<Record<string, unknown>> => {
  if (!/^application\/json *(?:;|$)/i.test(req.headers['content-type'] ?? ''))
    throw new Refusal(415, say('server.body.type'))
  if (Number(req.headers['content-length'] ?? 0) > limit) throw tooLarge()
  const parsed = parse((await bytesOf(req, limit)).toString('utf8'))
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new Refusal(400, say('server.body.object'))
  inspect(parsed)
  return parsed as Record<string, unknown>
}

/** A word someone sent, as text without blanks around it; nothing, list or object is no word. */
export const wordOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''

/** Whether a request comes from our own pages: browsers say where they ask from, and others must at least speak JSON. */
export const isOurs = (req: IncomingMessage, origin: string) => {
  const site = req.headers['sec-fetch-site']
  if (site && site !== 'same-origin' && site !== 'none') return false
  return !req.headers.origin || req.headers.origin === origin
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

/** The network of an IPv6 address, which is one household: its first four groups, written out. */
const networkOf = (address: string) => {
  const [head = '', tail] = address.split('::')
  const [first, last] = [head, tail ?? ''].map((part) => (part ? part.split(':') : []))
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - first!.length - last!.length)).fill('0')
  return [...first!, ...zeros, ...last!].slice(0, 4).join(':')
}

/** Who asks, for counting failures: the address (an IPv6 one by its network), behind a proxy the one the proxy itself saw, which is the last. */
export const addressOf = (req: IncomingMessage, trustProxy: boolean) => {
  const forwarded = trustProxy
    ? String(req.headers['x-forwarded-for'] ?? '')
        .split(',')
        .at(-1)!
        .trim()
    : ''
  const address = (forwarded || (req.socket.remoteAddress ?? ''))
    .slice(0, 64)
    .toLowerCase()
    .replace(/^\[|\].*$/g, '')
    .replace(/^::ffff:(?=.*\.)/, '')
    .replace(/^([\d.]+):\d+$/, '$1')
  return address.includes(':') ? networkOf(address) : address
}

/** Whether the guest's side of a connection is encrypted, here or at the proxy. */
export const isSecure = (req: IncomingMessage, trustProxy: boolean) =>
  'encrypted' in req.socket || (trustProxy && /^https\b/.test(String(req.headers['x-forwarded-proto'] ?? '')))

/** The origin our own pages have. */
export const originOf = (req: Request, trustProxy: boolean) =>
  `${isSecure(req, trustProxy) ? 'https' : 'http'}://${(trustProxy && req.headers['x-forwarded-host']) || req.headers.host}`

/**
 * A server that gives nobody more than their share: a request must have come within half a minute and its head within ten seconds,
 * a silent connection ends after a minute, and there are never more than two thousand.
 */
export const guarded = (handler: RequestListener) => {
  const server = createServer(
    {
      requestTimeout: 30_000,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 5_000,
      keepAliveTimeout: 10_000,
      maxHeaderSize: 16_384,
    },
    handler,
  )
  server.timeout = 60_000
  server.maxConnections = 2_000
  const statuses: Record<string, string> = {
    HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
    ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  }
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    socket.end(
      `HTTP/1.1 ${statuses[error.code ?? ''] ?? '400 Bad Request'}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`,
    )
  })
  return server
}
