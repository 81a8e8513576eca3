import type { Draft } from '../../../../../schema/checkin'
import { addDays } from '../../../../core/text/dates'
import { exampleParties } from '../../../../data/example-parties'
import { today } from '../../../shared/published'

const party = (name: keyof typeof exampleParties): Draft => {
  const answers = exampleParties[name]!
  const nights = Number(answers.numberOfNights)
  return { ...answers, arrivalDate: today(), departureDate: addDays(today(), nights), draftId: 'anteprima' }
}

/** Guests of the two most different journeys. */
export const scenes: Record<string, () => Draft> = {
  none: () => ({}),
  italians: () => party('family'),
  abroad: () => party('company'),
}

/** A journey passes an effect only once its result is in the draft. */
export const effectResults = {
  checkInId: '1',
  paymentMethod: 'CARTA',
  paymentStatus: 'initiated',
  paymentProvider: 'cash',
} as const
