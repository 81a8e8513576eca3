import type { Who } from '../../../schema/guest'
import { guestTitle } from '../../core/checkin/guest-title'
import { house } from './published'

/** Returns the words for a guest of the party in the page's language. */
export const titleOfGuest = (who: Who): string => guestTitle(house.get().speak, who)
