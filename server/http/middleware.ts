import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Middleware, Request } from 'polka'
import sirv from 'sirv'
import type { WebOptions } from '../api/handlers'
import { cookiesOf } from '../auth/sessions'
import type { Asset } from '../flow/assets'
import { logoFile, pictureFile } from '../pictures/pictures'
import { allSettings } from '../settings/all-settings'
import { inLanguage, mustExist, notFound, Refusal, say } from '../shared/messages'
import { trialCookieLine } from './answer-call'
import { hostLanguageOf, hostOf, isOurHost, isSecure } from './caller'
import { nameInLog } from './monitoring'
import { bytes, headers } from './responses'

/** Returns whether a browser accepts Brotli. */
export const acceptsBrotli = (req: IncomingMessage) =>
  String(req.headers['accept-encoding'] ?? '')
    .split(',')
    .some((part) => part.trim().toLowerCase().split(';')[0] === 'br' && !/;\s*q=0(?:\.0*)?$/.test(part.trim()))

/** Answers a generated file, cached for ever: changed content has a new name. */
export const sendFile = (req: IncomingMessage, res: ServerResponse, file: Asset) => {
  const isPacked = acceptsBrotli(req)
  const body = isPacked ? file.brotli : file.body
  bytes(req, res, body, {
    'content-type': `${file.type}; charset=utf-8`,
    'cache-control': 'public,max-age=31536000,immutable',
    vary: 'accept-encoding',
    ...(isPacked && { 'content-encoding': 'br' }),
  })
}

const always = Object.entries(headers)

/** Sets the headers of every answer. */
export const withHeaders =
  ({ trustProxy }: WebOptions): Middleware =>
  (req, res, next) => {
    for (const [name, value] of always) res.setHeader(name, value)
    if (isSecure(req, trustProxy)) res.setHeader('strict-transport-security', 'max-age=31536000')
    return next()
  }

/** Answers the calls of the host's pages in the host's language; the default is Italian. */
export const inHostLanguage: Middleware = (req, _res, next) =>
  req.headers['x-as'] === 'host'
    ? inLanguage(hostLanguageOf(cookiesOf(req.headers.cookie), req.headers), async () => next())
    : next()

/** Refuses (421) a request for another host name. */
export const underOurName =
  ({ store, trustProxy, isPublic = trustProxy, name }: WebOptions): Middleware =>
  async (req, _res, next) => {
    if (name) return next()
    const { publicAddress } = await allSettings(store).catch(() => ({ publicAddress: '' }))
    if (!isOurHost(hostOf(req, trustProxy), publicAddress, isPublic)) throw new Refusal(421, say('server.host'))
    return next()
  }

/** Answers files of the flow, of a trial, and of the build. */
export const files = ({ assets, serving, trials }: WebOptions): Middleware => {
  const built = sirv(assets, { etag: true, brotli: true, gzip: true, maxAge: 31_536_000, immutable: true })
  return (req, res, next) => {
    const reads = req.method === 'GET' || req.method === 'HEAD'
    const asset = reads && (serving.asset(req.path) ?? trials.asset(req.path))
    if (asset) {
      nameInLog(req, req.path)
      return sendFile(req, res, asset)
    }
    // sirv does not handle stream errors: it must not get a file that a build has removed.
    if (!reads || !/^\/assets\/[\w.-]+$/.test(req.path) || !existsSync(join(assets, req.path))) return next()
    nameInLog(req, req.path)
    return built(req, res, () => void next())
  }
}

/** `/trial/WORD` opens a draft for an hour, `/trial/end` leaves it. */
export const trialDoor =
  ({ trials, trustProxy }: WebOptions): Middleware =>
  (req, res) => {
    const word = req.params.word ?? ''
    nameInLog(req, '/trial/:word')
    if (word !== 'end' && !trials.of(word)) throw notFound('flow.trialOver')
    const line = trialCookieLine(word === 'end' ? '' : word, isSecure(req, trustProxy))
    res.writeHead(303, { location: '/', 'set-cookie': line, 'cache-control': 'no-store' })
    res.end()
  }

const answerPicture = (
  req: Request,
  res: ServerResponse,
  { type, body }: { type: string; body: Buffer },
  cacheControl: string,
) => {
  bytes(req, res, body, {
    'content-type': type,
    'cache-control': cacheControl,
    'content-security-policy': "default-src 'none'; sandbox",
  })
}

/** Answers a picture of the house's folder, cached for ten minutes. */
export const picture =
  ({ dir }: WebOptions): Middleware =>
  async (req, res) => {
    nameInLog(req, '/pictures/:name')
    const file = mustExist(await pictureFile(dir, req.params.name ?? ''), 'server.nothing')
    answerPicture(req, res, file, 'public,max-age=600')
  }

/** Answers the logo at the address of its content. */
export const logo =
  ({ store }: WebOptions): Middleware =>
  async (req, res) => {
    const file = logoFile((await allSettings(store)).logoUrl)
    if (!file || file.path !== req.path) throw notFound('server.nothing')
    nameInLog(req, '/assets/logo')
    answerPicture(req, res, file, 'public,max-age=31536000,immutable')
  }
