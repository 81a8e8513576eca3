import { fieldOf } from '../../../schema/checkin'
import { guests, guestFields as shortNames, type Who } from '../../../schema/guest'

/** The full name of a field by the name the JSON uses, which in a guest's step is the short one. */
export type NameResolver = (name: string) => string

const unchanged: NameResolver = (name) => name
const resolvers = Object.fromEntries(
  guests.map((who) => {
    const full = new Map<string, string>(shortNames.map((short) => [short, fieldOf(who, short)]))
    return [who, (name: string) => full.get(name) ?? name]
  }),
) as Record<Who, NameResolver>

/** How the names in a guest's step are meant: `birthCity` of the second guest is `secondGuestBirthCity`. */
export const nameResolver = (who: Who | undefined): NameResolver => (who ? resolvers[who] : unchanged)

const guestFieldNames = new Map(
  guests.flatMap((who) => shortNames.map((short) => [fieldOf(who, short) as string, { who, short }])),
)

/** The short name a field goes by in `steps.json`, and the guest it belongs to. */
export const shortOf = (field: string): { who?: Who; short: string } => guestFieldNames.get(field) ?? { short: field }
