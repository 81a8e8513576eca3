import { partyFlags } from '../../../../../schema/guest'
import type { Flow } from '../../../../../schema/steps'
import { rules } from '../../../../../schema/vocabulary'
import { guestOfStep } from '../../../../core/diagram/graph'
import { ownQuestionOf } from '../../../../core/editor/edits/own-question-edits'
import { fieldNamesOf } from '../../../../core/flow/fields'
import { nameResolver } from '../../../../core/flow/names'
import { useStore } from '../../../shared/page-store'
import { say } from '../../../shared/published'
import { perform } from '../draft/perform'
import { proof } from '../draft/proof-state'
import { labelIn, type StepProps } from '../edit-dialogs/choices-of'
import { AddQuestion } from '../step/step-questions'

const askModes = ['required', 'optional', 'none'] as const
type Wish = (typeof askModes)[number]

const needed: ReadonlySet<string> = new Set([
  ...Object.values(rules).map((rule) => rule.proof),
  ...Object.values(partyFlags as { [who: string]: string }),
  'arrivalDate',
  'numberOfNights',
])

const wishOf = (flow: Flow, path: string, field: string): Wish =>
  flow.steps[path]!.optional?.includes(field) ? 'optional' : 'required'

const Asked = ({ flow, path, cards, field }: StepProps & { field: string }) => {
  const full = nameResolver(guestOfStep(flow.steps[path]))(field)
  const isOfLaw = useStore(proof).proved?.seals.some((one) => one.field === full)
  const label = labelIn(cards, full)
  const fixed = isOfLaw ? 'flow.cards.law' : needed.has(field) ? 'flow.cards.needed' : undefined
  // An optional consent is not a condition of the stay.
  const isConsent = ownQuestionOf(flow.fields[field])?.kind === 'consent'
  const set = (wish: Wish) =>
    perform({
      kind: 'placeQuestion',
      field,
      from: path,
      ...(wish !== 'none' && { to: path, optional: wish === 'optional' }),
    })
  return (
    <li className="asked">
      <span>{label}</span>
      {fixed ? (
        <span className="chip">{say(fixed)}</span>
      ) : (
        <select
          aria-label={say('flow.cards.how', { what: label })}
          value={wishOf(flow, path, field)}
          onChange={({ target }) => void set(target.value as Wish)}
        >
          {askModes
            .filter((wish) => wish !== 'optional' || !isConsent)
            .map((wish) => (
              <option key={wish} value={wish}>
                {say(`flow.cards.${wish}`)}
              </option>
            ))}
        </select>
      )}
    </li>
  )
}

/** The questions of a card. Those that the law or the check-in needs cannot be changed. */
export const CardQuestions = (props: StepProps) => {
  const fields = fieldNamesOf(props.flow.steps[props.path]!)
  return (
    <section className="stack card-questions" aria-labelledby="card-questions">
      <h2 id="card-questions">{say('flow.cards.asks')}</h2>
      {fields.length ? (
        <ul>
          {fields.map((field) => (
            <Asked key={field} {...props} field={field} />
          ))}
        </ul>
      ) : (
        <p>{say('flow.cards.asksNothing')}</p>
      )}
      <AddQuestion {...props} />
    </section>
  )
}
