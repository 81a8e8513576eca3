import type { IncomingHttpHeaders } from 'node:http'
import { type HostLanguage, hostLanguage, hostLanguageCookie, type Language, languages } from '../../schema/languages'

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

/** Picks the host's language: the cookie's choice, then the first supported entry of Accept-Language, then Italian. */
export const hostLanguageOf = (
  cookies: { readonly [name: string]: string },
  headers: Pick<IncomingHttpHeaders, 'accept-language'>,
): HostLanguage => {
  const wanted = [cookies[hostLanguageCookie], ...accepted(headers['accept-language'] ?? '')]
  return wanted.map(hostLanguage).find(Boolean) ?? 'it'
}
