import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import polka, { type IOptions, type Middleware } from 'polka'
import { callTable, type WebOptions } from '../api/handlers'
import { allSettings } from '../settings/all-settings'
import { notFound, Refusal, say } from '../shared/messages'
import { callHandler } from './answer-call'
import { files, inHostLanguage, logo, picture, trialDoor, underOurName, withHeaders } from './middleware'
import { logRequests, nameInLog } from './monitoring'
import { noticePage, pageHandler } from './page'
import { answersReadiness, bytes, failureAnswer, json } from './responses'

const icon = (size: number) => ({
  src: `/assets/host-icon-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose: 'any maskable',
})

/** Answers the manifest of the host's pages, which makes them installable. */
const manifest =
  ({ store }: WebOptions): Middleware =>
  async (req, res) => {
    nameInLog(req, '/host.webmanifest')
    const { companyName } = await allSettings(store)
    const content = JSON.stringify({
      id: '/admin',
      name: companyName ? `${companyName} · Benvenuto` : 'Benvenuto',
      short_name: companyName.slice(0, 12) || 'Benvenuto',
      start_url: '/admin-today',
      scope: '/',
      display: 'standalone',
      background_color: '#ffffff',
      theme_color: '#0e7490',
      icons: [icon(192), icon(512)],
    })
    bytes(req, res, Buffer.from(content), {
      'content-type': 'application/manifest+json; charset=utf-8',
      'cache-control': 'no-cache',
    })
  }

/** Answers the service worker of the host's pages, at the root because its scope is `/admin…`. */
const hostWorker = ({ assets }: WebOptions): Middleware => {
  const path = join(assets, 'assets', 'host-worker.js')
  return (req, res) => {
    nameInLog(req, '/host-worker.js')
    bytes(req, res, readFileSync(path), {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
    })
  }
}

const patterns = callTable.map(({ method, path }) => ({
  method,
  path: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`, 'i'),
}))

/** The names of calls. No request for a path with parameters has one. */
const names = new Set<string>(callTable.map(({ name }) => name))

const allowedAt = (asked: string) => patterns.filter(({ path }) => path.test(asked)).map(({ method }) => method)

const onError: NonNullable<IOptions['onError']> = (error, _req, res) => {
  const { status, body, headers: more = {} } = failureAnswer(error)
  if (res.headersSent) return void res.destroy()
  json(res, status, body, { ...more, ...(status === 413 && { connection: 'close' }) })
}

const otherwise =
  (page: Middleware): Middleware =>
  (req, res, next) => {
    const isCall = /^\/(?:api|healthz)(?:\/|$)/i.test(req.path)
    const reads = ['GET', 'HEAD'].includes(req.method)
    if (isCall || !reads) {
      const allowed = allowedAt(req.path)
      if (isCall && !allowed.length) throw notFound('server.nothing')
      res.setHeader('allow', allowed.length ? allowed.join(', ') : 'GET, HEAD')
      throw new Refusal(405, say('server.method'))
    }
    if (req.path.startsWith('/assets/')) throw notFound('server.nothing')
    return page(req, res, next)
  }

/** Returns the request listener of the web application. */
export const app = (options: WebOptions) => {
  const server = polka({ onError, onNoMatch: otherwise(pageHandler(options)) })
  server.use(logRequests(options.log), withHeaders(options), inHostLanguage, underOurName(options), files(options))
  server.get('/trial/:word', trialDoor(options))
  server.get('/host.webmanifest', manifest(options))
  server.get('/host-worker.js', hostWorker(options))
  server.get('/privacy-notice', noticePage(options))
  server.get('/assets/:name', logo(options))
  server.get('/pictures/:name', picture(options))
  const handle = callHandler(options)
  for (const call of callTable) server.add(call.method, call.path, handle(call))
  // Trouter tries the pattern of every route, so the routes of calls without parameters are cached.
  const find = server.find.bind(server)
  const found = new Map<string, ReturnType<typeof find>>()
  server.find = (method, path) => {
    const handlers = found.get(method + path) ?? find(method, path)
    if (names.has(`${method} ${path}`)) found.set(method + path, handlers)
    return handlers
  }
  const isReady = async () => {
    await options.store.health()
    return true
  }
  return (req: IncomingMessage, res: ServerResponse): void => {
    // Polka derives its request fields from these two.
    if (!answersReadiness(req, res, isReady)) Reflect.apply(server.handler, undefined, [req, res])
  }
}
