import type { Language } from '../../../../schema/languages'
import type { Effect } from '../../../../schema/vocabulary'
import { houseSettings, isPayPalReady } from '../../shared/house-settings'
import type { Run } from '../state/effect-results'
import { invitation } from '../state/invitation'
import { loadJourney, speakChosen } from './loader'

/** The effect of the first card. */
export const chooseLanguage: Run<'chooseLanguage'> = async (draft) => {
  await speakChosen(draft.selectedLanguage as Language)
  const { code, stay } = { ...invitation() }
  return { outcome: 'chosen', only: { selectedLanguage: draft.selectedLanguage, reservationCode: code, ...stay } }
}

/** Returns the function of an effect. All but the first card's are loaded with the later cards. Throws Offline. */
export const effectNamed = async (effect: Effect): Promise<Run> =>
  effect === 'chooseLanguage' ? chooseLanguage : (await loadJourney()).effects[effect]

const requirements: { [E in Effect]?: () => boolean } = { openPayPal: isPayPalReady }

/** Returns whether a step's effect can run now. */
export const canTry = (effect: Effect | undefined) => (effect && requirements[effect]?.()) ?? true

/** Returns the address that an effect opens, so that the card's button can be a link. */
export const linkOf = (effect: Effect | undefined) =>
  effect === 'openPayPal' && isPayPalReady() ? houseSettings.get().paypalLink : undefined
