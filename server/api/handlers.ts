import type { Readable } from 'node:stream'
import type { Request } from 'polka'
import { api, type BodyOf, type CallName, type ParamsOf, type QueryOf, type TravelsOf } from '../../schema/calls/api'
import type { Rule } from '../../schema/calls/call'
import type { DeviceBook } from '../auth/devices'
import type { Invitations } from '../auth/invitations'
import type { GuestCookie, Sessions } from '../auth/sessions'
import type { Throttle } from '../auth/throttle'
import type { Removals } from '../checkin/removals'
import type { Workbooks } from '../excel/workbooks'
import type { Serving } from '../flow/serve'
import type { Trials } from '../flow/trials'
import type { MailQueue } from '../mail/queue'
import type { Offices } from '../offices/offices'
import type { Places } from '../places/places'
import type { PrivacyNotices } from '../privacy/notices'
import { say } from '../shared/messages'
import { notFound, Refusal } from '../shared/refusal'
import type { Disk } from '../store/sealed/disk'
import type { CheckinQuery, Store } from '../store/store'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** A call as the door reads it: its name, split into method and path, and its rule. */
export type CallRow = Rule & { name: CallName; method: Method; path: string }

/** Every call of `schema/calls/api.ts`, a row each. */
export const callTable: readonly CallRow[] = (Object.keys(api) as CallName[]).map((name) => {
  const [method, path] = name.split(' ') as [Method, string]
  return { ...api[name], name, method, path }
})

/**
 * What a call is given: the request, who asks, and what came with it. A value of the body is unknown until it is
 * checked.
 */
export type Context<N extends CallName = CallName> = {
  req: Request
  body: { [field in keyof BodyOf<N>]?: unknown }
  params: { [name in keyof ParamsOf<N>]: string }
  query: { [name in keyof QueryOf<N>]?: string }
  cookies: Record<string, string>
  guest: GuestCookie | undefined
  isHost: boolean
  secure: boolean
  /** Who asks, for counting: an address, or the network of one. */
  address: string
  /** Where our own pages are, as the browser writes it: `https://house.example`. */
  origin: string
  /** The body of a `raw` call, as it came. */
  raw: Buffer
}

/** The context as the door makes it, before a call's own names are known. */
export type AnyContext = Omit<Context, 'body' | 'params' | 'query'> & {
  body: Record<string, unknown>
  params: Record<string, string>
  query: Record<string, string>
}

/** What goes along with an answer: cookies to set, a sentence. */
type Along = { cookies?: string[]; message?: string }

/** A file in place of JSON, whole or in parts that are so many bytes together. */
export type Bytes = { type: string; name: string } & ({ body: Uint8Array } | { body: Readable; size: number })

type Answered<N extends CallName> = (typeof api)[N] extends { file: true }
  ? { bytes: Bytes }
  : TravelsOf<N> extends { whole: infer Whole }
    ? { whole: Whole }
    : TravelsOf<N> extends { data: infer Data }
      ? { data: Data } | { parts: AsyncIterable<string>; type?: string }
      : { data?: never }

/**
 * What a call answers: data for the envelope, the whole as JSON, JSON text that comes in parts (`type` where it is
 * another kind), or bytes.
 */
export type Answer<N extends CallName> = Answered<N> & Along

/** The same of any call. */
export type AnyAnswer = Along & {
  data?: unknown
  parts?: AsyncIterable<string>
  type?: string
  whole?: object
  bytes?: Bytes
}

/** What does each of some calls. */
export type Handlers<N extends CallName = CallName> = { [name in N]: (context: Context<name>) => Promise<Answer<name>> }

/**
 * What does any call. Written as a method, so that the handler of a name can be given what the door has made for it.
 */
export type Handler = { run(context: AnyContext): Promise<AnyAnswer> }['run']

/** What the calls work with. */
export type Services = {
  store: Store
  serving: Serving
  sessions: Sessions
  /** What guests are told of their data. */
  notices: PrivacyNotices
  /** The devices that have signed in. */
  devices: DeviceBook
  throttle: Throttle
  invitations: Invitations
  mailQueue: MailQueue
  workbooks: Workbooks
  offices: Offices
  places: Places
  /** The drafts that are tried as a guest. */
  trials: Trials
  /** The deletions, those that wait to be taken back among them. */
  removals: Removals
  /** The disk files are written to; the machine's, if not said. */
  disk?: Disk
  /** The data folder. */
  dir: string
  now: () => Date
  report: (line: string) => void
}

/** What the web application stands on: the services, the folder of built files, and where it is reached from. */
export type WebOptions = Services & {
  assets: string
  /** Whether a proxy says who asks and over what. */
  trustProxy: boolean
  /** Whether others than this machine can reach it; as `trustProxy` where it is not said. */
  isPublic?: boolean
  /** The host name it is reached by, where the process has several houses: requests for others never come here. */
  name?: string
  log: (line: string) => void
}

/** The number of the check-in a call is about. Refuses (404) what is no number. */
export const numberOf = ({ params }: { params: { id: string } }) => {
  if (!/^[1-9][0-9]{0,14}$/.test(params.id)) throw notFound()
  return Number(params.id)
}

/**
 * The day a list is asked for, of arrivals unless it says departures; nothing when all are. Refuses (400) what is no
 * day.
 */
export const queryDay = ({
  query: { date, to, searchType },
}: {
  query: { date?: string; to?: string; searchType?: string }
}): CheckinQuery | undefined => {
  for (const day of [date, to]) if (day && !/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new Refusal(400, say('server.day'))
  if (!date) return undefined
  return { date, ...(to && { to }), by: searchType === 'departure' ? 'departure' : 'arrival' }
}
