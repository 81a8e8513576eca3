import { lookup } from 'node:dns/promises'
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as plain,
  type RequestOptions,
} from 'node:http'
import { request as secure } from 'node:https'
import { BlockList, isIP, isIPv4, isIPv6, type LookupFunction } from 'node:net'
import type { webhookFaults } from '../../schema/calls/webhooks'

/** IPv4 networks that are not on the internet (IANA special-purpose registry, RFC 6890), multicast and reserved. */
const closed = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const

/** IPv6 networks inside the public 2000::/3 that lead elsewhere: Teredo, documentation, 6to4. */
const closedV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const listOf = (networks: readonly (readonly [string, number])[], family: 'ipv4' | 'ipv6') => {
  const list = new BlockList()
  for (const [network, bits] of networks) list.addSubnet(network, bits, family)
  return list
}

const inside = listOf(closed, 'ipv4')
const global = listOf([['2000::', 3]], 'ipv6')
const notGlobal = listOf(closedV6, 'ipv6')

/** Returns whether an IP address is public: no loopback, private, link-local, multicast, or IPv4 in IPv6. */
export const isPublicAddress = (address: string): boolean => {
  if (isIPv4(address)) return !inside.check(address, 'ipv4')
  // A zone (`fe80::1%eth0`) belongs to a link.
  if (!isIPv6(address) || address.includes('%')) return false
  return global.check(address, 'ipv6') && !notGlobal.check(address, 'ipv6')
}

type OutgoingFault = (typeof webhookFaults)[number]

type Resolved = { address: string; family: number }

/**
 * The limits of a request. `mayReach` says which IP addresses may be connected to; `isPlainAllowed` lets http pass;
 * `resolve` looks up a name; `patience` in milliseconds, `largest` body of an answer in bytes.
 */
export type OutgoingLimits = {
  mayReach: (address: string) => boolean
  isPlainAllowed: boolean
  resolve: (host: string) => Promise<Resolved[]>
  patience: number
  largest: number
}

/** Returns the limits of a server: public addresses by https alone, unless the operator allows private ones. */
export const outgoingLimits = (isPrivateAllowed: boolean): OutgoingLimits => ({
  mayReach: isPrivateAllowed ? () => true : isPublicAddress,
  isPlainAllowed: isPrivateAllowed,
  resolve: (host) => lookup(host, { all: true }),
  patience: 20_000,
  largest: 2 << 20,
})

/** A request. `redirects`: the most followed (0 by default); `isRead` tells by the status whether to read the body. */
type OutgoingRequest = {
  method?: 'GET' | 'POST'
  headers?: OutgoingHttpHeaders
  body?: Buffer | string
  redirects?: number
  isRead?: (status: number) => boolean
}

/** An answer; its body is empty unless it was read. */
type OutgoingAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

class Failed extends Error {
  constructor(readonly fault: OutgoingFault) {
    super(fault)
  }
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

/** Returns why no request goes to an address as written, if none does; only the request looks up a name. */
export const addressFault = (
  address: string,
  { mayReach, isPlainAllowed }: Pick<OutgoingLimits, 'mayReach' | 'isPlainAllowed'>,
): 'address' | 'plain' | 'private' | undefined => {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return 'address'
  if (url.protocol === 'http:' && !isPlainAllowed) return 'plain'
  return isIP(hostOf(url)) && !mayReach(hostOf(url)) ? 'private' : undefined
}

/** Resolves the name once and checks every address: the connection goes to one that was checked. */
const checkedAddresses = async (url: URL, { resolve, mayReach }: OutgoingLimits) => {
  const host = hostOf(url)
  const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await resolve(host)
  if (!found.length) throw new Failed('unreached')
  if (!found.every(({ address }) => mayReach(address))) throw new Failed('private')
  return found
}

const fixedLookup =
  (found: readonly Resolved[]): LookupFunction =>
  (_host, options, done) =>
    options.all ? done(null, [...found]) : done(null, found[0]!.address, found[0]!.family)

const answerOf = (
  url: URL,
  found: readonly Resolved[],
  { method = 'GET', headers, body }: OutgoingRequest,
  signal: AbortSignal,
) =>
  new Promise<IncomingMessage>((done, fail) => {
    const options: RequestOptions = {
      agent: false,
      method,
      signal,
      lookup: fixedLookup(found),
      headers: {
        'accept-encoding': 'identity',
        'user-agent': 'Benvenuto',
        ...headers,
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      },
    }
    const request = (url.protocol === 'https:' ? secure : plain)(url, options, done)
    request.on('error', fail)
    request.end(body)
  })

const bodyOf = async (answer: IncomingMessage, { largest }: OutgoingLimits) => {
  if (Number(answer.headers['content-length'] ?? 0) > largest) throw new Failed('large')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > largest) throw new Failed('large')
    chunks.push(chunk)
  }
  if (!answer.complete) throw new Failed('cut')
  return Buffer.concat(chunks)
}

const urlOf = (text: string, base?: string) => {
  if (!URL.canParse(text, base)) throw new Failed('address')
  return new URL(text, base)
}

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status)

const answered = async (first: string, request: OutgoingRequest, limits: OutgoingLimits, signal: AbortSignal) => {
  const { redirects = 0, isRead = () => false } = request
  let url = urlOf(first)
  for (let hops = 0; hops <= redirects; hops++) {
    const fault = addressFault(url.href, limits)
    if (fault) throw new Failed(fault)
    const answer = await answerOf(url, await checkedAddresses(url, limits), request, signal)
    try {
      const { statusCode: status = 0, headers } = answer
      if (!isRedirect(status) || !headers.location)
        return { status, headers, body: isRead(status) ? await bodyOf(answer, limits) : Buffer.alloc(0) }
      url = urlOf(headers.location, url.href)
    } finally {
      answer.destroy()
    }
  }
  throw new Failed('redirects')
}

/**
 * Sends a request to an address that somebody typed; never throws, and no fault holds the address. Each hop of a
 * redirect is checked like the first address, and each name is resolved once.
 */
export const guardedRequest = async (
  address: string,
  request: OutgoingRequest,
  limits: OutgoingLimits,
): Promise<OutgoingAnswer | { fault: OutgoingFault }> => {
  const signal = AbortSignal.timeout(limits.patience)
  const late = new Promise<never>((_, fail) => {
    signal.addEventListener('abort', () => fail(new Failed('slow')), { once: true })
  })
  try {
    return await Promise.race([answered(address, request, limits, signal), late])
  } catch (error) {
    if (signal.aborted) return { fault: 'slow' }
    return { fault: error instanceof Failed ? error.fault : 'unreached' }
  } finally {
    late.catch(() => {})
  }
}
