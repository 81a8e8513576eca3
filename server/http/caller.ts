import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Request } from 'polka'
import { type HostLanguage, hostLanguage, hostLanguageCookie, type Language, languages } from '../../schema/languages'

/** Returns whether a request comes from our own pages, by Sec-Fetch-Site or Origin. */
export const isOurs = (req: IncomingMessage, origin: string) => {
  const site = req.headers['sec-fetch-site']
  if (site && site !== 'same-origin' && site !== 'none') return false
  return !req.headers.origin || req.headers.origin === origin
}

/** Returns an IPv4 address, or the first 64 bits of an IPv6 address, which are one household. */
const household = (address: string) => {
  const [head = '', tail] = address.split('::')
  const [first, last] = [head, tail ?? ''].map((part) => (part ? part.split(':') : []))
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - first!.length - last!.length)).fill('0')
  return [...first!, ...zeros, ...last!].slice(0, 4).join(':')
}

/** Returns an IPv4 address, or the network of an IPv6 address; without brackets and port. */
export const networkOf = (address: string) =>
  household(
    address
      .slice(0, 64)
      .toLowerCase()
      .replace(/^\[|\].*$/g, '')
      .replace(/^::ffff:(?=.*\.)/, '')
      .replace(/^([\d.]+):\d+$/, '$1'),
  )

/** Returns whether a host is ours: this machine, a numeric or the public address; without that, any if `isPublic`. */
export const isOurHost = (host: string, publicAddress: string, isPublic: boolean) => {
  const [, name = ''] = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i.exec(host) ?? []
  if (!name) return false
  if (/^localhost$|^[\d.]+$|^\[/i.test(name)) return true
  if (!publicAddress) return isPublic
  return URL.canParse(publicAddress) && new URL(publicAddress).hostname === name.toLowerCase()
}

const isOfThisMachine = (name: string) => /^(?:localhost|127\.[\d.]+|\[?::1\]?|::ffff:127\.[\d.]+)$/i.test(name)

/** Returns whether a request comes from this machine, not through a proxy. */
export const isAtHome = (req: IncomingMessage, trustProxy: boolean) =>
  !trustProxy &&
  !req.headers['x-forwarded-for'] &&
  isOfThisMachine(req.socket.remoteAddress ?? '') &&
  isOfThisMachine(String(req.headers.host ?? '').replace(/:\d+$/, ''))

/** Returns the client's network; behind a proxy by the last forwarded address, the only one that cannot be forged. */
export const callerAddress = (req: IncomingMessage, trustProxy: boolean) => {
  const forwarded = trustProxy
    ? String(req.headers['x-forwarded-for'] ?? '')
        .split(',')
        .at(-1)!
        .trim()
    : ''
  return networkOf(forwarded || (req.socket.remoteAddress ?? ''))
}

/** Returns whether the client's connection is encrypted, here or at the proxy. */
export const isSecure = (req: IncomingMessage, trustProxy: boolean) =>
  'encrypted' in req.socket || (trustProxy && /^https\b/.test(String(req.headers['x-forwarded-proto'] ?? '')))

/** Returns the host that a request names. */
export const hostOf = (req: IncomingMessage, trustProxy: boolean) =>
  String((trustProxy && req.headers['x-forwarded-host']) || (req.headers.host ?? ''))

/** Returns the origin of our own pages. */
export const originOf = (req: Request, trustProxy: boolean) =>
  `${isSecure(req, trustProxy) ? 'https' : 'http'}://${hostOf(req, trustProxy)}`

const accepted = (header: string) =>
  header
    .split(',')
    .map((part) => {
      const [, name = '', q = '1'] = /^\s*([a-z]{2})\b[^;]*(?:;\s*q=([\d.]+))?/i.exec(part) ?? []
      return { name: name.toLowerCase(), q: Number(q) || 0 }
    })
    .filter(({ name, q }) => name && q > 0)
    .sort((one, other) => other.q - one.q)
    .map(({ name }) => name)

/** Picks the page language: `?lang=`, then the first supported entry of Accept-Language, then English. */
export const languageOf = (query: string | undefined, header = ''): Language => {
  const wanted = [query ?? '', ...accepted(header)]
  return wanted.map((name) => languages.find((language) => language === name)).find(Boolean) ?? 'en'
}

/** Picks the host's language: the cookie's choice, then the first supported entry of Accept-Language, then Italian. */
export const hostLanguageOf = (
  cookies: { readonly [name: string]: string },
  headers: Pick<IncomingHttpHeaders, 'accept-language'>,
): HostLanguage => {
  const wanted = [cookies[hostLanguageCookie], ...accepted(headers['accept-language'] ?? '')]
  return wanted.map(hostLanguage).find(Boolean) ?? 'it'
}
