import type { Draft } from '../../../schema/checkin'
import type { Flow } from '../../../schema/steps'
import { type Cleaner, cleanerNames as order } from '../../../schema/vocabulary'
import { definitionOf } from './fields'

/** How typed text is evened out while it is typed, by the names `steps.json` uses. */
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
 * Text after every named cleaner, in the order of their list: blanks that one makes of dashes another takes away, so
 * that cleaning twice is cleaning once. Characters `maxLength` does not admit stay, for the check to name.
 */
export const clean = (names: readonly Cleaner[] = [], text: string) =>
  order.filter((name) => names.includes(name)).reduce((sofar, name) => cleaners[name](sofar), text)

/**
 * A telephone number without the country its prefix already says; another country's keeps its `+`, for the check to
 * name.
 */
export const nationalNumber = (text: string, prefix = '') => {
  const abroad = /^\s*(\+|00)/.test(text)
  const digits = cleaners.digits(text.replace(/^\s*00/, ''))
  const said = prefix.slice(1)
  if (!abroad) return digits
  return said && digits.startsWith(said) ? digits.slice(said.length) : `+${digits}`
}

/** An answer as it is kept: no blanks around it, one blank inside. Lines of a note stay lines. */
export const trimmed = (text: string) => text.replace(/[^\S\n]+/g, ' ').trim()

/**
 * Answers sent to the server, evened out as the card evens them while they are typed. One that loses every character
 * stays as it was sent, so that the schema names it. A telephone number is not cleaned: its check reads the prefix.
 */
export const cleanedAnswers = (flow: Pick<Flow, 'fields'>, answers: Draft): Draft =>
  Object.fromEntries(
    Object.entries(answers).map(([field, value = '']) => {
      const { control, clean: names } = definitionOf(flow, field) ?? {}
      return [field, (control !== 'phone' && names && trimmed(clean(names, value))) || value]
    }),
  )
