import type { IncomingMessage } from 'node:http'
import type { Request } from 'polka'

/**
 * Whether a request comes from our own pages: browsers say where they ask from, and others must at least speak JSON.
 */
export const isOurs = (req: IncomingMessage, origin: string) => {
  const site = req.headers['sec-fetch-site']
  if (site && site !== 'same-origin' && site !== 'none') return false
  return !req.headers.origin || req.headers.origin === origin
}

/** The network of an IPv6 address, which is one household: its first four groups, written out. */
const household = (address: string) => {
  const [head = '', tail] = address.split('::')
  const [first, last] = [head, tail ?? ''].map((part) => (part ? part.split(':') : []))
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - first!.length - last!.length)).fill('0')
  return [...first!, ...zeros, ...last!].slice(0, 4).join(':')
}

/** An address for counting: an IPv6 one by its network, an IPv4 one as it is. */
export const networkOf = (address: string) => {
  const plain = address
    .slice(0, 64)
    .toLowerCase()
    .replace(/^::ffff:(?=.*\.)/, '')
  return plain.includes(':') ? household(plain) : plain
}

/**
 * Whether a request names a host of ours: this machine, an address in figures (which no name of another's can stand
 * for), or the name in the house's public address. Until there is one, a server that others can reach takes any name.
 */
export const isOurHost = (host: string, publicAddress: string, isPublic: boolean) => {
  const [, name = ''] = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i.exec(host) ?? []
  if (!name) return false
  if (/^localhost$|^[\d.]+$|^\[/i.test(name)) return true
  if (!publicAddress) return isPublic
  return URL.canParse(publicAddress) && new URL(publicAddress).hostname === name.toLowerCase()
}

const isOfThisMachine = (name: string) => /^(?:localhost|127\.[\d.]+|\[?::1\]?|::ffff:127\.[\d.]+)$/i.test(name)

/** Whether somebody asks on this machine itself, by its own name: not through a proxy, which asks for others. */
export const isAtHome = (req: IncomingMessage, trustProxy: boolean) =>
  !trustProxy &&
  !req.headers['x-forwarded-for'] &&
  isOfThisMachine(req.socket.remoteAddress ?? '') &&
  isOfThisMachine(String(req.headers.host ?? '').replace(/:\d+$/, ''))

/**
 * Who asks, for counting failures: the address (an IPv6 one by its network), behind a proxy the one the proxy itself
 * saw, which is the last.
 */
export const callerAddress = (req: IncomingMessage, trustProxy: boolean) => {
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
  return networkOf(address)
}

/** Whether the guest's side of a connection is encrypted, here or at the proxy. */
export const isSecure = (req: IncomingMessage, trustProxy: boolean) =>
  'encrypted' in req.socket || (trustProxy && /^https\b/.test(String(req.headers['x-forwarded-proto'] ?? '')))

/** The host a request is for, as the browser names it. */
export const hostOf = (req: IncomingMessage, trustProxy: boolean) =>
  String((trustProxy && req.headers['x-forwarded-host']) || (req.headers.host ?? ''))

/** The origin our own pages have. */
export const originOf = (req: Request, trustProxy: boolean) =>
  `${isSecure(req, trustProxy) ? 'https' : 'http'}://${hostOf(req, trustProxy)}`
