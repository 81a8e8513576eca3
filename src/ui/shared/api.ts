import type { AnswerOf, BodyOf, CallName, ParamsOf, QueryOf } from '../../../schema/calls/api'
import { attempt } from '../../core/attempt'
import type { Fault } from '../../core/flow/validation'

/** The body of a refusal: a sentence and details. */
export type RefusalBody = {
  message?: string
  error?: string
  faults?: (Fault & { path?: string })[]
  retryAfter?: number
  full?: boolean
  /** Why a guest's link opens nothing. */
  over?: string
  /** The first day of a code's check-in, and the day of arrival. */
  opens?: string
  arrivalDate?: string
  version?: string
  /** The day in Italy by the server's clock. */
  today?: string
  /** The check-in whose new answers come too late, and its days as stored. */
  id?: number
  stay?: { [field in 'arrivalDate' | 'numberOfNights' | 'departureDate']?: string }
  /** Of a place code: it is not in the official tables, or the province is required. */
  unknown?: boolean
  province?: boolean
  setting?: string
  /** An expected stay has no link before the host chooses its code. */
  lacksCode?: boolean
}

/** An answer that is not ok. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    text: string,
    readonly body: RefusalBody,
  ) {
    super(`${status}: ${text}`)
  }
}

/** The server did not answer, or a proxy does not reach it. */
export class Offline extends Error {}

/** Throws Offline with the message of a network error. */
export const throwOffline = (error: Error): never => {
  throw new Offline(error.message)
}

const parsed = (text: string) => attempt(() => JSON.parse(text || '{}'), undefined)

/** The page that calls. The server must know, because a browser may have the cookies of both. */
type Caller = 'guest' | 'host'

type Needed<Name extends string, Part> = keyof Part extends never
  ? { [name in Name]?: undefined }
  : Record<never, never> extends Part
    ? { [name in Name]?: Part }
    : { [name in Name]: Part }

/** `keepalive` delivers a call even if the page is left. */
type Options = { keepalive?: true; accept?: string }

/** A call's path parameters, query and body, and its options. */
export type Given<N extends CallName> = Needed<'params', ParamsOf<N>> &
  Needed<'query', QueryOf<N>> &
  Needed<'body', BodyOf<N>> &
  Options

type AnyGiven = Options & { [part in 'params' | 'query' | 'body']?: object | undefined }

/** The last parameter of a call; optional if nothing in it is required. */
type Rest<N extends CallName> = Record<never, never> extends Given<N> ? [given?: Given<N>] : [given: Given<N>]

const addressOf = (name: CallName, { params = {}, query = {} }: AnyGiven = {}) => {
  const values = Object.fromEntries(Object.entries(params).map(([key, value]) => [key, encodeURIComponent(value)]))
  const path = name.split(' ')[1]!.replace(/:(\w+)/g, (_, key: string) => values[key]!)
  const asked = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  return asked.length ? `${path}?${new URLSearchParams(asked)}` : path
}

/** Milliseconds until a guest's call fails as offline: a lost network keeps a request open for minutes. */
const guestTimeout = 60_000

/** Returns the response if it is ok. Throws Refused or Offline. */
const fetched = async (who: Caller, name: CallName, given: AnyGiven = {}) => {
  const method = name.split(' ')[0]!
  const body = given.body ?? (method === 'POST' || method === 'PATCH' ? {} : undefined)
  const response = await fetch(addressOf(name, given), {
    method,
    credentials: 'include',
    headers: {
      'x-as': who,
      ...(given.accept && { accept: given.accept }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(given.keepalive && { keepalive: true }),
    ...(who === 'guest' && { signal: AbortSignal.timeout?.(guestTimeout) }),
  }).catch(throwOffline)
  if (response.ok) return response
  const text = await response.text().catch(() => '')
  const refusal = parsed(text) ?? {}
  // A proxy that does not reach the server answers in its own page or JSON; the server's refusals have `success`.
  if ([502, 503, 504].includes(response.status) && !isFailed(refusal)) throw new Offline(response.statusText)
  throw new Refused(response.status, text || response.statusText, refusal)
}

/** Returns a JSON answer. Throws Offline if it broke off or is a proxy's page; the server may have done the call. */
export const jsonAnswer = async (response: Response) => {
  const text = await response.text().catch(throwOffline)
  return parsed(text) ?? throwOffline(new Error(text))
}

/** Calls whose answer `success: false` is no failure. */
const mayBeUnsuccessful = new Set<CallName>(['GET /api/istat-search', 'GET /api/smtp2go-test'])
const isFailed = (answer: unknown) => (answer as { success?: boolean }).success === false

const caller =
  (who: Caller) =>
  async <N extends CallName>(name: N, ...[given]: Rest<N>): Promise<AnswerOf<N>> => {
    const response = await fetched(who, name, given)
    const answer: AnswerOf<N> = await jsonAnswer(response)
    if (!isFailed(answer) || mayBeUnsuccessful.has(name)) return answer
    throw new Refused(response.status, JSON.stringify(answer), answer as RefusalBody)
  }

/** Returns a random id for an attempt: the server recognizes a repeated request by it. */
export const attemptId = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Makes a guest's call of `schema/calls/api.ts` and returns the answer. Throws Refused or Offline. */
export const guestCall = caller('guest')

/** Makes a host's call. */
export const hostCall = caller('host')

/** Makes a host's call whose answer is a stream or a file. */
export const hostResponse = <N extends CallName>(name: N, ...[given]: Rest<N>) => fetched('host', name, given)
