import { flowGuests, isLater, partyFlag } from '../../../../schema/guest'
import { guest } from '../../../../schema/person'
import type { FieldDefinition } from '../../../../schema/steps'
import type { Control } from '../../../../schema/vocabulary'
import { pickedOf } from '../../flow/facts'
import { shortOf } from '../../flow/names'
import { formats } from '../../flow/schema-faults'
import { clean } from '../../flow/validation'

type Schema = { readonly [keyword: string]: unknown }

// The control checks countries, so this format accepts every name.
const isFormat: { readonly [name: string]: (text: string) => boolean } = formats({
  today: () => '2026-06-15',
  isCitizenship: () => true,
})
const lengthOf = (text: string) => [...text].length

/** The check of each schema keyword. An unknown keyword accepts every text. */
const keywords: { readonly [keyword: string]: (text: string, limit: never) => boolean } = {
  type: (_, type: string | string[]) => [type].flat().includes('string'),
  enum: (text, values: unknown[]) => values.includes(text),
  some: (text, values: unknown[]) => pickedOf(text).every((one) => values.includes(one)),
  const: (text, value: unknown) => value === text,
  minLength: (text, least: number) => lengthOf(text) >= least,
  maxLength: (text, most: number) => lengthOf(text) <= most,
  pattern: (text, pattern: string) => new RegExp(pattern, 'u').test(text),
  least: (text, limit: number) => !(Number(text.replace(',', '.')) < limit),
  greatest: (text, limit: number) => !(Number(text.replace(',', '.')) > limit),
  format: (text, name: string) => isFormat[name]?.(text) ?? true,
  allOf: (text, all: Schema[]) => all.every((one) => admits(one, text)),
  anyOf: (text, any: Schema[]) => any.some((one) => admits(one, text)),
  not: (text, one: Schema) => !admits(one, text),
  $ref: (text, name: string) => admits(guest.properties[name.split('/').at(-1) as keyof typeof guest.properties], text),
}

/** Returns whether a field's schema accepts a text. */
export const admits = (schema: Schema, text: string): boolean =>
  Object.entries(schema).every(([keyword, limit]) =>
    Object.hasOwn(keywords, keyword) ? keywords[keyword]!(text, limit as never) : true,
  )

// Italians, citizens of the Union and of other countries, stateless people, children, births and homes abroad.
const towns = ['ROMA', "SANT'ANGELO LODIGIANO", 'SAN VALENTINO IN ABRUZZO CITERIORE', 'FORLÌ']
const names = ['LI', 'MARIA LUISA', "D'ANGIÒ", 'LOUIS-PHILIPPE', 'JÜRGEN', 'BARTOLOMEO ALESSANDRO MARIA']
const countries = ['Italia', 'Germania', 'Stati Uniti']

/** The answers that each kind of person must be able to give, by the short name of the field. */
export const requiredAnswers: { readonly [field: string]: readonly string[] } = {
  gender: ['UOMO', 'DONNA'],
  name: names,
  lastName: names,
  citizenship: [...countries, 'Apolide'],
  birthCountry: countries,
  birthDate: ['1985-03-27', '2020-01-15', '1931-12-31'],
  birthCity: towns,
  residenceCountry: countries,
  residenceCity: [...towns, 'KÖLN'],
  documentType: ['ID', 'PASS'],
  documentNumber: ['CA12345AA', 'AA1234567', 'C01X00T47', '123456789'],
  documentIssuePlace: towns,
  arrivalDate: ['2026-06-15'],
  ...Object.fromEntries(flowGuests.filter(isLater).map((who) => [shortOf(partyFlag(who)).short, ['yes', 'no']])),
}

/** Every required question must accept at least one of these answers. */
const words = ['it', 'Italia', 'MILANO', 'VIA ROMA 1', '2026-06-15', '1', 'A1B2']
const codes = ['RSSMRA85T10A562S', 'IT12345678901', '+39', '3331234567', 'anna@example.it', 'https://example.it']
const ordinaryTexts = [...words, ...codes]

const isDate = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)

/** The texts a guest can enter in each control. A text field accepts anything but a date. */
const enterable: { readonly [control in Control]?: (text: string) => boolean } = {
  date: isDate,
  arrival: isDate,
  country: (text) => [...countries, 'Apolide'].includes(text),
  email: (text) => text.includes('@'),
  phone: (text) => /^\d+$/.test(text),
  prefix: (text) => /^\+\d+$/.test(text),
}

const choosing = ['buttons', 'select', 'several', 'nights']
const chosenOrPicked = [...choosing, 'date', 'arrival', 'country', 'language']

/** Returns whether a question stores an answer unchanged but for capitals. `offered` are the options of a choice. */
export const accepts = (definition: FieldDefinition, offered: readonly string[], text: string): boolean => {
  const control = definition.control as Control
  if (choosing.includes(control)) return offered.includes(text)
  if (!(enterable[control] ?? ((text) => !isDate(text)))(text)) return false
  if (chosenOrPicked.includes(control)) return true
  if (definition.maxLength !== undefined && text.length > definition.maxLength) return false
  return clean(definition.clean, text).toUpperCase() === text.toUpperCase()
}

/** Returns answers to try on a question: its options, ordinary texts, and texts at its limits. */
export const answersToTry = ({ schema, maxLength = 5000 }: FieldDefinition, offered: readonly string[]): string[] => {
  const { minLength = 1, maxLength: most = maxLength, enum: values = [], some = [], least, greatest } = schema ?? {}
  const lengths = [Math.max(1, minLength), Math.min(most, maxLength)].filter((length) => length > 0 && length <= 5000)
  const texts = ['A', 'a', '1'].flatMap((sign) => lengths.map((length) => sign.repeat(length)))
  const limits = [least, greatest].filter((limit) => limit !== undefined)
  const numbers = limits.flatMap((limit) => [1, 100].map((unit) => String(Math.ceil(limit * unit) / unit)))
  return [...offered, ...values, ...some, ...ordinaryTexts, ...texts, ...numbers]
}
