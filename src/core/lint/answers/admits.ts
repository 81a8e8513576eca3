import { guest } from '../../../../schema/person'
import { formats } from '../../flow/formats'
import { pickedOf } from '../../flow/several'

type Schema = { readonly [keyword: string]: unknown }

/** The day on which constructed answers are given, `YYYY-MM-DD`. */
export const constructedDay = '2026-06-15'

// Which countries there are is the controls' affair: here every name is one.
const isFormat: { readonly [name: string]: (text: string) => boolean } = formats({
  today: () => constructedDay,
  isCitizenship: () => true,
})
const lengthOf = (text: string) => [...text].length

/** How each keyword of a schema of texts judges one; a keyword that is not here admits every text. */
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

/** Whether the rules of one field admit a text, for the rules a field can have. */
export const admits = (schema: Schema, text: string): boolean =>
  Object.entries(schema).every(([keyword, limit]) =>
    Object.hasOwn(keywords, keyword) ? keywords[keyword]!(text, limit as never) : true,
  )
