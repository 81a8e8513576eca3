import { guest } from '../../../../schema/person'
import { formats } from '../../flow/formats'
import { pickedOf } from '../../flow/several'

type Schema = { readonly [keyword: string]: unknown }

/** The date of constructed answers (`YYYY-MM-DD`). */
export const constructedDay = '2026-06-15'

// The control checks countries, so this format accepts every name.
const isFormat: { readonly [name: string]: (text: string) => boolean } = formats({
  today: () => constructedDay,
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
