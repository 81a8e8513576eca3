import { languages, localeOf } from '../../../schema/languages'
import { isCalendar } from './dates'

const lettersOnly = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase()
const written = new Map<string, string[]>()

/** Returns the names of the months. Cached: making them takes milliseconds, and every typed letter needs them. */
const namesIn = (language: string) => {
  const monthNames = () => {
    const { format } = new Intl.DateTimeFormat(language, { month: 'long' })
    return Array.from({ length: 12 }, (_, i) => lettersOnly(format(new Date(2000, i, 15))))
  }
  return written.get(language) ?? written.set(language, monthNames()).get(language)!
}

/** Austria has its own word for January. */
const monthLanguages = [...languages, 'de-AT']

/** Returns a month's number by its name or its beginning in any language: none means two months in two languages. */
export const monthNumber = (typed: string): string | undefined => {
  const word = lettersOnly(typed)
  if (word.length < 3) return undefined
  const months = monthLanguages.flatMap((language) =>
    namesIn(language).flatMap((name, i) => (name.startsWith(word) ? [i + 1] : [])),
  )
  return new Set(months).size === 1 ? String(months[0]) : undefined
}

/** Words in and before a date, as in `el 12 de mayo de 1980`. */
const around = /\b(am|de|del|el|il|le|of|on|the)\b/giu

/** The orders of a date, with the positions of day, month and year. */
const orders: [RegExp, [day: number, month: number, year: number]][] = [
  [/^(\d{4})\D(\d{1,2})\D(\d{1,2})(?:[T\s].*)?$/u, [3, 2, 1]],
  [/^(\d{1,2})[^\p{L}\p{N}]+(\d{1,2})[^\p{L}\p{N}]+(\d{4})$/u, [1, 2, 3]],
  [/^(\d\d)([01]\d)((?:19|20)\d\d)$/u, [1, 2, 3]],
  [/^(\d{1,2})(?:st|nd|rd|th|er|º|ª)?[^\p{L}\p{N}]*([\p{L}\p{M}]{3,})[^\p{L}\p{N}]*(\d{4})$/iu, [1, 2, 3]],
  [/^([\p{L}\p{M}]{3,})[^\p{L}\p{N}]*(\d{1,2})(?:st|nd|rd|th)?[^\p{L}\p{N}]+(\d{4})$/iu, [2, 1, 3]],
]

/** Returns day, month and year of a date (`12/05/1980`, `1980-05-12`, `12 May 1980`) as digits, or undefined. */
export const dateParts = (text: string): [string, string, string] | undefined => {
  // Dictation ends with a full stop.
  const plain = text.replace(around, ' ').replace(/\s+/g, ' ').trim().replace(/\.$/, '')
  for (const [order, places] of orders) {
    const found = order.exec(plain)
    if (!found) continue
    const [day, month, year] = places.map((place) => found[place]!) as [string, string, string]
    const number = /^\d/.test(month) ? month : monthNumber(month)
    if (number) return [day, number, year]
  }
  return undefined
}

/** Returns a day as `format` writes it in a language; in French the first of a month is "1er", which Intl lacks. */
export const dayWritten = (format: Intl.DateTimeFormat, day: Date, language: string): string => {
  const text = format.format(day)
  return language === 'fr' ? text.replace(/\b1(?= \p{L})/u, '1er') : text
}

/** Returns a day with its weekday, as a language writes it in a sentence; other text stays. */
export const dateInText = (date: string, language: string) => {
  if (!isCalendar(date)) return date
  const format = new Intl.DateTimeFormat(localeOf(language), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return dayWritten(format, new Date(`${date}T00:00:00Z`), language)
}

/** Returns a day with its weekday, as a language begins a line with it; other text stays. */
export const longDate = (date: string, language: string) => {
  const written = dateInText(date, language)
  return isCalendar(date) ? written[0]!.toUpperCase() + written.slice(1) : written
}

/** A day `YYYY-MM-DD`: its year, month and day. */
const iso = /^(\d{4})-(\d{2})-(\d{2})$/

/** Returns a date as `dd/mm/yyyy`; other text stays. */
export const italian = (date: string): string =>
  iso.test(date) ? `${date.slice(8)}/${date.slice(5, 7)}/${date.slice(0, 4)}` : date

/** The figures of a date by language; the others write as Italian does. */
const dateFigures: { readonly [language: string]: string } = { de: '$3.$2.$1' }

/** Returns a date as a language writes it in figures, `dd/mm/yyyy` or `dd.mm.yyyy`; other text stays. */
export const shortDate = (date: string, language: string): string =>
  date.replace(iso, dateFigures[language] ?? '$3/$2/$1')

/** Returns a date as `yyyymmdd`; other text stays. */
export const compact = (date: string): string => (iso.test(date) ? date.replaceAll('-', '') : date)

/** Returns a date as `YYYY-MM-DD` from ISO with a time, or from day/month/year. */
export const isoDate = (text: string): string | undefined => {
  const [, day = '', month = '', year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? []
  const date = year
    ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    : text.replace(/^(\d{4}-\d{2}-\d{2})[T ].*$/, '$1')
  return isCalendar(date) ? date : undefined
}
