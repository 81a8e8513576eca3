import type { Draft } from '../../../schema/checkin'
import type { FieldDefinition, Flow } from '../../../schema/steps'
import { type Cleaner, cleanerNames as order } from '../../../schema/vocabulary'
import { daysBetween, daysFrom } from '../text/dates'
import { type Facts, pickedOf } from './facts'
import { type AskedField, definitionOf, isOption } from './fields'
import { type NameResolver, nameResolver, shortOf } from './names'

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
      .replace(/[^\p{L}\p{M}\p{Nd} '-]/gu, ''),
  upper: (text) => text.toUpperCase(),
  noSpaces: (text) => text.replace(/\s+/g, ''),
  digits: (text) => text.replace(/[^0-9]/g, ''),
  alphanumeric: (text) => text.replace(/[^\p{L}\p{Nd}]/gu, ''),
}

/** Returns text after the named cleaners in a fixed order: cleaning twice changes nothing. It is never cut. */
export const clean = (names: readonly Cleaner[] = [], text: string) =>
  order.reduce((sofar, name) => (names.includes(name) ? cleaners[name](sofar) : sofar), text)

/** Returns the e-mail address in a copied link, `mailto:a@b.it?subject=…`, or after a name, `Anna <a@b.it>`. */
export const mailAddress = (text: string) => text.replace(/^mailto:([^?]*).*|^.*<([^<>@]+@[^<>@]+)>.*/i, '$1$2')

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

/** A fault of one answer. `limit` is the rule's length, `typed` an answer that was not stored. */
export type Fault = { field: string; rule: string; limit?: number; typed?: string }

/** A schema compiled by Ajv; `errors` are those of the last call. */
export type Validate = {
  (data: unknown): boolean
  errors?: readonly { instancePath: string; keyword: string; params: Record<string, unknown> }[] | null
}

/** Checks drafts against the schema. `today` in Italy is a getter, because a page stays open over midnight. */
export type Checker = { faultsIn: (draft: Draft) => Fault[]; today: string; sentArrival?: string }

/** Returns a checker that accepts the stored arrival of a sent check-in, even in the past. */
export const withSentArrival = (checker: Checker, sentArrival: string | undefined): Checker =>
  sentArrival
    ? {
        sentArrival,
        faultsIn: checker.faultsIn,
        get today() {
          return checker.today
        },
      }
    : checker

/** Returns the days a guest can arrive: today and `ahead` days after it. */
export const arrivalDays = (today: string, ahead: string | number = 2) => daysFrom(today, Number(ahead) + 1)

/** Yesterday and the sent day stay valid after midnight but are not offered. */
const isOffered = (
  definition: FieldDefinition | undefined,
  value: string,
  known: Facts,
  checker: Checker,
  isAsking: boolean,
  name: NameResolver,
): boolean => {
  if (definition?.control === 'several') return pickedOf(value).every((one) => isOption(definition, one, known, name))
  if (definition?.control !== 'arrival') return !definition?.options || isOption(definition, value, known, name)
  if (value === known.bookedArrival) return true
  const days = daysBetween(checker.today, value)
  if (!isAsking && value === checker.sentArrival) return true
  return days >= (isAsking ? 0 : -1) && days <= Number(known['settings.arrivalDaysAhead'] ?? 2)
}

/** A past day is no longer on the card, so the question counts as unanswered. */
const faultNotOffered = ({ control, greatest }: FieldDefinition): Pick<Fault, 'rule' | 'limit'> =>
  control === 'arrival' ? { rule: 'required' } : greatest ? { rule: 'greatest', limit: greatest } : { rule: 'enum' }

/** Returns the faults of a step's answers: missing, refused by the schema (`refused` if known), or not offered. */
export const answerFaults = (
  flow: Pick<Flow, 'fields'>,
  checker: Checker,
  draft: Draft,
  known: Facts,
  fields: readonly AskedField[],
  refused: readonly Fault[] = checker.faultsIn(draft),
  isAsking = false,
): Fault[] => {
  const faults: Fault[] = []
  for (const { field, optional } of fields) {
    const value = draft[field]
    const definition = definitionOf(flow, field)
    const wrong = value && refused.find((fault) => fault.field === field)
    if (wrong) faults.push(wrong)
    else if (!value && !optional) faults.push({ field, rule: 'required' })
    else if (value && !isOffered(definition, value, known, checker, isAsking, nameResolver(shortOf(field).who)))
      faults.push({ field, ...faultNotOffered(definition!) })
  }
  return faults
}
