import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import polka, { type IOptions, type Middleware } from 'polka'
import { type Language, languageRow, languages } from '../../schema/languages'
import type { PrivacyNotice } from '../../src/core/data-protection/notice'
import { escapeMarkup } from '../../src/core/text/escape'
import { callTable, type WebOptions } from '../api/handlers'
import { allSettings } from '../settings/all-settings'
import { Refusal, say } from '../shared/messages'
import { callHandler, queryTexts } from './answer-call'
import { languageOf } from './caller'
import { files, inHostLanguage, logo, picture, trialDoor, underOurName, withHeaders } from './middleware'
import { logRequests, nameInLog } from './monitoring'
import { pageHandler } from './page'
import { answersReadiness, bytes, failureAnswer, json } from './responses'

const noticeStyle = `:root{color-scheme:light dark}body{margin:0;background:#fff;color:#15232b;font:1rem/1.5 system-ui,sans-serif}
main{max-width:40rem;margin:0 auto;padding:1.5rem 1rem 3rem;overflow-wrap:anywhere}
h1{font-size:clamp(1.125rem,6.2vw,1.5rem)}h2{font-size:1.125rem;margin:1.5rem 0 .5rem}p{margin:.5rem 0}
nav{display:flex;flex-wrap:wrap;gap:.5rem 1rem}a{color:#0b5f77;min-height:44px;display:inline-flex;align-items:center}
small{color:#52646e}
@media screen and (prefers-color-scheme:dark){body{background:#10191e;color:#e6eef2}a{color:#7fd0e6}small{color:#9fb2bc}}`

const noticePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(noticeStyle).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`

const noticeMarkup = ({ title, parts }: PrivacyNotice, language: Language, version: string, isOld: boolean) => {
  const others = languages.filter((code) => code !== language)
  const link = (code: Language) =>
    `<a lang="${code}" hreflang="${code}" href="?lang=${code}${isOld ? `&amp;v=${version}` : ''}">${escapeMarkup(languageRow(code)!.name)}</a>`
  const part = ({ heading, lines }: PrivacyNotice['parts'][number]) =>
    `<section><h2>${escapeMarkup(heading)}</h2>${lines.map((line) => `<p>${escapeMarkup(line)}</p>`).join('')}</section>`
  const head = [
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer"><link rel="icon" href="data:,">',
    `<title>${escapeMarkup(title)}</title><style>${noticeStyle}</style>`,
  ].join('')
  const body = [
    `<nav>${others.map(link).join('')}</nav><h1>${escapeMarkup(title)}</h1>`,
    ...parts.map(part),
    `<p><small>${version}</small></p>`,
  ].join('')
  return `<!doctype html><html lang="${language}"><head>${head}</head><body><main>${body}</main></body></html>`
}

/** Answers the privacy notice, the present one or a version (`v`). Refuses (404) an unknown version. */
export const noticePage =
  ({ store, notices }: WebOptions): Middleware =>
  async (req, res) => {
    nameInLog(req, '/privacy-notice')
    const { lang, v } = queryTexts(req.query)
    const language = languageOf(lang ?? '', req.headers['accept-language'])
    const found = v ? await notices.stored(v) : notices.current(await allSettings(store))
    if (!found) throw new Refusal(404, say('server.nothing'))
    const body = Buffer.from(noticeMarkup(found.pages[language], language, found.version, v !== undefined))
    bytes(req, res, body, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      vary: 'accept-language',
      'content-security-policy': noticePolicy,
    })
  }

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
      if (isCall && !allowed.length) throw new Refusal(404, say('server.nothing'))
      res.setHeader('allow', allowed.length ? allowed.join(', ') : 'GET, HEAD')
      throw new Refusal(405, say('server.method'))
    }
    if (req.path.startsWith('/assets/')) throw new Refusal(404, say('server.nothing'))
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
