import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import polka, { type Request } from 'polka'
import sirv from 'sirv'
import type { Rule } from '../../schema/calls/call'
import { isHostPath } from '../../schema/host-pages'
import { calls } from '../api/calls'
import { hasSignedIn } from '../auth/first-sign-in'
import { cookiesOf } from '../auth/sessions'
import { say } from '../messages'
import { logoFile } from '../settings/logo'
import { allSettings, toPublic } from '../settings/settings'
import { failure, headers, json, jsonParts } from './answers'
import { bodyOf, bytesOf } from './body'
import {
  type AnyAnswer,
  type AnyContext,
  type CallRow,
  callTable,
  type Handler,
  notFound,
  numberOf,
  recordOf,
  type Services,
  tooMany,
} from './call'
import { sendFile, takes } from './files'
import { addressOf, hostOf, isAtHome, isOurHost, isOurs, isSecure, originOf } from './origin'
import { accentIn, languageOf, policyOf, renderOnce } from './page'
import { Refusal } from './refusal'
import { pretended, trialCookie, trialCookieLine } from './trial'

export type Options = Services & {
  assets: string
  trustProxy: boolean
  isPublic?: boolean
  log: (line: string) => void
}

const patterns = callTable.map(({ method, path }) => ({
  method,
  path: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`, 'i'),
}))

/** The methods of the calls that have a path. */
const allowedAt = (asked: string) => patterns.filter(({ path }) => path.test(asked)).map(({ method }) => method)

const noStates: readonly string[] = []

const limitOf = ({ limit = 64_000 }: Rule) => limit

/** Of a query, what was given once: a name that comes twice says nothing. */
const textsOf = (query: Request['query']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query ?? {}).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )

/** Whose page asks, as our own pages say it (`X-As: guest`, `X-As: host`); other callers say nothing. */
const saidOf = (req: Request) => req.headers['x-as']

/**
 * Whether a call is made as the host. A browser may hold both cookies: our pages say which of them they mean, and of those that say
 * nothing a guest's cookie goes before the host's session wherever a guest may ask.
 */
const meansHost = (said: unknown, { who }: Rule, guest: unknown) =>
  said === 'host' || (said !== 'guest' && (who === 'host' || !guest))

/** May whoever asks make this call? Refuses with 401 when nobody is known, 404 when the check-in is another's. */
const admit = async ({ store }: Services, { who }: Rule, { req, guest, isHost, params }: AnyContext) => {
  if (who === 'anyone' || isHost) return
  if (who === 'host' || !guest || saidOf(req) === 'host') throw new Refusal(401, say('server.unauthorized'))
  if (who !== 'owner') return
  const { owner } = recordOf(await store.checkin(numberOf({ params: { id: params.id ?? '' } })))
  if (owner !== guest.owner) throw notFound()
}

/** Refuses (429) a guest whose share for today is used up. */
const mayAsk = ({ throttle, now }: Services, { kind, who }: { kind: NonNullable<Rule['costs']>; who: string }) => {
  const wait = throttle.wait(kind, who, now().getTime())
  if (wait) throw tooMany(wait)
}

const answer = async (res: ServerResponse, { data, parts, type, whole, bytes, cookies, message }: AnyAnswer) => {
  const set: Record<string, string[]> = cookies ? { 'set-cookie': cookies } : {}
  if (bytes) {
    res.writeHead(200, {
      'content-type': bytes.type,
      'content-disposition': `attachment; filename="${bytes.name}"`,
      'cache-control': 'no-store',
      ...set,
    })
    return res.end(bytes.body)
  }
  if (parts) return jsonParts(res, parts, { ...set, ...(type && { 'content-type': type }) })
  const envelope = { success: true, ...(data !== undefined && { data }), ...(message && { message }) }
  return json(res, 200, whole ?? envelope, set)
}

/** The web application on its parts: pages, files, the table of calls, and one place where failures become answers. */
export const app = (options: Options) => {
  const { store, serving, trials, sessions, places, assets, trustProxy, isPublic = trustProxy, log } = options
  const template = readFileSync(join(assets, '..', 'page.html'), 'utf8')
  const policy = policyOf(template)
  const built = sirv(assets, { etag: true, brotli: true, gzip: true, maxAge: 31_536_000, immutable: true })
  // What the log calls a request: the call's or the page's own path, never what someone has written in its place.
  const called = new WeakMap<object, string>()

  const run = calls(options)

  const handle = (rule: CallRow) => async (req: Request, res: ServerResponse) => {
    const { name, method, path } = rule
    called.set(req, path)
    const changes = method !== 'GET'
    const origin = originOf(req, trustProxy)
    if (((changes && !rule.raw) || rule.site) && !isOurs(req, origin)) throw new Refusal(403, say('server.foreign'))
    const cookies = cookiesOf(req.headers.cookie)
    const secure = isSecure(req, trustProxy)
    const guest = sessions.guest(cookies, secure)
    const context: AnyContext = {
      req,
      cookies,
      secure,
      origin,
      params: req.params,
      query: textsOf(req.query),
      address: addressOf(req, trustProxy),
      guest,
      isHost: meansHost(saidOf(req), rule, guest) && sessions.isHost(cookies, secure, rule.quiet),
      body: {},
      raw: Buffer.alloc(0),
    }
    const tried = context.isHost ? undefined : trials.of(cookies[trialCookie])
    const pretend = tried && pretended[name]
    if (pretend) {
      if (changes) context.body = await bodyOf(req, limitOf(rule))
      await answer(res, pretend(context, tried.flow))
      return
    }
    await admit(options, rule, context)
    const payer = rule.costs && !context.isHost && { kind: rule.costs, who: guest?.owner ?? context.address }
    if (payer) mayAsk(options, payer)
    if (rule.raw) context.raw = await bytesOf(req, limitOf(rule))
    else if (changes && method !== 'DELETE') context.body = await bodyOf(req, limitOf(rule))
    const work: Handler = run[name]
    const done = await work(context)
    // Counted when it was right: what is refused uses up nobody's day.
    if (payer) await options.throttle.fail(payer.kind, payer.who, options.now().getTime())
    await answer(res, done)
  }

  const rendered = renderOnce(template)

  const page = async (req: Request, res: ServerResponse) => {
    const cookies = cookiesOf(req.headers.cookie)
    const published = trials.of(cookies[trialCookie]) ?? serving.current()
    const path = req.path.length > 1 && req.path.endsWith('/') ? req.path.slice(0, -1) : req.path
    const settings = await allSettings(store).then(toPublic, () => null)
    const states = await places.states().catch(() => noStates)
    const language = languageOf(textsOf(req.query).lang ?? '', req.headers['accept-language'])
    const known = Object.hasOwn(published.flow.steps, path) || isHostPath(path)
    if (known) called.set(req, path)
    const isNewHost = isAtHome(req, trustProxy) && !(await hasSignedIn(store).catch(() => true))
    const { body, brotli } = rendered({ published, settings, states, language, isFirst: path === '/', isNewHost })
    const isPacked = takes(req, 'br')
    const secure = isSecure(req, trustProxy)
    const isNew = sessions.visitor(cookies, secure) === undefined
    const sent = isPacked ? brotli() : body
    res.writeHead(known ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      'content-length': sent.length,
      'cache-control': 'no-store',
      vary: 'accept-language, accept-encoding, cookie',
      'content-security-policy': policy(accentIn(settings)),
      ...(isPacked && { 'content-encoding': 'br' }),
      ...(isNew && { 'set-cookie': sessions.visitorCookie(secure) }),
    })
    res.end(req.method === 'HEAD' ? undefined : sent)
  }

  const server = polka({
    onError: (error, _req, res) => {
      const { status, body, headers: more = {} } = failure(error)
      if (res.headersSent) return void res.destroy()
      json(res, status, body, { ...more, ...(status === 413 && { connection: 'close' }) })
    },
    onNoMatch: (req, res) => {
      const isCall = /^\/(?:api|healthz)(?:\/|$)/i.test(req.path)
      const reads = ['GET', 'HEAD'].includes(req.method)
      if (isCall || !reads) {
        const allowed = allowedAt(req.path)
        if (isCall && !allowed.length) throw new Refusal(404, say('server.nothing'))
        res.setHeader('allow', allowed.length ? allowed.join(', ') : 'GET, HEAD')
        throw new Refusal(405, say('server.method'))
      }
      if (req.path.startsWith('/assets/')) throw new Refusal(404, say('server.nothing'))
      return page(req, res)
    },
  })
  server.use((req, res, next) => {
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
    if (isSecure(req, trustProxy)) res.setHeader('strict-transport-security', 'max-age=31536000')
    const began = process.hrtime.bigint()
    // A line for each request: no query, no body, no address, and no path but our own.
    res.on('finish', () => {
      const milliseconds = Number((process.hrtime.bigint() - began) / 100_000n) / 10
      log(`${req.method} ${called.get(req) ?? '(unknown)'} ${res.statusCode} ${milliseconds} ms`)
    })
    return next()
  })
  server.use(async (req, _res, next) => {
    const { publicAddress } = await allSettings(store).catch(() => ({ publicAddress: '' }))
    if (!isOurHost(hostOf(req, trustProxy), publicAddress, isPublic)) throw new Refusal(421, say('server.host'))
    return next()
  })
  server.use((req, res, next) => {
    const reads = req.method === 'GET' || req.method === 'HEAD'
    const made = reads && (serving.asset(req.path) ?? trials.asset(req.path))
    if (made) {
      called.set(req, req.path)
      return sendFile(req, res, made)
    }
    // sirv pipes what it listed at the start and hears no error: a file that a build has taken away since is not there.
    if (!reads || !/^\/assets\/[\w.-]+$/.test(req.path) || !existsSync(join(assets, req.path))) return next()
    called.set(req, req.path)
    return built(req, res, () => void next())
  })
  // `/trial/end` leaves the draft; any other word leads to it while its hour lasts, and to no check-in afterwards.
  server.get('/trial/:word', (req, res) => {
    const word = req.params.word ?? ''
    called.set(req, '/trial/:word')
    if (word !== 'end' && !trials.of(word)) throw new Refusal(404, say('flow.trialOver'))
    const line = trialCookieLine(word === 'end' ? '' : word, isSecure(req, trustProxy))
    res.writeHead(303, { location: '/', 'set-cookie': line, 'cache-control': 'no-store' })
    res.end()
  })
  server.get('/assets/:name', async (req, res) => {
    const logo = logoFile((await allSettings(store)).logoUrl)
    if (!logo || logo.path !== req.path) throw new Refusal(404, say('server.nothing'))
    called.set(req, '/assets/logo')
    res.writeHead(200, {
      'content-type': logo.type,
      'content-length': logo.body.length,
      'cache-control': 'public,max-age=31536000,immutable',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    res.end(req.method === 'HEAD' ? undefined : logo.body)
  })
  for (const call of callTable) server.add(call.method, call.path, handle(call))
  // Polka makes the rest of a request's fields, and the way from handler to handler, from these two.
  return (req: IncomingMessage, res: ServerResponse): void => void Reflect.apply(server.handler, undefined, [req, res])
}
