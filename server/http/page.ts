import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Middleware, Request } from 'polka'
import { isHostPath } from '../../schema/host-pages'
import { type HostLanguage, type Language, languageRow, languages } from '../../schema/languages'
import { defaults, type PublicSettings } from '../../schema/settings'
import { linkCards } from '../../src/core/checkin/link-journeys'
import type { PrivacyNotice } from '../../src/core/data-protection/notice'
import { firstSteps } from '../../src/core/flow/arms'
import { withFurtherGuests } from '../../src/core/flow/further-guests'
import { accentOf, accentStyle } from '../../src/core/look/accent'
import { escapeMarkup } from '../../src/core/text/escape'
import type { WebOptions } from '../api/handlers'
import { hasSignedIn } from '../auth/host-sessions'
import { cookiesOf } from '../auth/sessions'
import type { PublishedFlow } from '../flow/assets'
import { allSettings, toPublic } from '../settings/all-settings'
import { mustExist } from '../shared/messages'
import { queryTexts, trialCookie } from './answer-call'
import { hostLanguageOf, isAtHome, isSecure, languageOf } from './caller'
import { acceptsBrotli } from './middleware'
import { nameInLog } from './monitoring'
import { bytes, cameraAllowed, headers } from './responses'

const usualAccent = '#0e7490'

const hashOf = (style: string) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`

/** Returns a function from the accent style to the content security policy, with the hashes of both styles. */
export const policyOf = (template: string) => {
  const [, style = ''] = /<style>([^]*?)<\/style>/.exec(template) ?? []
  const usual = `${headers['content-security-policy']}; style-src 'self' ${hashOf(style)}`
  return (accent: string) => (accent ? `${usual} ${hashOf(accent)}` : usual)
}

/** Returns the house's colours as a style element; empty without any. */
export const accentIn = (settings: PublicSettings | null) => accentStyle(settings?.accentColour ?? '')

type PageParts = {
  published: PublishedFlow
  settings: PublicSettings | null
  states: readonly string[]
  language: Language
  hostLanguage: HostLanguage
  isFirst: boolean
  /** Whether the whole journey is preloaded at once. */
  isWhole: boolean
  isHost: boolean
  isTrial: boolean
  /** Opened on the machine itself before the first sign-in. */
  isNewHost: boolean
}

const pageOf = (template: string, parts: PageParts) => {
  const { settings, language, hostLanguage, isFirst, isWhole, isHost, isTrial, states, isNewHost } = parts
  const { words, files, host, hostWords } = parts.published
  const say = (key: string) => escapeMarkup(words[language][key] ?? key)
  const start = JSON.stringify({
    files,
    host,
    hostWords,
    language,
    hostLanguage,
    settings: settings ?? toPublic(defaults),
    known: settings !== null,
    ...(states.length && { states }),
    ...(isNewHost && { isNewHost }),
  }).replace(/</g, '\\u003c')
  const { logoUrl: logo, companyName = '' } = settings ?? {}
  const name = escapeMarkup(companyName)
  const picture = (as: string) => (logo ? `<img${as} src="${escapeMarkup(logo)}" alt="">` : '')
  const mark = picture('') + name
  const accent = accentIn(settings)
  const { light } = accentOf((accent && settings?.accentColour) || usualAccent)
  return template
    .replace(/%first%([^]*?)%rest%([^]*?)%end%/, isFirst ? '$1' : '$2')
    .replace(/%ofHost%([^]*?)%ofHostEnd%/, isHost ? '$1' : '')
    .replace(/%onTrial%([^]*?)%onTrialEnd%/, isTrial ? '$1' : '')
    .replace(/%door%([^]*?)%doorEnd%/, isNewHost ? '$1' : '')
    .replace(/%say:([^%]+)%/g, (_, key: string) => say(key))
    .replace('%logo%', () => picture(' class="logo"'))
    .replace('%greeting%', () => (name ? say('/.greeting').replace('{house}', () => name) : say('/.welcome')))
    .replace('%brand%', () => `<p class="brand">${mark || say('/.title')}</p>`)
    .replace(/ aria-current="%chosen:(\w+)%"/g, (_, one: string) => (one === language ? ' aria-current="true"' : ''))
    .replace('%accent%', () => accent && `<style>${accent}</style>`)
    .replace('%theme%', light.accent)
    .replaceAll('%language%', language)
    .replace('%flow%', files[language].first)
    .replace('%flowRest%', files[language].rest)
    .replace('%hostFile%', host)
    .replace('%hostWords%', hostWords[hostLanguage])
    .replaceAll('%later%', isWhole ? 'modulepreload' : 'later')
    .replace('%start%', () => start)
}

/** Caches rendered pages: thousands of requests get the same bytes. */
const renderOnce = (template: string) => {
  let of: Pick<PageParts, 'published' | 'settings' | 'states'> | undefined
  let pages = new Map<string, { body: Buffer; brotli: () => Buffer }>()

  const render = (parts: PageParts) => {
    const body = Buffer.from(pageOf(template, parts))
    let packed: Buffer | undefined
    const brotli = () => (packed ??= brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
    return { body, brotli }
  }

  return (parts: PageParts) => {
    const { published, settings, states, language, hostLanguage, isFirst, isWhole, isHost, isTrial, isNewHost } = parts
    if (of?.published !== published || of.settings !== settings || of.states !== states) {
      of = { published, settings, states }
      pages = new Map()
    }
    const name = `${language} ${hostLanguage} ${isFirst} ${isWhole} ${isHost} ${isTrial} ${isNewHost}`
    const page = pages.get(name) ?? render(parts)
    pages.set(name, page)
    return page
  }
}

const noStates: readonly string[] = []

/** If the store fails, the page is shown without settings. */
const partsOf = async ({ store, places, trustProxy }: WebOptions, req: Request) => ({
  settings: await allSettings(store).then(toPublic, () => null),
  states: await places.states().catch(() => noStates),
  isNewHost: isAtHome(req, trustProxy) && !(await hasSignedIn(store).catch(() => true)),
})

/** Answers the page: 200 for the address of a step or host page, else 404. */
export const pageHandler = (options: WebOptions) => {
  const { serving, trials, sessions, trustProxy } = options
  const template = readFileSync(join(options.assets, '..', 'page.html'), 'utf8')
  const policy = policyOf(template)
  const rendered = renderOnce(template)
  return async (req: Request, res: ServerResponse) => {
    const cookies = cookiesOf(req.headers.cookie)
    const secure = isSecure(req, trustProxy)
    const tried = trials.of(cookies[trialCookie(secure)])
    const published = tried ?? serving.current()
    const path = req.path.length > 1 && req.path.endsWith('/') ? req.path.slice(0, -1) : req.path
    const isHost = isHostPath(path)
    const hostLanguage = hostLanguageOf(cookies, req.headers)
    const guestLanguage = languageOf(queryTexts(req.query).lang ?? '', req.headers['accept-language'])
    const isPage = Object.hasOwn(withFurtherGuests(published.flow).steps, path) || isHost || linkCards.includes(path)
    const parts = await partsOf(options, req)
    if (isPage) nameInLog(req, path)
    const isPacked = acceptsBrotli(req)
    const isNew = sessions.visitor(cookies, secure) === undefined
    // A returning guest may be in the middle of the journey.
    const isWhole = !isNew || !firstSteps(published.flow).includes(path)
    const { body, brotli } = rendered({
      ...parts,
      published,
      language: isHost ? hostLanguage : guestLanguage,
      hostLanguage,
      isFirst: path === '/',
      isWhole,
      isHost,
      isTrial: Boolean(tried) && !isHost,
    })
    const answer = {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      vary: 'accept-language, accept-encoding, cookie',
      'content-security-policy': policy(accentIn(parts.settings)),
      ...(parts.settings?.readDocuments && !isHost && { 'permissions-policy': cameraAllowed }),
      ...(isPacked && { 'content-encoding': 'br' }),
      ...(isNew && { 'set-cookie': sessions.visitorCookie(secure) }),
    }
    bytes(req, res, isPacked ? brotli() : body, answer, isPage ? 200 : 404)
  }
}

const noticeStyle = `:root{color-scheme:light dark}body{margin:0;background:#fff;color:#15232b;font:1rem/1.5 system-ui,sans-serif}
main{max-width:40rem;margin:0 auto;padding:1.5rem 1rem 3rem;overflow-wrap:anywhere}
h1{font-size:clamp(1.125rem,6.2vw,1.5rem)}h2{font-size:1.125rem;margin:1.5rem 0 .5rem}p{margin:.5rem 0}
nav{display:flex;flex-wrap:wrap;gap:.5rem 1rem}a{color:#0b5f77;min-height:44px;display:inline-flex;align-items:center}
small{color:#52646e}
@media screen and (prefers-color-scheme:dark){body{background:#10191e;color:#e6eef2}a{color:#7fd0e6}small{color:#9fb2bc}}`

const noticePolicy = `default-src 'none'; style-src ${hashOf(noticeStyle)}; base-uri 'none'; frame-ancestors 'none'`

const noticeMarkup = (
  { title, parts }: PrivacyNotice,
  language: Language,
  back: string,
  version: string,
  isOld: boolean,
) => {
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
    `<p><a href="/">${escapeMarkup(back)}</a></p><p><small>${version}</small></p>`,
  ].join('')
  return `<!doctype html><html lang="${language}"><head>${head}</head><body><main>${body}</main></body></html>`
}

/** Answers the privacy notice, the present one or a version (`v`). Refuses (404) an unknown version. */
export const noticePage =
  ({ store, notices, serving }: WebOptions): Middleware =>
  async (req, res) => {
    nameInLog(req, '/privacy-notice')
    const { lang, v } = queryTexts(req.query)
    const language = languageOf(lang ?? '', req.headers['accept-language'])
    const found = mustExist(v ? await notices.stored(v) : notices.current(await allSettings(store)), 'server.nothing')
    const back = serving.current().notices[language]['notice.back']!
    const body = Buffer.from(noticeMarkup(found.pages[language], language, back, found.version, v !== undefined))
    bytes(req, res, body, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      vary: 'accept-language',
      'content-security-policy': noticePolicy,
    })
  }
