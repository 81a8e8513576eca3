import type { Draft } from '../../../../../schema/checkin'
import type { Language } from '../../../../../schema/languages'
import type { PublicSettings } from '../../../../../schema/settings'
import type { Flow } from '../../../../../schema/steps'
import { addDays } from '../../../../core/text/dates'
import { exampleParties } from '../../../../data/example-parties'
import { today } from '../../../shared/published'

/** The frame's content. `faults` shows errors of empty answers; a `trial` continues and sends nothing. */
export type Scene = {
  flow: Flow
  words: Record<string, string>
  language: Language
  settings: PublicSettings
  known: Draft
  path: string
  faults: boolean
  trial: boolean
  texts?: readonly string[]
}

/** A text on the card with its place in the frame's window, in pixels. */
export type CardText = {
  key: string
  text: string
  place: { left: number; top: number; width: number; height: number }
  isLong: boolean
}

/** A message from the frame: ready, a step reached, or the places of texts and the card's height in pixels. */
export type FrameNews =
  | { card: 'ready' }
  | { card: 'at'; path: string }
  | { card: 'texts'; texts: CardText[]; height: number }

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
