import type { AnswerOf, BodyOf, CallName, ParamsOf, QueryOf } from '../../../schema/calls/api'
import type { Fault } from '../../core/flow/validation'

/** What the server says of a refusal: a sentence in Italian, and what it knows of why. */
export type RefusalBody = {
  message?: string
  error?: string
  faults?: (Fault & { path?: string })[]
  retryAfter?: number
  /** The house takes no more check-ins today. */
  full?: boolean
  /** Of a code whose check-in has not opened yet: the day it does, and the day of arrival. */
  opens?: string
  arrivalDate?: string
  version?: string
  /** Of a place's code: the official tables do not have it, or its province is asked for. */
  unknown?: boolean
  province?: boolean
  /** The key of the setting that was refused. */
  setting?: string
}

/** An answer that is not ok: its status and text, and what the server said of it. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    text: string,
    readonly body: RefusalBody,
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

/** Whose page asks: a browser may hold the cookies of both, and the server is not to choose between them. */
type Whose = 'guest' | 'host'

type Needed<Name extends string, Part> = keyof Part extends never
  ? { [name in Name]?: undefined }
  : Record<never, never> extends Part
    ? { [name in Name]?: Part }
    : { [name in Name]: Part }

/**
 * What is given along with a call: the names in its path, its query, its body; `keepalive` where it is to arrive even
 * when the page is left, `accept` where another kind of answer is wanted.
 */
export type Given<N extends CallName> = Needed<'params', ParamsOf<N>> &
  Needed<'query', QueryOf<N>> &
  Needed<'body', BodyOf<N>> & { keepalive?: true; accept?: string }

type AnyGiven = {
  params?: object | undefined
  query?: object | undefined
  body?: object | undefined
  keepalive?: true
  accept?: string
}

/** `[given]`, which may be left out where nothing in it must be there. */
type Rest<N extends CallName> = Record<never, never> extends Given<N> ? [given?: Given<N>] : [given: Given<N>]

/** A call's address: its path with the names filled in, and the query without what is not set. */
const addressOf = (name: CallName, { params = {}, query = {} }: AnyGiven = {}) => {
  const values = Object.fromEntries(Object.entries(params).map(([key, value]) => [key, encodeURIComponent(value)]))
  const path = name.split(' ')[1]!.replace(/:(\w+)/g, (_, key: string) => values[key]!)
  const asked = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  return asked.length ? `${path}?${new URLSearchParams(asked)}` : path
}

/** Ask the server, and answer its response when it is ok. Throws Refused or Offline. */
const fetched = async (who: Whose, name: CallName, given: AnyGiven = {}) => {
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
  }).catch((error: Error) => {
    throw new Offline(error.message)
  })
  if (response.ok) return response
  const text = await response.text().catch(() => '')
  throw new Refused(response.status, text || response.statusText, parsed(text))
}

/** The calls whose answer says itself how it went. */
const isToldSo = new Set<CallName>(['GET /api/istat-search', 'GET /api/smtp2go-test'])
const isFailed = (answer: unknown) => (answer as { success?: boolean }).success === false

const caller =
  (who: Whose) =>
  async <N extends CallName>(name: N, ...[given]: Rest<N>): Promise<AnswerOf<N>> => {
    const response = await fetched(who, name, given)
    const text = await response.text().catch(() => '')
    const answer: AnswerOf<N> = parsed(text)
    // An answer that says it failed is no success, whatever its status; the look-up of a place answers so that there is
    // none.
    if (!isFailed(answer) || isToldSo.has(name)) return answer
    throw new Refused(response.status, text, parsed(text))
  }

/** A name for one attempt at sending: what is sent again after a lost answer is known by it. */
export const attempt = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * One call from a guest's page, as `schema/calls/api.ts` has it: JSON out, cookies along, JSON back. Throws Refused or
 * Offline.
 */
export const guestCall = caller('guest')

/** One call from a page of the host's. */
export const hostCall = caller('host')

/** A call of the host's whose answer is read as it arrives, or is a file. */
export const hostResponse = <N extends CallName>(name: N, ...[given]: Rest<N>) => fetched('host', name, given)
