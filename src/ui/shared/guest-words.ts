import type { Who } from '../../../schema/guest'
import { guestTitle } from '../../core/flow/guest-title'
import { house } from './published'

/** Returns the words for a guest of the party in the page's language. */
export const guestWords = (who: Who): string => guestTitle(house.get().speak, who)
