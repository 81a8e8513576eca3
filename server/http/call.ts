import type { Request } from 'polka'
import type { Guest, Sessions } from '../auth/sessions'
import type { Kind, Throttle } from '../auth/throttle'
import type { Workbooks } from '../excel/workbooks'
import type { Serving } from '../flow/serve'
import type { Post } from '../mail/queue'
import { say, wait } from '../messages'
import type { Places } from '../places/places'
import type { Query, Store } from '../store/store'
import { Refusal } from './answers'

/** Who a call is open to: anyone, a guest known by an accepted code, the guest who made the check-in, the host. */
export type Who = 'anyone' | 'guest' | 'owner' | 'host'

/** What a call is given: the request, who asks, and what came with it. */
export type Asking = {
  req: Request
  body: Record<string, unknown>
  params: Record<string, string>
  query: Record<string, string>
  cookies: Record<string, string>
  guest: Guest | undefined
  isHost: boolean
  secure: boolean
  address: string
  /** Where our own pages are, as the browser writes it: `https://house.example`. */
  origin: string
  /** The body as it came, for a call that asks for it. */
  raw?: Buffer
}

/** What a call answers: data for the envelope, or ready JSON text, or bytes; and cookies to set. */
export type Answer = {
  data?: unknown
  text?: string
  bytes?: { body: Uint8Array; type: string; name: string }
  cookies?: string[]
  message?: string
}

/** One call of the API. `limit` is the largest body in bytes; `costs` is the day's budget of an address that a guest spends with it; `site` asks for our own pages even though nothing is changed; `quiet` is a page looking for news; `raw` takes a body another server has signed, byte for byte. */
export type Call = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  who: Who
  limit?: number
  costs?: Kind
  site?: true
  quiet?: true
  raw?: true
  run: (asking: Asking) => Promise<Answer>
}

/** What the calls work with. */
export type Kit = {
  store: Store
  serving: Serving
  sessions: Sessions
  throttle: Throttle
  post: Post
  books: Workbooks
  places: Places
  /** The data folder. */
  dir: string
  now: () => Date
  report: (line: string) => void
}

/** Somebody who has to wait so many seconds. */
export const tooMany = (seconds: number) =>
  new Refusal(429, say('toast.tooMany', { wait: wait(seconds) }), { retryAfter: seconds })

/** A check-in that is not there, or is another's: nobody learns which. */
export const notFound = () => new Refusal(404, say('server.checkin'))

/** The number of the check-in a call is about. Refuses (404) what is no number. */
export const numberOf = ({ params }: Pick<Asking, 'params'>) => {
  if (!/^[1-9][0-9]{0,14}$/.test(params.id ?? '')) throw notFound()
  return Number(params.id)
}

/** The day a list is asked for, of arrivals unless it says departures; nothing when all are. Refuses (400) what is no day. */
export const dayOf = ({ query: { date, searchType } }: Pick<Asking, 'query'>): Query | undefined => {
  if (date && !/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new Refusal(400, say('server.day'))
  return date ? { date, by: searchType === 'departure' ? 'departure' : 'arrival' } : undefined
}

/** A check-in that must be there. Refuses with 404 when it is not. */
export const recordOf = <T>(value: T | undefined): T => {
  if (value === undefined) throw notFound()
  return value
}
