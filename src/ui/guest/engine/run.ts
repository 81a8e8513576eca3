import type { Draft } from '../../../../schema/checkin'
import type { Language } from '../../../../schema/languages'
import type { Flow } from '../../../../schema/steps'
import type { Effect } from '../../../../schema/vocabulary'
import { Offline } from '../../shared/api'
import { houseSettings, isPayPalReady } from '../../shared/house-settings'
import { say } from '../../shared/published'
import { invited } from './invitation'
import { speakPicked, wholeJourney } from './journey'
import type { Result } from './outcomes'
import type { Said } from './step-states'

/** Does what an effect is, with the answers of a guest. */
export type Run<E extends Effect = Effect> = (draft: Draft, flow: Flow) => Promise<Result<E>>

/** A title and a sentence in the language spoken now. */
export const words = (title: string, text: string, params?: Record<string, string | number>): Said => ({
  title: say(title),
  text: say(text, params),
})

/** What the guest is told where something could not be had. */
export const notHad = (error: unknown): Said => {
  console.error(error)
  return error instanceof Offline
    ? words('toast.offline.title', 'toast.offline')
    : words('toast.error.title', 'toast.submitFailed')
}

/** The effect of the first card. */
export const chooseLanguage: Run<'chooseLanguage'> = async (draft) => {
  await speakPicked(draft.selectedLanguage as Language)
  const reservationCode = invited()?.code
  return { outcome: 'chosen', only: { selectedLanguage: draft.selectedLanguage, reservationCode } }
}

/** Run a step's effect: the first card's is here, the others come with the rest. One that throws has failed. */
export const runEffect = async (effect: Effect, draft: Draft, flow: Flow): Promise<Result> => {
  try {
    return await (effect === 'chooseLanguage'
      ? chooseLanguage(draft, flow)
      : (await wholeJourney()).run(effect, draft, flow))
  } catch (error) {
    return { outcome: 'failed', said: notHad(error) }
  }
}

/** What some effects cannot do without; the others can always be tried. */
const needs: { [E in Effect]?: () => boolean } = { openPayPal: isPayPalReady }

/** The page an effect opens, for the card's button to be a link to it. */
export const linkOf = (effect: Effect | undefined) =>
  effect === 'openPayPal' && isPayPalReady() ? houseSettings.get().paypalLink : undefined

/** Whether a step's effect can be tried with what is known now. */
export const canTry = (effect: Effect | undefined) => (effect && needs[effect]?.()) ?? true
