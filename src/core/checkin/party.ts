import { type Checkin, fieldOf } from '../../../schema/checkin'
import { guests, type Who } from '../../../schema/guest'

/** The guests of a check-in in the order the official files want them: the head of the party first. */
export const party = (checkin: Checkin): Who[] =>
  guests.filter((who) => who === 'main' || checkin[who === 'second' ? 'addSecondGuest' : 'addThirdGuest'] === 'yes')

/** A guest's given name and surname as one text; empty when both are missing. */
export const fullName = (checkin: Checkin, who: Who): string =>
  `${checkin[fieldOf(who, 'name')] ?? ''} ${checkin[fieldOf(who, 'lastName')] ?? ''}`.trim()
