import type { JSONSchema } from 'json-schema-to-ts'

/** A place as guests name it: a country's Italian name, or a town in capitals. `Apolide` is stateless. */
const country = { type: 'string', format: 'country' } as const
const citizenship = { type: 'string', format: 'citizenship' } as const
const place = { type: 'string', minLength: 1, maxLength: 80 } as const

/** A date `YYYY-MM-DD`. A half-typed one keeps its dashes (`1980-5-`) and fails part by part, in this order. */
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

/** The rules of one guest's answers. All are text, so that drafts and records have one shape. */
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
    /** Why the guest pays less or no tourist tax: the name of a relief of the town's rules. */
    taxRelief: { type: 'string', pattern: '^[a-z]{1,20}[0-9]{0,6}$' },
  },
} as const satisfies JSONSchema
