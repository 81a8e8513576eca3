import { applyOperation } from '../../../../core/editor/draft/flow-draft'
import { type Operation, stepOfOperation } from '../../../../core/editor/operations'
import type { Seal } from '../../../../core/editor/seals'
import { consequenceSentence, operationSentence, refusalSentence } from '../../../../core/editor/sentences'
import { speaker } from '../../../../core/flow/speaker'
import { say } from '../../../shared/published'
import { toast } from '../../../shared/toast'
import { askChoice } from '../../dialogs/questions'
import { labelIn } from '../edit-dialogs/choices-of'
import { sealsBrokenBy } from './proof-state'
import { cardWords, editDraft, editorSession } from './session'

const isDestructive = (operation: Operation): boolean => {
  if (operation.kind === 'placeQuestion') return operation.from !== undefined
  if (operation.kind === 'setEntry') return operation.in !== 'homes'
  if (operation.kind === 'setStep') return ['choices', 'do', 'guest'].some((member) => member in operation.members)
  return ['removeStep', 'moveStep', 'changeQuestion'].includes(operation.kind)
}

/** Removals are always confirmed. */
const isRemoval = (operation: Operation): boolean => {
  if (operation.kind === 'placeQuestion') return operation.to === undefined
  if (operation.kind === 'setEntry') return !operation.becomes && operation.before === undefined
  return operation.kind === 'removeStep' || (operation.kind === 'changeQuestion' && !operation.question)
}

const Broken = ({ seals, cards }: { seals: readonly Seal[]; cards: Record<string, string> }) => {
  const speak = speaker(cards)
  const nameOf = ({ field, who }: Seal) => {
    const label = labelIn(cards, field)
    return who === 'stay' ? label : `${label} (${speak.say(`map.${who}`)})`
  }
  const journey = seals.find(({ lacks }) => lacks)?.lacks
  const laws = [...new Set(seals.flatMap((seal) => seal.laws))]
  return (
    <div className="sealed" role="group" aria-label={say('flow.seal')}>
      <p>
        <strong>
          {say('flow.lost', { fields: [...new Set(seals.map(nameOf))].join(', '), laws: laws.join(', ') })}
        </strong>
      </p>
      {journey && (
        <p>{say('flow.lostOn', { journey: journey.map((path) => cards[`${path}.title`] ?? path).join(' → ') })}</p>
      )}
    </div>
  )
}

type Question = { sentence: string; along: readonly string[]; seals: readonly Seal[]; cards: Record<string, string> }

const confirmEdit = ({ sentence, along, seals, cards }: Question) =>
  askChoice(
    { title: say('flow.sure'), yes: say('flow.doIt'), danger: seals.length > 0 },
    <>
      <p>{sentence}.</p>
      {along.length > 0 && (
        <>
          <p>{say('flow.along')}</p>
          <ul className="bullets">
            {along.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </>
      )}
      {seals.length > 0 && <Broken seals={seals} cards={cards} />}
    </>,
  )

/** Asks first about side effects, shows a refusal. Resolves to whether the edit was made. */
export const perform = async (operation: Operation): Promise<boolean> => {
  const { flow, shipped } = editorSession.get()!
  const cards = cardWords(editorSession.get()!)
  const outcome = applyOperation(flow, operation, shipped)
  if ('refused' in outcome) {
    toast.show({ tone: 'bad', title: say('flow.cannot'), text: refusalSentence(outcome, cards), life: 10_000 })
    return false
  }
  if (isDestructive(operation)) {
    const along = [...new Set(outcome.along.map((one) => consequenceSentence(one, cards)))]
    const seals = await sealsBrokenBy(operation)
    const sentence = operationSentence(operation, cards, flow.steps[stepOfOperation(operation) ?? ''])
    if (
      (along.length || seals.length || isRemoval(operation)) &&
      !(await confirmEdit({ sentence, along, seals, cards }))
    )
      return false
  }
  return !editDraft(operation)
}
