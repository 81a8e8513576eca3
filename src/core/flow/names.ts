import { fieldOf } from '../../../schema/checkin'
import {
  furtherGuest,
  furtherGuests,
  guestNumber,
  guests,
  isNamed,
  type Later,
  namedGuests,
  partyFlag,
  guestFields as shortNames,
  type Who,
} from '../../../schema/guest'

/** Turns a name of `steps.json`, which is short in a guest's step, into the full name. */
export type NameResolver = (name: string) => string

const unchanged: NameResolver = (name) => name
const resolvers = new Map<Who | undefined, NameResolver>([[undefined, unchanged]])
const resolverOf = (who: Who): NameResolver => {
  const full = new Map<string, string>(shortNames.map((short) => [short, fieldOf(who, short)]))
  const resolver: NameResolver = (name) => full.get(name) ?? name
  resolvers.set(who, resolver)
  return resolver
}

/** Returns the resolver of a guest: `birthCity` of the second guest is `secondGuestBirthCity`. */
export const nameResolver = (who: Who | undefined): NameResolver => resolvers.get(who) ?? resolverOf(who!)

/** The short name of every further guest's party flag: `addGuest4` … `addGuest30`. */
const furtherFlag = 'addGuest'

const shortNameOf = new Map<string, { who?: Who; short: string; number: number }>([
  ...guests.flatMap((who, i) =>
    shortNames.map((short) => [fieldOf(who, short) as string, { who, short, number: i + 1 }] as const),
  ),
  ...furtherGuests.map((who) => [partyFlag(who), { short: furtherFlag, number: guestNumber(who) }] as const),
])

/** Returns a field's short name, and its guest with the guest's number in the party. */
export const shortOf = (field: string): { who?: Who; short: string; number?: number } =>
  shortNameOf.get(field) ?? { short: field }

/** The fields of further guests have the rules of the third guest's. */
const lastNamed = namedGuests[namedGuests.length - 1] as Later

/**
 * Returns the field whose rules a further guest's field has: the third guest's, or the fourth's for a host's own
 * question. Another field is returned unchanged.
 */
export const ruleFieldOf = (field: string): string => {
  const { who, short } = shortOf(field)
  if (who && !isNamed(who)) return fieldOf(lastNamed, short)
  return short === furtherFlag ? partyFlag(lastNamed) : field.replace(/^guest\d+(?=[A-Z])/, furtherGuest)
}
