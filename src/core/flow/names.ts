import { fieldOf } from '../../../schema/checkin'
import { guests, guestFields as shortNames, type Who } from '../../../schema/guest'

/** Turns a name of the JSON, short in a guest's step, into the full name. */
export type NameResolver = (name: string) => string

const unchanged: NameResolver = (name) => name
const resolvers = Object.fromEntries(
  guests.map((who) => {
    const full = new Map<string, string>(shortNames.map((short) => [short, fieldOf(who, short)]))
    return [who, (name: string) => full.get(name) ?? name]
  }),
) as Record<Who, NameResolver>

/** Returns the resolver of a guest: `birthCity` of the second guest is `secondGuestBirthCity`. */
export const nameResolver = (who: Who | undefined): NameResolver => (who ? resolvers[who] : unchanged)

const guestFieldNames = new Map(
  guests.flatMap((who) => shortNames.map((short) => [fieldOf(who, short) as string, { who, short }])),
)

/** Returns a field's short name and its guest. */
export const shortOf = (field: string): { who?: Who; short: string } => guestFieldNames.get(field) ?? { short: field }
