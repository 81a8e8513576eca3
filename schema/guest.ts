import type { FromSchema } from 'json-schema-to-ts'
import type { guest } from './person'

/**
 * The answers of one guest, by their short names, in the order a card shows them; `schema/person.ts` says what each may
 * be.
 */
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
] as const satisfies readonly (keyof typeof guest.properties)[]
export type GuestField = keyof typeof guest.properties

/** A guest's Italian identity card: its number begins with two letters, and a town issued it, never "Italia". */
export const italianCard = {
  if: { citizenship: 'Italia', documentType: 'ID' },
  then: {
    documentNumber: { pattern: '^[A-Z]{2}' },
    documentIssuePlace: { not: { type: 'string', pattern: '^[Ii][Tt][Aa]([Ll][Ii][Aa]|[Ll][Yy])?$' } },
  },
} as const

export type Guest = Partial<FromSchema<typeof guest>>

/** The three guests of a check-in, in the order they are asked. */
export const guests = ['main', 'second', 'third'] as const
export type Who = (typeof guests)[number]

/** The answer that says whether a guest comes along, by guest; the first guest always comes. */
export const partyFlags: { readonly [who in Who]?: string } = { second: 'addSecondGuest', third: 'addThirdGuest' }
