import { createHmac, createSecretKey, hash, timingSafeEqual } from 'node:crypto'
import { deviceId } from './devices'
import { hostLife, hostSessions, type SavedSession, token } from './host-sessions'

/** Whether two signatures are the same; their length everyone may know. */
const isAlike = (given: string, right: string) => {
  const [one, other] = [Buffer.from(given), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Lifetimes, in milliseconds: a guest's cookie as long as the draft on the phone. */
const life = { guest: 2 * 86_400_000, device: 180 * 86_400_000 }

/**
 * A guest known by an accepted code; `word` is the cookie's secret, `owner` its digest, which names the check-ins this
 * cookie made (who reads the store, or an old copy of it, cannot make the cookie), `attempt` the journey it is of.
 */
export type GuestCookie = { code: string; word: string; owner: string; attempt: string }

const ownerOf = (word: string) => Buffer.from(hash('sha256', `owner:${word}`).slice(0, 32), 'hex').toString('base64url')

/** What a guest's cookie says, and until when it is good, in milliseconds. */
const guestOf = (value = ''): (GuestCookie & { until: number }) | undefined => {
  const [code, until, word, attempt = ''] = value.split('~')
  if (!code || !word) return undefined
  return { code: Buffer.from(code, 'base64url').toString(), until: Number(until), word, owner: ownerOf(word), attempt }
}

/** How long what cookies say is remembered, in milliseconds, and of how many at most. */
const memory = { time: 60_000, most: 1_000 }

/** Remembers what cookies say: a browser's next calls need not have its signature checked again. */
const remembering = <T>(read: (cookie: string) => T | undefined, now: () => number) => {
  const known = new Map<string, T>()
  let since = now()
  return {
    read: (cookie: string): T | undefined => {
      if (Math.abs(now() - since) >= memory.time || known.size >= memory.most) {
        known.clear()
        since = now()
      }
      const said = known.get(cookie) ?? read(cookie)
      if (said) known.set(cookie, said)
      return said
    },
    forget: () => known.clear(),
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

/** Signed values, by kind: what was signed as one is not taken for another. */
const signer = (key: string) => {
  const secret = createSecretKey(key, 'utf8')
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('base64url')
  return {
    signed: (kind: string, value: string) => `${value}.${sign(`${kind}:${value}`)}`,
    opened: (kind: string, cookie = '') => {
      const at = cookie.lastIndexOf('.')
      const value = cookie.slice(0, at)
      return at > 0 && isAlike(cookie.slice(at + 1), sign(`${kind}:${value}`)) ? value : undefined
    },
  }
}

type Cookies = Record<string, string>

/**
 * A browser takes a `__Host-` cookie only over TLS, for the whole site, from the site itself: nobody beside or above
 * can plant one.
 */
export const nameOf = (kind: string, secure: boolean): string => (secure ? `__Host-${kind}` : kind)

/** The host's sessions by their cookie. */
const hostCookies = (hosts: ReturnType<typeof hostSessions>) => ({
  isHost: (cookies: Cookies, secure: boolean, quiet = false) =>
    hosts.isOpen(cookies[nameOf('host', secure)] ?? '', quiet),
  /** A new host session of a device, whatever cookie came along. */
  hostCookie: (secure: boolean, nonce: string) =>
    setCookie(nameOf('host', secure), hosts.open(deviceId(nonce)), hostLife, 'Strict', secure),
  /** The device a host's session was opened on, by the name the list has for it. */
  hostDevice: (cookies: Cookies, secure: boolean) => hosts.deviceOf(cookies[nameOf('host', secure)] ?? ''),
  /** Ends every session of a device, by the name the list has for it. */
  endDevice: hosts.endDevice,
  leave: (cookies: Cookies, secure: boolean) => {
    hosts.end(cookies[nameOf('host', secure)] ?? '')
    return setCookie(nameOf('host', secure), '', 0, 'Strict', secure)
  },
  link: hosts.link,
  takeLink: hosts.takeLink,
})

type Signer = ReturnType<typeof signer>

/** The cookies of guests and of who tries a code. */
const guestCookies = ({ signed, opened }: Signer, now: () => number) => {
  const known = remembering((cookie) => guestOf(opened('guest', cookie)), now)
  return {
    forgetGuests: known.forget,
    guest: (cookies: Cookies, secure: boolean): GuestCookie | undefined => {
      const guest = known.read(cookies[nameOf('guest', secure)] ?? '')
      return guest && guest.until > now() ? guest : undefined
    },
    /**
     * The same of a cookie nobody vouches for, as one is that was signed with a key of before: its word has yet to be
     * proved.
     */
    claimed: (cookies: Cookies, secure: boolean): GuestCookie | undefined =>
      guestOf((cookies[nameOf('guest', secure)] ?? '').replace(/\.[^.]*$/, '')),
    /**
     * A cookie for an accepted code. Each attempt has an owner of its own: only who goes on with one keeps its
     * check-ins.
     */
    guestCookie: (code: string, before: GuestCookie | undefined, secure: boolean, attempt = '') => {
      const goesOn = before?.code === code && attempt !== '' && before.attempt === attempt
      const value = [
        Buffer.from(code).toString('base64url'),
        now() + life.guest,
        goesOn ? before.word : token(),
        attempt,
      ]
      return setCookie(nameOf('guest', secure), signed('guest', value.join('~')), life.guest, 'Lax', secure)
    },
    /** The guest's cookie ends with the journey: what comes next on a shared tablet is another's. */
    guestLeaves: (secure: boolean) => setCookie(nameOf('guest', secure), '', 0, 'Lax', secure),
    /** The browser that tries a code, for counting what it got wrong; undefined where it shows no cookie of ours. */
    visitor: (cookies: Cookies, secure: boolean) => opened('visitor', cookies[nameOf('visitor', secure)]),
    visitorCookie: (secure: boolean) =>
      setCookie(nameOf('visitor', secure), signed('visitor', token()), undefined, 'Lax', secure),
  }
}

/**
 * Who is asking. Guests and known devices carry a signed cookie, so that a restart signs nobody out half-way; the
 * host's session is a random token. `renew` ends all of them: sessions, links, guests and devices. `isKnown` tells
 * whether a device's word still counts; the host throws devices out. `before` are the sessions that `save` was given
 * last, by whichever process had the house.
 */
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
    /**
     * A device that has signed in before has a failure budget of its own (OWASP device cookies), as long as the PIN it
     * knew is the PIN (`pin`, as it is kept): who once collected many such cookies must not have as many budgets
     * against a new one.
     */
    device: (cookies: Cookies, secure: boolean, pin: string) => {
      const [nonce, expires] = (opened(`device ${pin}`, cookies[nameOf('device', secure)]) ?? '').split('~')
      return nonce && Number(expires) > now() && isKnown(nonce) ? nonce : undefined
    },
    /** The word of a device that was not known. */
    newDevice: token,
    deviceCookie: (secure: boolean, pin: string, nonce: string) => {
      const value = signed(`device ${pin}`, `${nonce}~${now() + life.device}`)
      return setCookie(nameOf('device', secure), value, life.device, 'Strict', secure)
    },
    ...hostCookies(hosts),
    /**
     * Resolves when sign-ins and sign-outs are stored; that a session was used is stored beside. Rejects, as the store
     * does, when they are not.
     */
    stored: hosts.stored,
    /** Sign everybody out and sign cookies with another key, as a changed PIN must. */
    renew: (newKey: string) => {
      hosts.clear()
      forgetGuests()
      current = signer(newKey)
    },
  }
}

export type Sessions = ReturnType<typeof sessions>
