import { createHash } from 'node:crypto'
import type { Middleware } from 'polka'
import { type Language, languageRow, languages } from '../../schema/languages'
import type { PrivacyNotice } from '../../src/core/data-protection/notice'
import { escapeMarkup } from '../../src/core/text/escape'
import type { WebOptions } from '../api/handlers'
import { allSettings } from '../settings/all-settings'
import { Refusal, say } from '../shared/messages'
import { languageOf } from './accepted-languages'
import { queryTexts } from './answer-call'
import { nameInLog } from './request-log'
import { bytes } from './responses'

const style = `:root{color-scheme:light dark}body{margin:0;background:#fff;color:#15232b;font:1rem/1.5 system-ui,sans-serif}
main{max-width:40rem;margin:0 auto;padding:1.5rem 1rem 3rem;overflow-wrap:anywhere}
h1{font-size:clamp(1.125rem,6.2vw,1.5rem)}h2{font-size:1.125rem;margin:1.5rem 0 .5rem}p{margin:.5rem 0}
nav{display:flex;flex-wrap:wrap;gap:.5rem 1rem}a{color:#0b5f77;min-height:44px;display:inline-flex;align-items:center}
small{color:#52646e}
@media screen and (prefers-color-scheme:dark){body{background:#10191e;color:#e6eef2}a{color:#7fd0e6}small{color:#9fb2bc}}`

const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`

const nameOf = (language: Language) => languageRow(language)!.name

const pageOf = ({ title, parts }: PrivacyNotice, language: Language, version: string, isOld: boolean) => {
  const others = languages.filter((code) => code !== language)
  const link = (code: Language) =>
    `<a lang="${code}" hreflang="${code}" href="?lang=${code}${isOld ? `&amp;v=${version}` : ''}">${escapeMarkup(nameOf(code))}</a>`
  const part = ({ heading, lines }: PrivacyNotice['parts'][number]) =>
    `<section><h2>${escapeMarkup(heading)}</h2>${lines.map((line) => `<p>${escapeMarkup(line)}</p>`).join('')}</section>`
  const head = [
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer"><link rel="icon" href="data:,">',
    `<title>${escapeMarkup(title)}</title><style>${style}</style>`,
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
    const body = Buffer.from(pageOf(found.pages[language], language, found.version, v !== undefined))
    bytes(req, res, body, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      vary: 'accept-language',
      'content-security-policy': policy,
    })
  }
