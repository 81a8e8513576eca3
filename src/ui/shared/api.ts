import type { Fault } from '../../core/flow/validation'

/** An answer that is not ok: its status and text, and what the server said of it. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    text: string,
    readonly body: { message?: string; error?: string; faults?: Fault[]; retryAfter?: number; version?: string },
  ) {
    super(`${status}: ${text}`)
  }
}

/** No answer at all: the network is away. */
export class Offline extends Error {}

const parsed = (text: string) => {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** The header in which a page says whose it is: a browser may hold the cookies of both, and the server is not to choose between them. */
export const saysWhose = (who: 'guest' | 'host') => ({ 'x-as': who })

/** The calls of the guests' pages or of the host's: JSON out when there is a body, cookies along, JSON back; one that is to arrive even when the page is left says `keepalive`. They throw Refused or Offline. */
const caller =
  (who: 'guest' | 'host') =>
  async <T = { data: unknown }>(method: string, path: string, body?: unknown, more?: RequestInit): Promise<T> => {
    const response = await fetch(path, {
      ...more,
      method,
      credentials: 'include',
      headers: { ...saysWhose(who), ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch((error: Error) => {
      throw new Offline(error.message)
    })
    const text = await response.text().catch(() => '')
    if (!response.ok) throw new Refused(response.status, text || response.statusText, parsed(text))
    return parsed(text) as T
  }

/** A name for one attempt at sending: what is sent again after a lost answer is known by it. */
export const attempt = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** One call from a guest's page. */
export const call = caller('guest')

/** One call from a page of the host's. */
export const hostCall = caller('host')
