import type { Draft } from '../../../../../schema/checkin'
import { addDays } from '../../../../core/text/dates'
import { exampleParties } from '../../../../data/example-parties'
import { today } from '../../../shared/published'

const party = (name: keyof typeof exampleParties): Draft => {
  const answers = exampleParties[name]!
  const nights = Number(answers.numberOfNights)
  return { ...answers, arrivalDate: today(), departureDate: addDays(today(), nights), draftId: 'anteprima' }
}

/** Sample answers: none, or guests of the two most different journeys. */
export const scenes: Record<string, () => Draft> = {
  none: () => ({}),
  italians: () => party('family'),
  abroad: () => party('company'),
}

/** What each effect leaves in the draft: a journey passes an effect only once it has happened. */
export const effectResults = {
  checkInId: '1',
  paymentMethod: 'CARTA',
  paymentStatus: 'initiated',
  paymentProvider: 'cash',
} as const
