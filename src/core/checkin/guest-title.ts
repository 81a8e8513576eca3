import { guestNumber, type Who } from '../../../schema/guest'
import type { Speaker } from '../flow/speaker'

/** Returns the words for a guest of the party: "Secondo ospite", "4º ospite". */
export const guestTitle = ({ has, say }: Pick<Speaker, 'has' | 'say'>, who: Who): string =>
  has(`guest.${who}`) ? say(`guest.${who}`) : say('guest.further', { number: guestNumber(who) })
