import type { FromSchema } from 'json-schema-to-ts'
import type { guest } from './person'

/** The fields of one guest by short name, in the order of a card; `schema/person.ts` has their rules. */
export const guestFields = [
  'gender',
  'name',
  'lastName',
  'citizenship',
  'birthCountry',
  'birthDate',
  'age',
  'birthCity',
  'residenceCountry',
  'residenceCity',
  'residenceAddress',
  'fiscalCode',
  'documentType',
  'documentNumber',
  'documentIssuePlace',
  'documentIssueDate',
  'documentExpirationDate',
  'taxRelief',
] as const satisfies readonly (keyof typeof guest.properties)[]
export type GuestField = keyof typeof guest.properties

/** An Italian identity card: its number begins with two letters, and a town issued it. */
export const italianCard = {
  if: { citizenship: 'Italia', documentType: 'ID' },
  then: {
    documentNumber: { pattern: '^[A-Z]{2}' },
    documentIssuePlace: { not: { type: 'string', pattern: '^[Ii][Tt][Aa]([Ll][Ii][Aa]|[Ll][Yy])?$' } },
  },
} as const

export type Guest = Partial<FromSchema<typeof guest>>

/** The three guests of a check-in, in order. */
export const guests = ['main', 'second', 'third'] as const
export type Who = (typeof guests)[number]

/** The field that says whether a guest comes; the first always comes. */
export const partyFlags: { readonly [who in Who]?: string } = { second: 'addSecondGuest', third: 'addThirdGuest' }
