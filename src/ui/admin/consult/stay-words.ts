import type { Checkin } from '../../../../schema/checkin'
import { party } from '../../../core/checkin/party'
import { plural, say } from '../../shared/published'
import { roomWords } from '../standing/same-room'
import { wordsFor } from './card-fields'

/** A stay in a line: room, guests, nights, when they come. */
export const stayLine = (checkin: Checkin): string => {
  const { roomDescription, numberOfNights, arrivalTimeSlot } = checkin
  return [
    roomDescription || say('card.noRoom'),
    roomWords(checkin),
    plural('today.guests', party(checkin).length),
    numberOfNights && plural('today.nights', Number(numberOfNights)),
    arrivalTimeSlot && say('card.arrives', { slot: wordsFor('arrivalTimeSlot', arrivalTimeSlot) }),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** How a check-in is paid, in a line; empty where nothing is known. */
export const paymentLine = ({ paymentMethod, paymentStatus }: Checkin): string =>
  [paymentMethod && wordsFor('paymentMethod', paymentMethod), paymentStatus && wordsFor('paymentStatus', paymentStatus)]
    .filter(Boolean)
    .join(' · ')
