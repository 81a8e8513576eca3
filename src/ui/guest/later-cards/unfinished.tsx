import type { Language } from '../../../../schema/languages'
import { withChanges } from '../../../core/flow/arms'
import { say } from '../../shared/published'
import { draft, keep } from '../engine/guest-draft'
import { picked } from '../engine/picked'
import { press } from '../engine/step-run'
import type { StepVisit } from '../engine/step-states'

/**
 * Asks whoever picked a language with a check-in half-way whether to continue it, in that language, or to begin anew.
 */
export const Unfinished = ({ visit, language, halfway }: { visit: StepVisit; language: Language; halfway: string }) => {
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
