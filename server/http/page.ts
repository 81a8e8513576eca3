import { createHash } from 'node:crypto'
import { type Language, languages } from '../../schema/languages'
import { defaults, type PublicSettings } from '../../schema/settings'
import { escapeMarkup } from '../../src/core/text/escape'
import type { Published } from '../flow/assets'
import { toPublic } from '../settings/settings'
import { headers } from './answers'

/** The language of a page: the address's, else the first of the browser's that we speak, else English. */
export const languageOf = (query: string | undefined, accepted = ''): Language => {
  const wanted = [query ?? '', ...accepted.split(',').map((part) => part.trim().slice(0, 2).toLowerCase())]
  return wanted.map((name) => languages.find((language) => language === name)).find(Boolean) ?? 'en'
}

/** The policy of the page: everybody's, and the one style that stands in it, known by its hash. */
export const policyOf = (template: string) => {
  const [, style = ''] = /<style>([^]*?)<\/style>/.exec(template) ?? []
  return `${headers['content-security-policy']}; style-src 'self' 'sha256-${createHash('sha256').update(style).digest('base64')}'`
}

/** What the page has in place of its tokens, `states` being those that only an imported table has: `%card:first%…%end%` parts are kept for the first card alone, `%say:key%` are words. */
export const pageOf = (
  template: string,
  { words, files, host }: Published,
  settings: PublicSettings | null,
  language: Language,
  isFirst: boolean,
  states: readonly string[] = [],
) => {
  const say = (key: string) => escapeMarkup(words[language][key] ?? key)
  const start = JSON.stringify({
    files,
    host,
    language,
    settings: settings ?? toPublic(defaults),
    known: settings !== null,
    ...(states.length && { states }),
  }).replace(/</g, '\\u003c')
  const { logoUrl: logo, companyName = '' } = settings ?? {}
  const name = escapeMarkup(companyName)
  const picture = (as: string) => (logo ? `<img${as} src="${escapeMarkup(logo)}" alt="${name}">` : '')
  const mark = picture('') || name
  return template
    .replace(/%first%([^]*?)%rest%([^]*?)%end%/, isFirst ? '$1' : '$2')
    .replace(/%say:([^%]+)%/g, (_, key: string) => say(key))
    .replace('%logo%', () => picture(' class="logo"'))
    .replace('%greeting%', () => (name ? say('/.greeting').replace('{house}', () => name) : say('/.welcome')))
    .replace('%brand%', () => mark && `<p class="brand">${mark}</p>`)
    .replace('%language%', language)
    .replace('%flow%', files[language])
    .replace('%start%', () => start)
}
