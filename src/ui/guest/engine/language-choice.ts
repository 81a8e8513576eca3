import type { Language } from '../../../../schema/languages'
import { withChanges } from '../../../core/flow/arms'
import { store, useStore } from '../../shared/page-store'
import { draft, saveDraft } from '../state/guest-draft'
import { speakChosen } from './loader'
import { press, whileBusy } from './step-run'
import type { StepVisit } from './step-states'

/** The language chosen during an unfinished check-in, until the guest says whether to continue it. */
export const chosenLanguage = store<Language | undefined>(undefined)

/** Handles a language chosen during an unfinished check-in: `resume` it at `halfway`, or `restart`. */
export const useLanguageChoice = (visit: StepVisit, halfway: string | undefined) => {
  const language = useStore(chosenLanguage)
  if (!halfway) return {}
  const choose = (to: string) =>
    void whileBusy(visit, async () => {
      await speakChosen(to as Language)
      chosenLanguage.set(to as Language)
    })
  if (!language) return { choose }
  const decided = (work: () => void) => () => {
    chosenLanguage.set(undefined)
    work()
  }
  return {
    choose,
    question: {
      resume: decided(() => {
        saveDraft(withChanges(draft.get(), { selectedLanguage: language }))
        visit.go(halfway)
      }),
      restart: decided(() => void press(visit, { selectedLanguage: language })),
    },
  }
}
