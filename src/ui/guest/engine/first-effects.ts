import type { Language } from '../../../../schema/languages'
import type { Effect } from '../../../../schema/vocabulary'
import { houseSettings, isPayPalReady } from '../../shared/house-settings'
import type { Run } from '../state/effect-results'
import { invitation } from '../state/invitation'
import { loadJourney, speakChosen } from './loader'

/** The effect of the first card. */
export const chooseLanguage: Run<'chooseLanguage'> = async (draft) => {
  await speakChosen(draft.selectedLanguage as Language)
  const reservationCode = invitation()?.code
  return { outcome: 'chosen', only: { selectedLanguage: draft.selectedLanguage, reservationCode } }
}

/** Returns what runs an effect; all but the first card's are loaded with the rest of the journey. Throws Offline. */
export const effectNamed = async (effect: Effect): Promise<Run> =>
  effect === 'chooseLanguage' ? chooseLanguage : (await loadJourney()).effects[effect]

const requirements: { [E in Effect]?: () => boolean } = { openPayPal: isPayPalReady }

/** Whether a step's effect can be tried now. */
export const canTry = (effect: Effect | undefined) => (effect && requirements[effect]?.()) ?? true

/** The page an effect opens, for the card's button to be a link to it. */
export const linkOf = (effect: Effect | undefined) =>
  effect === 'openPayPal' && isPayPalReady() ? houseSettings.get().paypalLink : undefined
