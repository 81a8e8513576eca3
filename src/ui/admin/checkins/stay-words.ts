import type { Checkin } from '../../../../schema/checkin'
import type { Payment } from '../../../../schema/payment'
import { party } from '../../../core/checkin/party'
import { moneyIn } from '../../../core/checkin/payment-seen'
import { plural, say } from '../../shared/published'
import { guestName, moment, wordsFor } from './card-fields'
import { results } from './results'

/** Whose room a check-in shares, in words; empty where it has its own. */
const roomWords = ({ roomOf }: Checkin): string => {
  const head = roomOf && results.get()?.checkins.get(Number(roomOf))
  return roomOf ? say('room.shared', { name: (head && guestName(head)) || `n. ${roomOf}` }) : ''
}

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

/** How a payment stands, in a line, with how much came and when; empty where nothing is known. */
export const paymentLine = (payment: Payment | undefined): string =>
  payment
    ? [
        say(`money.${payment.state}${payment.inCash ? 'InCash' : ''}`),
        payment.amount && moneyIn('it', payment.amount),
        payment.at && moment(payment.at),
      ]
        .filter(Boolean)
        .join(' · ')
    : ''
