import { type Checkin, fieldOf } from '../../../schema/checkin'
import { guests, type Who } from '../../../schema/guest'

/** Returns the guests of a check-in, the head of the party first, as official files require. */
export const party = (checkin: Checkin): Who[] =>
  guests.filter((who) => who === 'main' || checkin[who === 'second' ? 'addSecondGuest' : 'addThirdGuest'] === 'yes')

/** Returns a guest's full name; empty when both names are missing. */
export const fullName = (checkin: Checkin, who: Who): string =>
  `${checkin[fieldOf(who, 'name')] ?? ''} ${checkin[fieldOf(who, 'lastName')] ?? ''}`.trim()
