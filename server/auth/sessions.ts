import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto'

/** The same of a signature, whose length everyone may know: without the digests, since each request carries one. */
const isAlike = (given: string, right: string) => {
  const [one, other] = [Buffer.from(given), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const token = () => randomBytes(16).toString('base64url')

/** Lifetimes, in milliseconds: a guest's cookie as long as the draft on the phone; the host 30 minutes idle and 8 hours at most. */
const life = { guest: 2 * 86_400_000, device: 180 * 86_400_000, idle: 30 * 60_000, host: 8 * 3_600_000 }

/** A guest known by an accepted code; `owner` names the check-ins this cookie made. */
export type Guest = { code: string; owner: string }

/** The cookies of a request, by name. */
export const cookiesOf = (header = ''): Record<string, string> =>
  Object.fromEntries(
    header.split(';').map((part) => {
      const at = part.indexOf('=')
      return [part.slice(0, at).trim(), part.slice(at + 1).trim()]
    }),
  )

const setCookie = (name: string, value: string, ms: number, sameSite: 'Lax' | 'Strict', secure: boolean) =>
  `${name}=${value}; Path=/; Max-Age=${Math.floor(ms / 1000)}; HttpOnly; SameSite=${sameSite}${secure ? '; Secure' : ''}`

/**
 * Who is asking. Guests and known devices carry a signed cookie, so that a restart signs nobody out half-way; the host's session is
 * a random token kept in memory, gone at sign-out, after 30 idle minutes, after 8 hours, and when the PIN changes.
 */
export const sessions = (key: string, now: () => number) => {
  const hosts = new Map<string, { began: number; seen: number }>()
  const secret = createSecretKey(key, 'utf8')
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('base64url')
  const signed = (kind: string, value: string) => `${value}.${sign(`${kind}:${value}`)}`
  const opened = (kind: string, cookie = '') => {
    const at = cookie.lastIndexOf('.')
    const value = cookie.slice(0, at)
    return at > 0 && isAlike(cookie.slice(at + 1), sign(`${kind}:${value}`)) ? value : undefined
  }
  // A browser takes a `__Host-` cookie only over TLS, for the whole site, from the site itself: nobody beside or above can plant one.
  const nameOf = (kind: string, secure: boolean) => (secure ? `__Host-${kind}` : kind)

  const isAlive = ({ began, seen }: { began: number; seen: number }) =>
    now() - seen <= life.idle && now() - began <= life.host

  return {
    guest: (cookies: Record<string, string>, secure: boolean): Guest | undefined => {
      const [code, expires, owner] = (opened('guest', cookies[nameOf('guest', secure)]) ?? '').split('~')
      return code && owner && Number(expires) > now()
        ? { code: Buffer.from(code, 'base64url').toString(), owner }
        : undefined
    },
    /** A cookie for an accepted code; a guest who types a code again keeps the check-ins of before. */
    guestCookie: (code: string, known: Guest | undefined, secure: boolean) => {
      const owner = known?.code === code ? known.owner : token()
      return setCookie(
        nameOf('guest', secure),
        signed('guest', `${Buffer.from(code).toString('base64url')}~${now() + life.guest}~${owner}`),
        life.guest,
        'Lax',
        secure,
      )
    },
    /**
     * A device that has signed in before has a failure budget of its own (OWASP device cookies), as long as the PIN it knew is the PIN
     * (`pin`, as it is kept): who once collected many such cookies must not have as many budgets against a new one.
     */
    device: (cookies: Record<string, string>, secure: boolean, pin: string) => {
      const [nonce, expires] = (opened(`device ${pin}`, cookies[nameOf('device', secure)]) ?? '').split('~')
      return nonce && Number(expires) > now() ? nonce : undefined
    },
    deviceCookie: (secure: boolean, pin: string) =>
      setCookie(
        nameOf('device', secure),
        signed(`device ${pin}`, `${token()}~${now() + life.device}`),
        life.device,
        'Strict',
        secure,
      ),
    /** Whether the host asks; a page that only looks for news (`quiet`) does not keep the session awake. */
    isHost: (cookies: Record<string, string>, secure: boolean, quiet = false) => {
      const name = cookies[nameOf('host', secure)] ?? ''
      const session = hosts.get(name)
      if (!session || !isAlive(session)) return false
      if (!quiet) session.seen = now()
      return true
    },
    /** A new host session, whatever cookie came along. */
    hostCookie: (secure: boolean) => {
      for (const [name, session] of hosts) if (!isAlive(session)) hosts.delete(name)
      const name = token()
      hosts.set(name, { began: now(), seen: now() })
      return setCookie(nameOf('host', secure), name, life.host, 'Strict', secure)
    },
    leave: (cookies: Record<string, string>, secure: boolean) => {
      hosts.delete(cookies[nameOf('host', secure)] ?? '')
      return setCookie(nameOf('host', secure), '', 0, 'Strict', secure)
    },
    /** Sign every host out, as a changed PIN must. */
    revoke: () => hosts.clear(),
  }
}

export type Sessions = ReturnType<typeof sessions>
