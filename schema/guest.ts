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

/** The guests with names of their own in a record; further ones are numbered. */
export const namedGuests = ['main', 'second', 'third'] as const
export type NamedGuest = (typeof namedGuests)[number]
export type Who = NamedGuest | `guest${number}`
/** Any guest but the first. */
export type Later = Exclude<Who, 'main'>

/** A value for each of some guests. */
export type PerGuest<T> = { readonly [who in Who]?: T }

export const mostGuests = 30

/** Every guest a check-in can have, in order: `main`, `second`, `third`, `guest4` … `guest30`. */
export const guests: readonly Who[] = [
  ...namedGuests,
  ...Array.from({ length: mostGuests - namedGuests.length }, (_, i): Who => `guest${i + namedGuests.length + 1}`),
]

/** Every guest but the first; `furtherGuests` have no name of their own in a record. */
export const laterGuests = guests.slice(1) as readonly Later[]
export const furtherGuests = guests.slice(namedGuests.length) as readonly Later[]

/** Returns a guest's number, from 1. */
export const guestNumber = (who: Who): number => guests.indexOf(who) + 1

/** Returns whether a name is a guest's, but not the first's. */
export const isLater = (name: unknown): name is Later => (laterGuests as readonly unknown[]).includes(name)

/** Returns whether a guest has a name of its own in a record. */
export const isNamed = (who: Who): who is NamedGuest => (namedGuests as readonly Who[]).includes(who)
const capitalized = (text: string) => `${text[0]!.toUpperCase()}${text.slice(1)}`

/** Returns the beginning of a guest's fields in a record: `secondGuest`, `guest4`. */
export const guestPrefix = (who: Who) => (isNamed(who) ? `${who}Guest` : who)

/** Returns the record's name of a guest's field: `secondGuestBirthCity`, `guest4BirthCity`. */
export const guestField = (who: Who, field: string): string => `${guestPrefix(who)}${capitalized(field)}`

/** Returns whether a field is a guest's, also one of the house's own questions. */
export const isFieldOf = (field: string, who: Who): boolean =>
  field.startsWith(guestPrefix(who)) && /^[A-Z]/.test(field.slice(guestPrefix(who).length))

/** Returns the field that says whether a guest comes, `addSecondGuest` or `addGuest4`; the first always comes. */
export const partyFlag = (who: Later): string => `add${capitalized(guestPrefix(who))}`

/** The guest of a flow file whose steps are repeated for each guest after the third. */
export const furtherGuest = 'guest4'

/** The guests a flow file has steps of. */
export const flowGuests: readonly Who[] = [...namedGuests, furtherGuest]

/** The fields that say whether a guest comes, of the later guests in a flow file. */
export const partyFlags: { readonly [who in Who]?: string } = {
  second: 'addSecondGuest',
  third: 'addThirdGuest',
  [furtherGuest]: partyFlag(furtherGuest),
}
