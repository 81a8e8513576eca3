import { createHash } from 'node:crypto'
import { brotliCompressSync, constants } from 'node:zlib'
import { type Language, languages } from '../../schema/languages'
import { defaults, type PublicSettings } from '../../schema/settings'
import { accentOf, accentStyle } from '../../src/core/look/accent'
import { escapeMarkup } from '../../src/core/text/escape'
import type { PublishedFlow } from '../flow/assets'
import { toPublic } from '../settings/all-settings'
import { headers } from './responses'

/** The accepted languages by weight (RFC 9110, 12.5.4), without `q=0`. */
const accepted = (header: string) =>
  header
    .split(',')
    .map((part) => {
      const [, name = '', q = '1'] = /^\s*([a-z]{2})\b[^;]*(?:;\s*q=([\d.]+))?/i.exec(part) ?? []
      return { name: name.toLowerCase(), q: Number(q) || 0 }
    })
    .filter(({ name, q }) => name && q > 0)
    .sort((one, other) => other.q - one.q)
    .map(({ name }) => name)

/** Picks the page language: `?lang=`, then the first supported entry of Accept-Language, then English. */
export const languageOf = (query: string | undefined, header = ''): Language => {
  const wanted = [query ?? '', ...accepted(header)]
  return wanted.map((name) => languages.find((language) => language === name)).find(Boolean) ?? 'en'
}

const usualAccent = '#0e7490'

const hashOf = (style: string) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`

/** The content security policy, with the hashes of the page's styles. */
export const policyOf = (template: string) => {
  const [, style = ''] = /<style>([^]*?)<\/style>/.exec(template) ?? []
  const usual = `${headers['content-security-policy']}; style-src 'self' ${hashOf(style)}`
  return (accent: string) => (accent ? `${usual} ${hashOf(accent)}` : usual)
}

/** The house's own colours as a style; empty without any. */
export const accentIn = (settings: PublicSettings | null) => accentStyle(settings?.accentColour ?? '')

type PageParts = {
  published: PublishedFlow
  settings: PublicSettings | null
  states: readonly string[]
  language: Language
  isFirst: boolean
  /** Whether the whole journey is preloaded at once. */
  isWhole: boolean
  isHost: boolean
  isTrial: boolean
  /** Opened on the machine itself before the first sign-in. */
  isNewHost: boolean
}

const pageOf = (template: string, parts: PageParts) => {
  const { settings, language, isFirst, isWhole, isHost, isTrial, states, isNewHost } = parts
  const { words, files, host } = parts.published
  const say = (key: string) => escapeMarkup(words[language][key] ?? key)
  const start = JSON.stringify({
    files,
    host,
    language,
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
    .replaceAll('%later%', isWhole ? 'modulepreload' : 'later')
    .replace('%start%', () => start)
}

/** Renders each page once: thousands of requests get the same bytes. */
export const renderOnce = (template: string) => {
  let of: Pick<PageParts, 'published' | 'settings' | 'states'> | undefined
  let pages = new Map<string, { body: Buffer; brotli: () => Buffer }>()

  const render = (parts: PageParts) => {
    const body = Buffer.from(pageOf(template, parts))
    let packed: Buffer | undefined
    const brotli = () => (packed ??= brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
    return { body, brotli }
  }

  return (parts: PageParts) => {
    const { published, settings, states, language, isFirst, isWhole, isHost, isTrial, isNewHost } = parts
    if (of?.published !== published || of.settings !== settings || of.states !== states) {
      of = { published, settings, states }
      pages = new Map()
    }
    const name = `${language} ${isFirst} ${isWhole} ${isHost} ${isTrial} ${isNewHost}`
    const page = pages.get(name) ?? render(parts)
    pages.set(name, page)
    return page
  }
}
