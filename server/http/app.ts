import { existsSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import polka, { type Request } from 'polka'
import sirv from 'sirv'
import { calls } from '../api/calls'
import { cookiesOf } from '../auth/sessions'
import type { Kind } from '../auth/throttle'
import { hostPages } from '../flow/read'
import { say } from '../messages'
import { allSettings, toPublic } from '../settings/house'
import { logoFile } from '../settings/logo'
import { addressOf, bodyOf, bytesOf, failure, headers, isOurs, isSecure, json, originOf, Refusal } from './answers'
import { type Asking, type Call, type Kit, notFound, numberOf, recordOf, tooMany } from './call'
import { sendFile, takes } from './files'
import { languageOf, pageOf, policyOf } from './page'

export type Options = Kit & { assets: string; trustProxy: boolean; log: (line: string) => void }

const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const
const limitOf = ({ limit = 64_000 }: Call) => limit

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
const meansHost = (said: unknown, { who }: Call, guest: unknown) =>
  said === 'host' || (said !== 'guest' && (who === 'host' || !guest))

/** May whoever asks make this call? Refuses with 401 when nobody is known, 404 when the check-in is another's. */
const admit = async ({ store }: Kit, { who }: Call, { req, guest, isHost, params }: Asking) => {
  if (who === 'anyone' || isHost) return
  if (who === 'host' || !guest || saidOf(req) === 'host') throw new Refusal(401, say('server.unauthorized'))
  if (who !== 'owner') return
  const { owner } = recordOf(await store.checkin(numberOf({ params })))
  if (owner !== guest.owner) throw notFound()
}

/** Take one of an address's share for today; refuses (429) where it is used up. */
const spend = ({ throttle, now }: Kit, kind: Kind, address: string) => {
  const wait = throttle.wait(kind, address, now().getTime())
  if (wait) throw tooMany(wait)
  throttle.fail(kind, address, now().getTime())
}

const answer = (res: ServerResponse, { data, text, bytes, cookies, message }: Awaited<ReturnType<Call['run']>>) => {
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
  return json(
    res,
    200,
    text ?? { success: true, ...(data !== undefined && { data }), ...(message && { message }) },
    set,
  )
}

/** The web application on its parts: pages, files, the table of calls, and one place where failures become answers. */
export const app = (options: Options) => {
  const { store, serving, sessions, places, assets, trustProxy, log } = options
  const template = readFileSync(join(assets, '..', 'page.html'), 'utf8')
  const policy = policyOf(template)
  const built = sirv(assets, { etag: true, brotli: true, gzip: true, maxAge: 31_536_000, immutable: true })
  // What the log calls a request: the call's or the page's own path, never what someone has written in its place.
  const called = new WeakMap<object, string>()

  const handle = (call: Call) => async (req: Request, res: ServerResponse) => {
    called.set(req, call.path)
    const changes = call.method !== 'GET'
    const origin = originOf(req, trustProxy)
    if (((changes && !call.raw) || call.site) && !isOurs(req, origin)) throw new Refusal(403, say('server.foreign'))
    const cookies = cookiesOf(req.headers.cookie)
    const secure = isSecure(req, trustProxy)
    const guest = sessions.guest(cookies, secure)
    const asking: Asking = {
      req,
      cookies,
      secure,
      origin,
      params: req.params,
      query: textsOf(req.query),
      address: addressOf(req, trustProxy),
      guest,
      isHost: meansHost(saidOf(req), call, guest) && sessions.isHost(cookies, secure, call.quiet),
      body: {},
    }
    await admit(options, call, asking)
    if (call.costs && !asking.isHost) spend(options, call.costs, asking.address)
    if (call.raw) asking.raw = await bytesOf(req, limitOf(call))
    else if (changes && call.method !== 'DELETE') asking.body = await bodyOf(req, limitOf(call))
    answer(res, await call.run(asking))
  }

  const page = async (req: Request, res: ServerResponse) => {
    const published = serving.current()
    const path = req.path.length > 1 && req.path.endsWith('/') ? req.path.slice(0, -1) : req.path
    const settings = await allSettings(store).then(toPublic, () => null)
    const states = await places.states().catch(() => [])
    const language = languageOf(textsOf(req.query).lang ?? '', req.headers['accept-language'])
    const known = Object.hasOwn(published.flow.steps, path) || hostPages.includes(path)
    if (known) called.set(req, path)
    const text = pageOf(template, published, settings, language, path === '/', states)
    // Packed anew each time, so quickly.
    const isPacked = takes(req, 'br')
    const body = isPacked
      ? brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
      : Buffer.from(text)
    res.writeHead(known ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      'content-length': body.length,
      'cache-control': 'no-store',
      vary: 'accept-language, accept-encoding, cookie',
      'content-security-policy': policy,
      ...(isPacked && { 'content-encoding': 'br' }),
    })
    res.end(req.method === 'HEAD' ? undefined : body)
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
        const allowed = methods.filter(
          (method) => server.find(method, req.path).handlers.length > server.find('TRACE', req.path).handlers.length,
        )
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
    res.on('finish', () =>
      log(
        `${req.method} ${called.get(req) ?? '(unknown)'} ${res.statusCode} ${Number((process.hrtime.bigint() - began) / 100_000n) / 10} ms`,
      ),
    )
    return next()
  })
  server.use((req, res, next) => {
    const reads = req.method === 'GET' || req.method === 'HEAD'
    const made = reads && serving.asset(req.path)
    if (made) {
      called.set(req, req.path)
      return sendFile(req, res, made)
    }
    // sirv pipes what it listed at the start and hears no error: a file that a build has taken away since is not there.
    if (!reads || !/^\/assets\/[\w.-]+$/.test(req.path) || !existsSync(join(assets, req.path))) return next()
    called.set(req, req.path)
    return built(req, res, next as never)
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
  for (const call of calls(options)) server.add(call.method, call.path, handle(call) as never)
  return server
}
