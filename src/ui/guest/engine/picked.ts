import type { Language } from '../../../../schema/languages'
import { store, useStore } from '../../shared/page-store'
import { speakPicked } from './journey'
import { failed, happen, working } from './step-run'
import type { StepVisit } from './step-states'

/** The language picked while a check-in was half-way, until its guest has said what is to become of that. */
export const picked = store<Language | undefined>(undefined)

/** What picking a language does while a check-in is half-way: the card is spoken in it, and asks. */
export const usePicked = (visit: StepVisit, halfway: string | undefined) => {
  const language = useStore(picked)
  const speak = (to: string) =>
    working(visit, async () => {
      happen(visit, 'press')
      try {
        await speakPicked(to as Language)
        picked.set(to as Language)
      } catch (error) {
        failed(visit, error)
      }
    })
  return { picked: halfway ? language : undefined, pick: (to: string) => void speak(to) }
}
