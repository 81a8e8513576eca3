import type { Payment } from '../../../../schema/calls/payments'
import type { Checkin } from '../../../../schema/checkin'
import { euros, moneyIn } from '../../../core/checkin/money'
import { party } from '../../../core/checkin/party'
import { plural, say } from '../../shared/published'
import { hostLocale } from '../session/host'
import { guestName, inLine, moment, wordsFor } from './card-fields'
import { results } from './results'

const roomWords = ({ roomOf }: Checkin): string => {
  const head = roomOf && results.get()?.checkins.get(Number(roomOf))
  return roomOf ? say('room.shared', { name: (head && guestName(head)) || `n. ${roomOf}` }) : ''
}

/** Returns a stay in one line: room, guests, nights, arrival time. */
export const stayLine = (checkin: Checkin): string => {
  const { roomDescription, numberOfNights, arrivalTimeSlot } = checkin
  return inLine([
    roomDescription || say('card.noRoom'),
    roomWords(checkin),
    plural('today.guests', party(checkin).length),
    numberOfNights && plural('today.nights', Number(numberOfNights)),
    arrivalTimeSlot && say('card.arrives', { slot: wordsFor('arrivalTimeSlot', arrivalTimeSlot) }),
  ])
}

/** Returns a payment in one line: state, amount, time; empty if unknown. */
export const paymentLine = (payment: Payment | undefined): string =>
  payment
    ? inLine([
        say(`money.${payment.state}${payment.inCash ? 'InCash' : ''}`),
        payment.amount && moneyIn(hostLocale(), payment.amount),
        payment.at && moment(payment.at),
      ])
    : ''

/** Returns the tourist tax to collect or refund (`cents`) in one line; empty if none. */
export const taxLine = (cents = 0): string =>
  cents ? say(cents > 0 ? 'today.taxOpen' : 'today.taxBack', { amount: euros(Math.abs(cents)) }) : ''
