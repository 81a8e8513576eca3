import type { ServerResponse } from 'node:http'
import type { Request } from 'polka'
import type { CallName } from '../../schema/calls/api'
import type { Rule } from '../../schema/calls/call'
import { laterGuests } from '../../schema/guest'
import type { Flow } from '../../schema/steps'
import { stepDoing } from '../../src/core/flow/arms'
import { calls } from '../api/call-table'
import {
  type Answer,
  type AnyAnswer,
  type AnyContext,
  type CallRow,
  type Handler,
  numberOf,
  type Services,
  type WebOptions,
} from '../api/handlers'
import { wrongCodes } from '../auth/guest-entry'
import { cookiesOf, nameOf } from '../auth/sessions'
import { bodyOf, bytesOf, wordOf } from '../shared/body'
import { inLanguage, mustExist, mustNotWait, notFound, Refusal, say } from '../shared/messages'
import { accessLines } from './access-lines'
import { callerAddress, isOurs, isSecure, originOf } from './caller'
import { nameInLog } from './monitoring'
import { file, json, jsonParts } from './responses'

/** Our pages send `X-As: guest` or `host`; other clients nothing. */
const statedRole = (req: Request) => req.headers['x-as']

/** Returns whether a call is meant as the host's: by `X-As`, else if only the host may call or there is no guest. */
export const meansHost = (req: Request, { who }: Rule, guest: unknown) => {
  const role = statedRole(req)
  return role === 'host' || (role !== 'guest' && (who === 'host' || !guest))
}

/**
 * Finds the program of a call's key; cookies are ignored. A wrong key (401) counts as a wrong code of its network (429
 * after too many). A right key never waits, because 192 bits cannot be guessed.
 */
const admitProgram = async (services: Services, context: AnyContext) => {
  const [, key = ''] = /^Bearer +(\S{1,200})$/i.exec(context.req.headers.authorization ?? '') ?? []
  const program = key && (await services.programs.programOf(key))
  if (program) return void (context.program = program)
  if (!key) throw new Refusal(401, say('server.program.key'))
  const wrong = wrongCodes(services)
  const sender = await wrong.sender(context.address, undefined)
  mustNotWait(wrong.wait(sender))
  await wrong.count(sender)
  throw new Refusal(401, say('server.program.key'))
}

/** Refuses with 401 without a session or key, 404 for another guest's check-in. */
export const admit = async (services: Services, { who }: Rule, context: AnyContext) => {
  const { req, guest, isHost, params } = context
  const { store } = services
  if (who === 'program') return admitProgram(services, context)
  if (who === 'anyone' || isHost) return
  if (who === 'host' || !guest || statedRole(req) === 'host') throw new Refusal(401, say('server.unauthorized'))
  if (who !== 'owner') return
  const { owner } = mustExist(await store.checkin(numberOf({ params: { id: params.id ?? '' } })))
  if (owner !== guest.owner) throw notFound()
}

const payerOf = ({ program, guest, address }: AnyContext) => program ?? guest?.owner ?? address

/** Refuses (429) a guest or program that has reached its daily limit. */
export const mustHaveShare = ({ throttle, now }: Services, { costs }: Rule, context: AnyContext): void => {
  if (costs && !context.isHost) mustNotWait(throttle.wait(costs, payerOf(context), now().getTime()))
}

/** Counts an answered call; refused ones do not count. */
export const countShare = async ({ throttle, now }: Services, { costs }: Rule, context: AnyContext): Promise<void> => {
  if (costs && !context.isHost) await throttle.fail(costs, payerOf(context), now().getTime())
}

const limitOf = ({ limit = 64_000 }: Rule) => limit

/** Returns the query's parameters; repeated ones are ignored. */
export const queryTexts = (query: Request['query']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query ?? {}).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )

const answer = async (
  res: ServerResponse,
  { data, parts, type, whole, bytes, cookies, message }: AnyAnswer,
): Promise<void> => {
  const set: Record<string, string[]> = cookies ? { 'set-cookie': cookies } : {}
  if (bytes) return file(res, bytes, set)
  if (parts) return jsonParts(res, parts, { ...set, ...(type && { 'content-type': type }) })
  const envelope = { success: true, ...(data !== undefined && { data }), ...(message && { message }) }
  return json(res, 200, whole ?? envelope, set)
}

/** Reads cookies and headers. Refuses (403) a change from another site. */
const contextOf = ({ sessions, trustProxy }: WebOptions, rule: CallRow, req: Request): AnyContext => {
  const origin = originOf(req, trustProxy)
  const isGuarded = (rule.method !== 'GET' && !rule.raw) || rule.site
  if (isGuarded && !isOurs(req, origin)) throw new Refusal(403, say('server.foreign'))
  const cookies = cookiesOf(req.headers.cookie)
  const secure = isSecure(req, trustProxy)
  const guest = sessions.guest(cookies, secure)
  return {
    req,
    cookies,
    secure,
    origin,
    params: req.params,
    query: queryTexts(req.query),
    address: callerAddress(req, trustProxy),
    guest,
    isHost: rule.who !== 'program' && meansHost(req, rule, guest) && sessions.isHost(cookies, secure, rule.quiet),
    body: {},
    raw: Buffer.alloc(0),
  }
}

/** Returns the maker of a call's request handler. */
export const callHandler = (options: WebOptions) => {
  const run = calls(options)
  const log = accessLines(options)
  return (rule: CallRow) => {
    const answered = async (req: Request, res: ServerResponse): Promise<void> => {
      const { name, method, path } = rule
      nameInLog(req, path)
      const context = contextOf(options, rule, req)
      const tried = context.isHost ? undefined : options.trials.of(context.cookies[trialCookie(context.secure)])
      const pretend = tried && pretended[name]
      if (pretend) {
        if (method !== 'GET') context.body = await bodyOf(req, limitOf(rule))
        return answer(res, pretend(context, tried.flow))
      }
      await admit(options, rule, context)
      mustHaveShare(options, rule, context)
      if (rule.raw) context.raw = await bytesOf(req, limitOf(rule))
      else if (method !== 'GET' && method !== 'DELETE') context.body = await bodyOf(req, limitOf(rule))
      const work = run[name] as Handler
      const done = (await work(context).catch((error: unknown) => log.failed(rule, context, error))) ?? {}
      await log.answered(rule, context, done)
      await countShare(options, rule, context)
      // A change is answered after its session is stored, so that another process knows it; a read also without.
      const stored = options.sessions.stored()
      await (method === 'GET' ? stored.catch(() => {}) : stored)
      return answer(res, done)
    }
    // Other programs are answered in English.
    return rule.who === 'program'
      ? (req: Request, res: ServerResponse) => inLanguage('en', () => answered(req, res))
      : answered
  }
}

/** Returns the name of the cookie of a browser that tries a draft. */
export const trialCookie = (secure: boolean): string => nameOf('trial', secure)

/** Returns the Set-Cookie line: for an hour, or to remove it. */
export const trialCookieLine = (word: string, secure: boolean): string =>
  `${trialCookie(secure)}=${word}; Path=/; Max-Age=${word ? 3600 : 0}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`

/** Answers of calls in a trial, which store, send and charge nothing. Other calls run as usual. */
export const pretended: { readonly [name in CallName]?: (context: AnyContext, flow: Flow) => Answer<name> } = {
  'POST /api/reservation-code': ({ body }) => ({
    data: {
      kind: 'checkin',
      reservationCode: wordOf(body.code).toUpperCase().slice(0, 4),
      roomDescription: '',
      showPaymentPage: true,
    },
  }),
  'POST /api/checkin': () => ({ data: { id: 0 } }),
  'PATCH /api/checkin/:id/update': ({ body }) => ({ data: { ...body, id: 0 } }),
  'PATCH /api/checkin/:id/payment-method': () => ({}),
  'POST /api/checkin/:id/confirm': () => ({ data: {} }),
  'POST /api/checkin/:id/pay': ({ origin }, flow) => ({
    data: { url: origin + (stepDoing(flow, 'checkPayment') ?? '/') },
  }),
  'POST /api/checkin/:id/paypal': () => ({}),
  'POST /api/guest-links': () => ({ data: { token: 'trial' } }),
  'GET /api/guest-links': () => ({ data: laterGuests.map((guest) => ({ guest, state: 'open' })) }),
  'DELETE /api/guest-links/:guest': () => ({}),
  'GET /api/checkin/:id/payment': () => ({ data: { status: 'completed' } }),
}
