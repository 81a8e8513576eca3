import type { Draft } from '../../../schema/checkin'
import type { Flow } from '../../../schema/steps'
import { type Cleaner, cleanerNames as order } from '../../../schema/vocabulary'
import { definitionOf } from './fields'

/** The functions that normalise typed text, by the names of `steps.json`. */
export const cleaners: Record<Cleaner, (text: string) => string> = {
  letters: (text) =>
    text
      .replace(/[’‘`´]/g, "'")
      .replace(/[-‐-―−]+/g, '-')
      .replace(/[_.,]+/g, ' ')
      .replace(/[^\p{L}\p{M}\p{Nd} '-]/gu, ''),
  upper: (text) => text.replace(/ß/g, 'SS').toLocaleUpperCase('it'),
  noSpaces: (text) => text.replace(/\s+/g, ''),
  digits: (text) => text.replace(/[^0-9]/g, ''),
  alphanumeric: (text) => text.replace(/[^\p{L}\p{Nd}]/gu, ''),
}

/**
 * Returns text after the named cleaners. The order of the list makes a second cleaning change nothing. Text longer than
 * `maxLength` stays, so that the check can report it.
 */
export const clean = (names: readonly Cleaner[] = [], text: string) =>
  order.filter((name) => names.includes(name)).reduce((sofar, name) => cleaners[name](sofar), text)

/** Returns a telephone number without its own prefix. Another country's keeps the `+`, so that the check reports it. */
export const nationalNumber = (text: string, prefix = '') => {
  const abroad = /^\s*(\+|00)/.test(text)
  const digits = cleaners.digits(text.replace(/^\s*00/, ''))
  const prefixDigits = prefix.slice(1)
  if (!abroad) return digits
  return prefixDigits && digits.startsWith(prefixDigits) ? digits.slice(prefixDigits.length) : `+${digits}`
}

/** Returns a text without outer blanks and with single inner ones; line breaks stay. */
export const trimmed = (text: string) => text.replace(/[^\S\n]+/g, ' ').trim()

/**
 * Returns the answers of a request, normalised as on a card. An answer that would lose every character stays for the
 * schema to report; telephone numbers stay because their check needs the prefix.
 */
export const cleanedAnswers = (flow: Pick<Flow, 'fields'>, answers: Draft): Draft => {
  const cleaned: Draft = {}
  for (const field in answers) {
    const value = answers[field] ?? ''
    const { control, clean: names } = definitionOf(flow, field) ?? {}
    cleaned[field] = (control !== 'phone' && names && trimmed(clean(names, value))) || value
  }
  return cleaned
}
