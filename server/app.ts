import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import polka, { type Request } from 'polka'
import sirv from 'sirv'
import { calls, type Asking, type Call, type Kit } from './calls'
import { hostPages } from './flow'
import { addressOf, bodyOf, failure, headers, isOurs, isSecure, json, originOf, Refusal } from './http'
import { allSettings, toPublic } from './house'
import { languageOf, pageOf } from './page'
import { cookiesOf } from './session'

export type Options = Kit & { assets: string; trustProxy: boolean; log: (line: string) => void }

const limitOf = ({ limit = 64_000 }: Call) => limit

/** May whoever asks make this call? Refuses with 401 when nobody is known, 404 when the check-in is another's. */
const admit = async ({ store }: Kit, { who }: Call, { guest, isHost, params }: Asking) => {
  if (who === 'anyone' || isHost) return
  if (who === 'host' || !guest) throw new Refusal(401, 'Accesso non autorizzato')
  if (who !== 'owner') return
  const record = /^[1-9][0-9]{0,14}$/.test(params.id ?? '') ? await store.checkin(Number(params.id)) : undefined
  if (!record || record.owner !== guest.owner) throw new Refusal(404, 'Check-in non trovato')
}

const answer = (res: ServerResponse, { data, text, bytes, cookies, message }: Awaited<ReturnType<Call['run']>>) => {
  const set: Record<string, string[]> = cookies ? { 'set-cookie': cookies } : {}
  if (bytes) {
    res.writeHead(200, { 'content-type': bytes.type, 'content-disposition': `attachment; filename="${bytes.name}"`, 'cache-control': 'no-store', ...set })
    return res.end(bytes.body)
  }
  return json(res, 200, text ?? { success: true, ...(data !== undefined && { data }), ...(message && { message }) }, set)
}

/** The web application on its parts: pages, files, the table of calls, and one place where failures become answers. */
export const app = (options: Options) => {
  const { store, serving, sessions, assets, trustProxy, log } = options
  const template = readFileSync(join(assets, '..', 'page.html'), 'utf8')
  const files = sirv(assets, { etag: true, brotli: true, gzip: true, maxAge: 31_536_000, immutable: true })

  const handle = (call: Call) => async (req: Request, res: ServerResponse) => {
    const changes = call.method !== 'GET'
    if ((changes || call.site) && !isOurs(req, originOf(req, trustProxy))) throw new Refusal(403, 'Richiesta non ammessa')
    const cookies = cookiesOf(req.headers.cookie)
    const secure = isSecure(req, trustProxy)
    const asking: Asking = {
      req, cookies, secure, params: req.params, query: { ...req.query }, address: addressOf(req, trustProxy),
      guest: sessions.guest(cookies, secure), isHost: sessions.isHost(cookies, secure), body: {},
    }
    await admit(options, call, asking)
    if (changes && call.method !== 'DELETE') asking.body = await bodyOf(req, limitOf(call))
    answer(res, await call.run(asking))
  }

  const page = async (req: Request, res: ServerResponse) => {
    const published = serving.current()
    const path = req.path.replace(/\/+$/, '') || '/'
    const settings = await allSettings(store).then(toPublic, () => null)
    const language = languageOf(String(req.query?.lang ?? ''), req.headers['accept-language'])
    const known = path in published.flow.steps || hostPages.includes(path)
    const body = pageOf(template, published, settings, language, path === '/')
    res.writeHead(known ? 200 : 404, { 'content-type': 'text/html; charset=utf-8', 'content-length': Buffer.byteLength(body), 'cache-control': 'no-store', vary: 'accept-language, cookie' })
    res.end(req.method === 'HEAD' ? undefined : body)
  }

  const server = polka({
    onError: (error, _req, res) => {
      const { status, body, headers: more = {} } = failure(error)
      if (res.headersSent) return void res.destroy()
      json(res, status, body, { ...more, ...(status === 413 && { connection: 'close' }) })
    },
    onNoMatch: (req, res) => {
      if (req.method !== 'GET' && req.method !== 'HEAD') throw new Refusal(405, 'Metodo non ammesso')
      if (req.path.startsWith('/api/') || req.path.startsWith('/assets/')) throw new Refusal(404, 'Non trovato')
      return page(req, res)
    },
  })
  server.use((req, res, next) => {
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
    if (isSecure(req, trustProxy)) res.setHeader('strict-transport-security', 'max-age=31536000')
    const began = process.hrtime.bigint()
    // A line for each request: no query, no body, no address, and of a check-in's path no number.
    res.on('finish', () => log(`${req.method} ${req.path.replace(/\d+/g, '#').slice(0, 80)} ${res.statusCode} ${Number((process.hrtime.bigint() - began) / 100_000n) / 10} ms`))
    return next()
  })
  server.use('/assets', (req, res, next) => {
    const file = req.method === 'GET' || req.method === 'HEAD' ? serving.asset(`/assets${req.path}`) : undefined
    if (!file) return next()
    const packed = /\bbr\b/.test(String(req.headers['accept-encoding'] ?? ''))
    const body = packed ? file.brotli : file.body
    res.writeHead(200, { 'content-type': `${file.type}; charset=utf-8`, 'content-length': body.length, 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding', ...(packed && { 'content-encoding': 'br' }) })
    res.end(req.method === 'HEAD' ? undefined : body)
  })
  server.use(files as never)
  for (const call of calls(options)) server.add(call.method, call.path, handle(call) as never)
  return server
}
