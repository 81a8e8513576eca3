import type { JSONSchema } from 'json-schema-to-ts'

/**
 * A place in the world as a guest names it: a country's Italian name, or a town in capitals. Who has no country is a
 * citizen of none: `Apolide`.
 */
const country = { type: 'string', format: 'country' } as const
const citizenship = { type: 'string', format: 'citizenship' } as const
const place = { type: 'string', minLength: 1, maxLength: 80 } as const

/**
 * A calendar date `YYYY-MM-DD`; a half-typed one keeps its dashes (`1980-5-`) and fails part by part, in this order.
 */
export const date = {
  type: 'string',
  allOf: [
    { format: 'dayGiven' },
    { format: 'monthGiven' },
    { format: 'yearGiven' },
    { format: 'day' },
    { format: 'month' },
    { format: 'year' },
    { format: 'calendar' },
  ],
} as const

/**
 * What is true of one guest, whoever of the three it is. All values are text, so that a draft and a record are one
 * thing.
 */
export const guest = {
  type: 'object',
  properties: {
    gender: { type: 'string', enum: ['UOMO', 'DONNA'] },
    name: {
      type: 'string',
      minLength: 1,
      maxLength: 80,
      pattern: "^[\\p{Script=Latin}\\p{M}\\p{Nd} '-]*$",
      format: 'latinLetter',
    },
    lastName: {
      type: 'string',
      minLength: 1,
      maxLength: 80,
      pattern: "^[\\p{Script=Latin}\\p{M}\\p{Nd} '-]*$",
      format: 'latinLetter',
    },
    citizenship,
    birthCountry: country,
    birthDate: { type: 'string', allOf: [date, { format: 'past' }] },
    age: { type: 'string', pattern: '^[0-9]{1,3}$' },
    birthCity: place,
    residenceCountry: country,
    residenceCity: place,
    residenceAddress: { type: 'string', minLength: 1, maxLength: 120 },
    fiscalCode: { type: 'string', allOf: [{ minLength: 16, maxLength: 16 }, { pattern: '^[A-Z0-9]*$' }] },
    documentType: { type: 'string', enum: ['ID', 'PASS', 'PATENTE'] },
    documentNumber: { type: 'string', minLength: 1, maxLength: 40, pattern: '^\\S*$' },
    documentIssuePlace: place,
    documentIssueDate: date,
    documentExpirationDate: date,
  },
} as const satisfies JSONSchema
