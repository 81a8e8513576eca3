import type { Draft } from '../../../schema/checkin'
import type { Flow } from '../../../schema/steps'
import { type Cleaner, cleanerNames as order } from '../../../schema/vocabulary'
import { definitionOf } from './fields'

/**
 * Returns the text of a box without the invisible characters of a copied number or address, with plain blanks, and with
 * the letters, signs and digits of Japanese, Arabic and Persian keyboards in ASCII.
 */
export const plainCharacters = (text: string) =>
  text
    .replace(/\p{Cf}/gu, '')
    .replace(/\s/g, ' ')
    .replace(/[！-～٠-٩۰-۹]/g, (sign) => {
      const code = sign.charCodeAt(0)
      return code > 0xff00 ? String.fromCharCode(code - 0xfee0) : `${code % 16}`
    })

/** The functions that normalise typed text, by the names of `steps.json`. */
export const cleaners: Record<Cleaner, (text: string) => string> = {
  letters: (text) =>
    text
      .replace(/[’‘`´]/g, "'")
      .replace(/[-‐-―−]+/g, '-')
      .replace(/[_.,]+/g, ' ')
      .replace(/[^\p{L}\p{M}\p{Nd} '-]/gu, ''),
  upper: (text) => text.toUpperCase(),
  noSpaces: (text) => text.replace(/\s+/g, ''),
  digits: (text) => text.replace(/[^0-9]/g, ''),
  alphanumeric: (text) => text.replace(/[^\p{L}\p{Nd}]/gu, ''),
}

/** Returns text after the named cleaners in a fixed order: cleaning twice changes nothing. It is never cut. */
export const clean = (names: readonly Cleaner[] = [], text: string) =>
  order.reduce((sofar, name) => (names.includes(name) ? cleaners[name](sofar) : sofar), text)

/** Returns a text trimmed, with single blanks between words; line breaks stay. */
export const trimmed = (text: string) => text.replace(/[^\S\n]+/g, ' ').trim()

/** Returns a request's answers, normalised as on a card. Text without a valid character stays for the schema. */
export const cleanedAnswers = (flow: Pick<Flow, 'fields'>, answers: Draft): Draft => {
  const cleaned: Draft = {}
  for (const field in answers) {
    const value = answers[field] ?? ''
    const { control, clean: names } = definitionOf(flow, field) ?? {}
    cleaned[field] = (control !== 'phone' && names && trimmed(clean(names, value))) || value
  }
  return cleaned
}
