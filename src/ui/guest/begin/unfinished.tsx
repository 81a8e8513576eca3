import type { Language } from '../../../../schema/languages'
import { withChanges } from '../../../core/flow/arms'
import { say, speakIn } from '../../shared/published'
import { store, useStore } from '../../shared/store'
import { draft, keep } from '../draft'
import { failure } from '../sending'
import { happen, press, tell, type Visit, working } from '../step-run'

/** The language picked while a check-in was half-way, until its guest has said what is to become of that. */
export const picked = store<Language | undefined>(undefined)

/** What picking a language does while a check-in is half-way: the card is spoken in it, and asks. */
export const usePicked = (visit: Visit, halfway: string | undefined) => {
  const language = useStore(picked)
  const speak = (to: string) =>
    working(visit, async () => {
      happen(visit, 'press')
      try {
        await speakIn(to as Language)
        picked.set(to as Language)
      } catch (error) {
        const { said } = failure(error, 'toast.error.title', 'toast.submitFailed')
        tell(said)
        happen(visit, 'fail', { said })
      }
    })
  return { picked: halfway ? language : undefined, pick: (to: string) => void speak(to) }
}

/**
 * Asks whoever picked a language with a check-in half-way whether to continue it, in that language, or to begin anew.
 */
export const Unfinished = ({ visit, language, halfway }: { visit: Visit; language: Language; halfway: string }) => {
  const decide = (work: () => void) => () => {
    picked.set(undefined)
    work()
  }
  return (
    <section className="unfinished" aria-labelledby="unfinished-title">
      <h2 id="unfinished-title" ref={(title) => title?.focus()} tabIndex={-1}>
        {say('unfinished.title')}
      </h2>
      <p>{say('unfinished.text')}</p>
      <div className="choices">
        <button
          type="button"
          className="choice primary"
          onClick={decide(() => {
            keep(withChanges(draft.get(), { selectedLanguage: language }))
            visit.go(halfway)
          })}
        >
          {say('unfinished.continue')}
        </button>
        <button
          type="button"
          className="choice"
          onClick={decide(() => void press(visit, { selectedLanguage: language }))}
        >
          {say('unfinished.anew')}
        </button>
      </div>
    </section>
  )
}
