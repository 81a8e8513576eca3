import type { Readable } from 'node:stream'
import type { Request } from 'polka'
import { api, type BodyOf, type CallName, type ParamsOf, type QueryOf, type TravelsOf } from '../../schema/calls/api'
import type { Rule } from '../../schema/calls/call'
import type { Arrivals } from '../arrival/arrivals'
import type { Invitations } from '../auth/guest-entry'
import type { DeviceBook } from '../auth/host-sessions'
import type { GuestCookie, Sessions } from '../auth/sessions'
import type { Throttle } from '../auth/throttle'
import type { Bookings } from '../bookings/calendar-feeds'
import type { GuestLinks } from '../checkin/guest-links'
import type { Removals } from '../checkin/removals'
import type { Workbooks } from '../excel/workbooks'
import type { Serving, Trials } from '../flow/serve'
import type { MailQueue } from '../mail/queue'
import type { Offices } from '../offices/open-offices'
import type { Places } from '../places/places'
import type { PrivacyNotices } from '../privacy/notices'
import type { ProgramKeys } from '../programs/keys'
import type { Webhooks } from '../programs/webhooks'
import type { Push } from '../push/push'
import { notFound, Refusal, say } from '../shared/messages'
import type { Disk } from '../store/sealed/disk'
import type { CheckinQuery, Store } from '../store/store'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** A call with its name split into method and path, and its rule. */
export type CallRow = Rule & { name: CallName; method: Method; path: string }

/** Every call of `schema/calls/api.ts`. */
export const callTable: readonly CallRow[] = (Object.keys(api) as CallName[]).map((name) => {
  const [method, path] = name.split(' ') as [Method, string]
  return { ...api[name], name, method, path }
})

/** The input of a handler. Values of the body are unknown until checked. */
export type Context<N extends CallName = CallName> = {
  req: Request
  body: { [field in keyof BodyOf<N>]?: unknown }
  params: { [name in keyof ParamsOf<N>]: string }
  query: { [name in keyof QueryOf<N>]?: string }
  cookies: Record<string, string>
  guest: GuestCookie | undefined
  isHost: boolean
  program?: string
  secure: boolean
  /** The client in rate limits: an IPv4 address, or the network of an IPv6 address. */
  address: string
  /** The origin of our own pages: `https://house.example`. */
  origin: string
  raw: Buffer
}

export type AnyContext = Omit<Context, 'body' | 'params' | 'query'> & {
  body: Record<string, unknown>
  params: Record<string, string>
  query: Record<string, string>
}

type Along = { cookies?: string[]; message?: string }

/** A file instead of JSON, whole or streamed with its `size` in bytes. */
export type Bytes = { type: string; name: string } & ({ body: Uint8Array } | { body: Readable; size: number })

/** Data for the envelope, whole JSON, streamed JSON (`type` if another), or a file. */
export type Answer<N extends CallName> =
  TravelsOf<N> extends { file: true }
    ? Along & { bytes: Bytes }
    : TravelsOf<N> extends { whole: infer Whole }
      ? Along & { whole: Whole }
      : TravelsOf<N> extends { data: infer Data }
        ? Along & ({ data: Data } | { parts: AsyncIterable<string>; type?: string })
        : Along

export type AnyAnswer = Along & {
  data?: unknown
  parts?: AsyncIterable<string>
  type?: string
  whole?: object
  bytes?: Bytes
}

/** The handler of a call without data may return nothing. */
export type Handlers<N extends CallName = CallName> = {
  // biome-ignore lint/suspicious/noConfusingVoidType: such a handler ends without a `return`.
  [name in N]: (context: Context<name>) => Promise<Answer<name> | (Along extends Answer<name> ? void : never)>
}

/** A method type, so that a handler of one name accepts the general context. */
export type Handler = { run(context: AnyContext): Promise<AnyAnswer | undefined> }['run']

export type Services = {
  store: Store
  serving: Serving
  sessions: Sessions
  notices: PrivacyNotices
  devices: DeviceBook
  throttle: Throttle
  invitations: Invitations
  links: GuestLinks
  mailQueue: MailQueue
  workbooks: Workbooks
  offices: Offices
  bookings: Bookings
  arrivals: Arrivals
  places: Places
  programs: ProgramKeys
  webhooks: Webhooks
  push: Push
  trials: Trials
  removals: Removals
  disk?: Disk
  dir: string
  now: () => Date
  report: (line: string) => void
  /** Reports lost data, also after the store has closed; by default `report`. */
  reportLoss?: (line: string) => void
}

export type WebOptions = Services & {
  assets: string
  /** Whether a proxy names the client and the protocol. */
  trustProxy: boolean
  /** Whether other machines can reach it; by default as `trustProxy`. */
  isPublic?: boolean
  /** A house among many gets requests for its own name only. */
  name?: string
  log: (line: string) => void
}

/** Returns the number `:id` of a path: a check-in's, a stay's or a flow version's. Refuses (404) another text. */
export const numberOf = ({ params }: { params: { id: string } }) => {
  if (!/^[1-9][0-9]{0,14}$/.test(params.id)) throw notFound()
  return Number(params.id)
}

/** Returns the days of a list, by arrival unless departure is given. Refuses (400) an invalid day. */
export const queryDay = ({
  query: { date, to, searchType },
}: {
  query: { date?: string; to?: string; searchType?: string }
}): CheckinQuery | undefined => {
  for (const day of [date, to]) if (day && !/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new Refusal(400, say('server.day'))
  if (!date) return undefined
  return { date, ...(to && { to }), by: searchType === 'departure' ? 'departure' : 'arrival' }
}

/** Yields an answer's envelope around the entries of a list (`[]`) or object (`{}`), written as JSON in parts. */
export const jsonStream = async function* (brackets: '[]' | '{}', parts: AsyncIterable<string>) {
  const [open, close] = brackets
  let before = `{"success":true,"data":${open}`
  for await (const part of parts) {
    if (!part) continue
    yield before + part
    before = ','
  }
  yield before === ',' ? `${close}}` : `${before}${close}}`
}
