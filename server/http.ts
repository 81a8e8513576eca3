import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Request } from 'polka'
import { StoreUnavailable } from './disk'

/** A refusal with its status and what the answer says; thrown by whoever handles a call. */
export class Refusal extends Error {
  constructor(readonly status: number, message: string, readonly more: object = {}) {
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
export const json = (res: ServerResponse, status: number, body: object | string, more: Record<string, string | string[]> = {}) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  res.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', 'content-length': String(Buffer.byteLength(text)), ...more })
  res.end(text)
}

const forbidden = /"(?:__proto__|constructor|prototype)"\s*:/
const deepest = 16

const depth = (text: string) => {
  let now = 0
  let most = 0
  for (const part of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{]|[\]}]/g)) {
    if (part[0] === '{' || part[0] === '[') most = Math.max(most, ++now)
    else if (part[0] === '}' || part[0] === ']') now--
  }
  return most
}

/** The JSON body of a request: an object, of at most `limit` bytes, not deep, with no key that could reach a prototype. */
export const bodyOf = async (req: IncomingMessage, limit: number): Promise<Record<string, unknown>> => {
  if (!/^application\/json\b/i.test(req.headers['content-type'] ?? '')) throw new Refusal(415, 'Serve un contenuto JSON')
  if (Number(req.headers['content-length'] ?? 0) > limit) throw new Refusal(413, 'Contenuto troppo grande')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) throw new Refusal(413, 'Contenuto troppo grande')
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString('utf8')
  if (depth(text) > deepest) throw new Refusal(400, 'JSON troppo profondo')
  const parsed = parse(text)
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw new Refusal(400, 'Serve un oggetto JSON')
  if (forbidden.test(text) || (text.includes('\\u') && forbidden.test(JSON.stringify(parsed)))) throw new Refusal(400, 'Chiave non ammessa')
  return parsed as Record<string, unknown>
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(400, 'JSON non valido')
  }
}

/** Whether a request comes from our own pages: browsers say where they ask from, and others must at least speak JSON. */
export const isOurs = (req: IncomingMessage, origin: string) => {
  const site = req.headers['sec-fetch-site']
  if (site && site !== 'same-origin' && site !== 'none') return false
  return !req.headers.origin || req.headers.origin === origin
}

/** The answer to what went wrong: a refusal as it says, a full disk 503, a broken address 400, and for our own mistakes a bare 500. */
export const failure = (error: unknown): { status: number; body: object; headers?: Record<string, string> } => {
  if (error instanceof Refusal) {
    const wait = (error.more as { retryAfter?: number }).retryAfter
    return { status: error.status, body: { success: false, message: error.message, error: error.message, ...error.more }, ...(wait && { headers: { 'retry-after': String(wait) } }) }
  }
  if (error instanceof StoreUnavailable) {
    const message = 'Il disco non accetta dati in questo momento. Nulla è stato perso: riprova tra poco.'
    return { status: 503, body: { success: false, message, error: message }, headers: { 'retry-after': '10' } }
  }
  if (error instanceof URIError || (error as { status?: number })?.status === 400) return { status: 400, body: { success: false, message: 'Indirizzo non valido', error: 'Indirizzo non valido' } }
  console.error(error)
  return { status: 500, body: { success: false, message: 'Errore interno', error: 'Errore interno' } }
}

/** Who asks, for counting failures: the address (an IPv6 one by its network), behind a proxy the one the proxy saw. */
export const addressOf = (req: IncomingMessage, trustProxy: boolean) => {
  const forwarded = trustProxy ? String(req.headers['x-forwarded-for'] ?? '').split(',').at(-1)!.trim() : ''
  const address = (forwarded || (req.socket.remoteAddress ?? '')).replace(/^::ffff:/, '')
  return address.includes(':') ? address.split(':').slice(0, 4).join(':') : address
}

/** Whether the guest's side of a connection is encrypted, here or at the proxy. */
export const isSecure = (req: IncomingMessage, trustProxy: boolean) =>
  'encrypted' in req.socket || (trustProxy && req.headers['x-forwarded-proto'] === 'https')

/** The origin our own pages have. */
export const originOf = (req: Request, trustProxy: boolean) => `${isSecure(req, trustProxy) ? 'https' : 'http'}://${(trustProxy && req.headers['x-forwarded-host']) || req.headers.host}`
