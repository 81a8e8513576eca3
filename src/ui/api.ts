import type { Fault } from '../core/check'

/** An answer that is not ok: its status and text, and what the server said of it. */
export class Refused extends Error {
  constructor(readonly status: number, text: string, readonly body: { message?: string; error?: string; faults?: Fault[]; retryAfter?: number; version?: string }) {
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

/** One call: JSON out when there is a body, cookies along, JSON back; one that is to arrive even when the page is left says `keepalive`. Throws Refused or Offline. */
export const call = async <T = { data: unknown }>(method: string, path: string, body?: unknown, more?: RequestInit): Promise<T> => {
  const response = await fetch(path, {
    ...more,
    method,
    credentials: 'include',
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch((error: Error) => {
    throw new Offline(error.message)
  })
  const text = await response.text().catch(() => '')
  if (!response.ok) throw new Refused(response.status, text || response.statusText, parsed(text))
  return parsed(text) as T
}
