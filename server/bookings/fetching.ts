import { lookup } from 'node:dns/promises'
import { type IncomingMessage, request as plain, type RequestOptions } from 'node:http'
import { request as secure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { FeedFaultKind } from '../../schema/bookings'
import { isPublicAddress } from './public-address'

/** A calendar's text with its ETag, `same` when it is as it was, or why it could not be fetched. */
export type Fetched = { text: string; etag?: string } | 'same' | { fault: FeedFaultKind }

type Resolved = { address: string; family: number }

/**
 * The limits of a fetch. `mayReach` says which IP addresses may be connected to; `isPlainAllowed` lets http pass;
 * `resolve` looks up a name; `patience` in milliseconds, `largest` in bytes.
 */
export type FetchLimits = {
  mayReach: (address: string) => boolean
  isPlainAllowed: boolean
  resolve: (host: string) => Promise<Resolved[]>
  patience: number
  largest: number
}

const redirects = { statuses: [301, 302, 303, 307, 308], most: 5 }

/** The limits of a server: public addresses by https alone, unless the operator allows private ones. */
export const fetchLimits = (isPrivateAllowed: boolean): FetchLimits => ({
  mayReach: isPrivateAllowed ? () => true : isPublicAddress,
  isPlainAllowed: isPrivateAllowed,
  resolve: (host) => lookup(host, { all: true }),
  patience: 20_000,
  largest: 2 << 20,
})

class Failed extends Error {
  constructor(readonly fault: FeedFaultKind) {
    super(fault)
  }
}

/** Resolves the name once and checks every address: the connection goes to one that was checked. */
const checkedAddresses = async ({ hostname }: URL, { resolve, mayReach }: FetchLimits) => {
  const host = hostname.replace(/^\[|\]$/g, '')
  const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await resolve(host)
  if (!found.length) throw new Failed('unreached')
  if (!found.every(({ address }) => mayReach(address))) throw new Failed('private')
  return found
}

const fixedLookup =
  (found: readonly Resolved[]): LookupFunction =>
  (_host, options, done) =>
    options.all ? done(null, [...found]) : done(null, found[0]!.address, found[0]!.family)

const answerOf = (url: URL, found: readonly Resolved[], etag: string | undefined, signal: AbortSignal) =>
  new Promise<IncomingMessage>((done, fail) => {
    const options: RequestOptions = {
      agent: false,
      signal,
      lookup: fixedLookup(found),
      headers: {
        accept: 'text/calendar, text/plain;q=0.5',
        'accept-encoding': 'identity',
        'user-agent': 'Benvenuto',
        ...(etag && { 'if-none-match': etag }),
      },
    }
    const request = (url.protocol === 'https:' ? secure : plain)(url, options, done)
    request.on('error', fail)
    request.end()
  })

const textOf = async (answer: IncomingMessage, { largest }: FetchLimits) => {
  if (Number(answer.headers['content-length'] ?? 0) > largest) throw new Failed('large')
  // Nothing is unpacked: a small answer could become a large one.
  if (!/^(?:identity)?$/i.test(answer.headers['content-encoding'] ?? '')) throw new Failed('notCalendar')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > largest) throw new Failed('large')
    chunks.push(chunk)
  }
  if (!answer.complete) throw new Failed('cut')
  return Buffer.concat(chunks).toString('utf8')
}

const urlOf = (text: string, base?: string) => {
  if (!URL.canParse(text, base)) throw new Failed('address')
  return new URL(text, base)
}

const fetched = async (first: string, etag: string | undefined, limits: FetchLimits, signal: AbortSignal) => {
  let url = urlOf(first.replace(/^webcal:/i, 'https:'))
  for (let hops = 0; hops <= redirects.most; hops++) {
    if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Failed('address')
    if (url.protocol === 'http:' && !limits.isPlainAllowed) throw new Failed('plain')
    const answer = await answerOf(url, await checkedAddresses(url, limits), etag, signal)
    try {
      const { statusCode = 0, headers } = answer
      if (statusCode === 304) return 'same'
      if (statusCode === 200) {
        const text = await textOf(answer, limits)
        return { text, ...(headers.etag && { etag: headers.etag.slice(0, 300) }) }
      }
      if (!redirects.statuses.includes(statusCode) || !headers.location)
        throw new Failed([401, 403, 404, 410].includes(statusCode) ? 'gone' : 'status')
      url = urlOf(headers.location, url.href)
    } finally {
      answer.destroy()
    }
  }
  throw new Failed('redirects')
}

/**
 * Fetches a calendar; never throws, and no fault holds the address. Each hop of a redirect is checked like the first
 * address, and each name is resolved once.
 */
export const fetchCalendar = async (
  address: string,
  etag: string | undefined,
  limits: FetchLimits,
): Promise<Fetched> => {
  const signal = AbortSignal.timeout(limits.patience)
  const late = new Promise<never>((_, fail) => {
    signal.addEventListener('abort', () => fail(new Failed('slow')), { once: true })
  })
  try {
    return await Promise.race([fetched(address, etag, limits, signal), late])
  } catch (error) {
    if (signal.aborted) return { fault: 'slow' }
    return { fault: error instanceof Failed ? error.fault : 'unreached' }
  } finally {
    late.catch(() => {})
  }
}
