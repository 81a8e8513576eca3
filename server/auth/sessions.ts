import { createHmac, createSecretKey, hash } from 'node:crypto'
import { same } from '../settings/pin'
import { randomToken } from '../shared/digests'
import { deviceId, hostLife, hostSessions, type SavedSession } from './host-sessions'

/** Milliseconds; a guest's cookie lives as long as the draft on the phone. */
const life = { guest: 2 * 86_400_000, device: 180 * 86_400_000 }

/** `word` is the cookie's secret, `owner` its digest, which owns the check-ins; `stay` the mark of a stay's link. */
export type GuestCookie = { code: string; word: string; owner: string; attempt: string; stay?: string }

const ownerOf = (word: string) => Buffer.from(hash('sha256', `owner:${word}`).slice(0, 32), 'hex').toString('base64url')

const guestOf = (value = ''): (GuestCookie & { until: number }) | undefined => {
  const [code, until, word, attempt = '', stay] = value.split('~')
  if (!code || !word) return undefined
  const guest = { code: Buffer.from(code, 'base64url').toString(), word, owner: ownerOf(word), attempt }
  return { ...guest, until: Number(until), ...(stay && { stay }) }
}

const memory = { time: 60_000, most: 1_000 }

/** Verified cookies are cached: the next calls need no signature check. */
const remembering = <T>(read: (cookie: string) => T | undefined, now: () => number) => {
  const cache = new Map<string, T>()
  let since = now()
  return {
    read: (cookie: string): T | undefined => {
      if (Math.abs(now() - since) >= memory.time || cache.size >= memory.most) {
        cache.clear()
        since = now()
      }
      const value = cache.get(cookie) ?? read(cookie)
      if (value) cache.set(cookie, value)
      return value
    },
    forget: () => cache.clear(),
  }
}

/** The cookies of a request, by name. */
export const cookiesOf = (header = ''): Record<string, string> => {
  const cookies: Record<string, string> = {}
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    cookies[part.slice(0, at).trim()] = part.slice(at + 1).trim()
  }
  return cookies
}

const setCookie = (name: string, value: string, ms: number | undefined, sameSite: 'Lax' | 'Strict', secure: boolean) =>
  [
    `${name}=${value}; Path=/`,
    ...(ms === undefined ? [] : [`Max-Age=${Math.floor(ms / 1000)}`]),
    `HttpOnly; SameSite=${sameSite}${secure ? '; Secure' : ''}`,
  ].join('; ')

/** Signs values by kind: one kind is never taken for another. */
const signer = (key: string) => {
  const secret = createSecretKey(key, 'utf8')
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('base64url')
  return {
    signed: (kind: string, value: string) => `${value}.${sign(`${kind}:${value}`)}`,
    opened: (kind: string, cookie = '') => {
      const at = cookie.lastIndexOf('.')
      const value = cookie.slice(0, at)
      return at > 0 && same(cookie.slice(at + 1), sign(`${kind}:${value}`)) ? value : undefined
    },
  }
}

type Cookies = Record<string, string>

/** Returns a cookie's name. No other site can plant a `__Host-` cookie. */
export const nameOf = (kind: string, secure: boolean): string => (secure ? `__Host-${kind}` : kind)

const hostCookies = (hosts: ReturnType<typeof hostSessions>) => ({
  isHost: (cookies: Cookies, secure: boolean, quiet = false) =>
    hosts.isOpen(cookies[nameOf('host', secure)] ?? '', quiet),
  hostCookie: (secure: boolean, nonce: string) =>
    setCookie(nameOf('host', secure), hosts.open(deviceId(nonce)), hostLife, 'Strict', secure),
  hostDevice: (cookies: Cookies, secure: boolean) => hosts.deviceOf(cookies[nameOf('host', secure)] ?? ''),
  endDevice: hosts.endDevice,
  leave: (cookies: Cookies, secure: boolean) => {
    hosts.end(cookies[nameOf('host', secure)] ?? '')
    return setCookie(nameOf('host', secure), '', 0, 'Strict', secure)
  },
  link: hosts.link,
  takeLink: hosts.takeLink,
})

type Signer = ReturnType<typeof signer>

const guestCookies = ({ signed, opened }: Signer, now: () => number) => {
  const guests = remembering((cookie) => guestOf(opened('guest', cookie)), now)
  return {
    forgetGuests: guests.forget,
    guest: (cookies: Cookies, secure: boolean): GuestCookie | undefined => {
      const guest = guests.read(cookies[nameOf('guest', secure)] ?? '')
      return guest && guest.until > now() ? guest : undefined
    },
    /** Returns a cookie's guest without checking the signature: the caller must prove the secret. */
    claimed: (cookies: Cookies, secure: boolean): GuestCookie | undefined =>
      guestOf((cookies[nameOf('guest', secure)] ?? '').replace(/\.[^.]*$/, '')),
    /** Each attempt has its own owner: only the same attempt keeps its check-ins. */
    guestCookie: (code: string, before: GuestCookie | undefined, secure: boolean, attempt = '', stay?: string) => {
      const goesOn =
        before?.code === code && attempt !== '' && before.attempt === attempt && (before.stay ?? stay) === stay
      const value = [
        Buffer.from(code).toString('base64url'),
        now() + life.guest,
        goesOn ? before.word : randomToken(),
        attempt,
        ...(stay ? [stay] : []),
      ]
      return setCookie(nameOf('guest', secure), signed('guest', value.join('~')), life.guest, 'Lax', secure)
    },
    /** Removes the cookie: on a shared tablet the next guest is another one. */
    guestLeaves: (secure: boolean) => setCookie(nameOf('guest', secure), '', 0, 'Lax', secure),
    /** Returns the name of the browser that tries codes; `undefined` without our cookie. */
    visitor: (cookies: Cookies, secure: boolean) => opened('visitor', cookies[nameOf('visitor', secure)]),
    visitorCookie: (secure: boolean) =>
      setCookie(nameOf('visitor', secure), signed('visitor', randomToken()), undefined, 'Lax', secure),
  }
}

/** The sessions and cookies of a house. Guests' and devices' cookies are signed, so a restart signs nobody out. */
export const sessions = (
  key: string,
  now: () => number,
  isKnown: (nonce: string) => boolean = () => true,
  before: SavedSession[] = [],
  save: (all: SavedSession[]) => Promise<void> = async () => {},
) => {
  let current = signer(key)
  const signed: Signer['signed'] = (...of) => current.signed(...of)
  const opened: Signer['opened'] = (...of) => current.opened(...of)
  const hosts = hostSessions({ now, before, save, digest: (name) => signed('session', name).slice(name.length + 1) })
  const { forgetGuests, ...guests } = guestCookies({ signed, opened }, now)
  return {
    ...guests,
    /** Returns a known device, which has its own failure budget (OWASP device cookies) until the PIN changes. */
    device: (cookies: Cookies, secure: boolean, pin: string) => {
      const [nonce, expires] = (opened(`device ${pin}`, cookies[nameOf('device', secure)]) ?? '').split('~')
      return nonce && Number(expires) > now() && isKnown(nonce) ? nonce : undefined
    },
    newDevice: randomToken,
    deviceCookie: (secure: boolean, pin: string, nonce: string) => {
      const value = signed(`device ${pin}`, `${nonce}~${now() + life.device}`)
      return setCookie(nameOf('device', secure), value, life.device, 'Strict', secure)
    },
    ...hostCookies(hosts),
    /** Resolves when sign-ins and sign-outs are stored; rejects as the store does. */
    stored: hosts.stored,
    /** Signs everybody out and changes the key. */
    renew: (newKey: string) => {
      hosts.clear()
      forgetGuests()
      current = signer(newKey)
    },
  }
}

export type Sessions = ReturnType<typeof sessions>
