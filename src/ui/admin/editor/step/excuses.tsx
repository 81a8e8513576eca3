import type { Flow } from '../../../../../schema/steps'
import { Button } from '../../../shared/button'
import { say } from '../../../shared/published'
import { perform } from '../draft/perform'

/** The exceptions of a step, with their reasons. */
export const Excuses = ({ flow, path }: { flow: Flow; path: string }) => {
  const here = flow.exceptions.filter(({ at }) => at === path)
  if (!here.length) return null
  return (
    <section className="stack" aria-labelledby="step-excuses">
      <h3 id="step-excuses">{say('flow.exceptions')}</h3>
      <ul className="stack tight">
        {here.map(({ at: step, when: _when, because, ...thing }) => (
          <li key={JSON.stringify(thing)} className="item arm-row exception">
            <p>
              {say(`flow.excuse.${thing.rule}`)}: {because}
            </p>
            <p>
              <Button kind="small" onClick={() => void perform({ kind: 'excuse', step, ...thing, because: null })}>
                {say('flow.withdraw')}
              </Button>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
