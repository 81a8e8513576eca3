import { type ReactNode, useState } from 'react'
import { languageTable } from '../../../../../schema/languages'
import type { Flow } from '../../../../../schema/steps'
import { guestOfStep } from '../../../../core/diagram/graph'
import { armPieces } from '../../../../core/diagram/outline'
import { applyOperation } from '../../../../core/editor/draft/flow-draft'
import { type ArmName, type Operation, stepOfOperation, type Texts } from '../../../../core/editor/operations'
import type { Seal } from '../../../../core/editor/seals'
import { operationSentence, refusalSentence, sideEffectSentence } from '../../../../core/editor/sentences'
import { nameResolver } from '../../../../core/flow/names'
import { speaker } from '../../../../core/flow/speaker'
import { FieldBoxes, type Pick, PickBox, TextBox } from '../../../look/boxes'
import { FaultLine, TextList } from '../../../look/parts'
import { say } from '../../../shared/published'
import { toast } from '../../../shared/toast'
import { ask } from '../../dialogs/dialog'
import { askChoice, FormDialog } from '../../dialogs/questions'
import { useClosing } from '../../shell/unsaved'
import { cardWords, editDraft, editorSession } from '../draft/draft-session'
import { sealsBrokenBy } from '../draft/proof-state'
import { labelIn, stepPicks } from './conditions'

type EditDialogProps = {
  title: string
  isReady: boolean
  /** Shown when Save is pressed too early; by default that an answer is required. */
  lacking?: string | undefined
  save: () => void
  cancel: () => void
  children: ReactNode
}

/** A dialog that edits the draft. Cancel and Back ask before they discard what was typed. */
export const EditDialog = ({ title, isReady, lacking, save, cancel, children }: EditDialogProps) => {
  const [isChanged, setChanged] = useState(false)
  const [isTried, setTried] = useState(false)
  const leave = useClosing(isChanged, title, cancel)
  return (
    <FormDialog
      title={title}
      yes={say('flow.keep')}
      isReady={isReady}
      className="editing"
      send={() => (isReady ? save() : setTried(true))}
      cancel={() => void leave()}
      onChange={() => setChanged(true)}
    >
      <div className="scroll">{children}</div>
      <FaultLine>{isTried && !isReady && (lacking ?? say('any.required'))}</FaultLine>
    </FormDialog>
  )
}

type PickQuestion = { title: string; label: string; picks: readonly Pick[]; none?: string }

const PickDialog = ({ title, answer, ...question }: PickQuestion & { answer: (value?: string) => void }) => {
  const [value, pick] = useState(question.none === undefined ? (question.picks[0]?.value ?? '') : '')
  return (
    <EditDialog title={title} isReady={Boolean(value)} save={() => answer(value)} cancel={() => answer()}>
      <PickBox {...question} {...{ value, pick }} />
    </EditDialog>
  )
}

/** Asks for one of several values, the first unless `none`. Resolves to undefined when cancelled. */
export const askPick = (given: PickQuestion) => ask<string>((answer) => <PickDialog {...given} answer={answer} />)

/** A text in all languages, one box each. */
export const TextsBoxes = ({ label, texts, type }: { label: string; texts: Texts; type: (texts: Texts) => void }) => (
  <fieldset className="stack tight texts">
    <legend>{label}</legend>
    <FieldBoxes
      rows={languageTable.map(({ code, name }) => ({ field: code, label: name, lang: code }))}
      values={texts}
      put={(change) => type({ ...texts, ...change })}
    />
  </fieldset>
)

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

type Question = {
  sentence: string
  sideEffects: readonly string[]
  seals: readonly Seal[]
  cards: Record<string, string>
}

const confirmEdit = ({ sentence, sideEffects, seals, cards }: Question) =>
  askChoice(
    { title: say('flow.sure'), yes: say('flow.doIt'), danger: seals.length > 0 },
    <>
      <p>{sentence}.</p>
      {sideEffects.length > 0 && (
        <>
          <p>{say('flow.sideEffects')}</p>
          <TextList className="bullets" lines={sideEffects} />
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
    const sideEffects = [...new Set(outcome.sideEffects.map((one) => sideEffectSentence(one, cards)))]
    const seals = await sealsBrokenBy(operation)
    const sentence = operationSentence(operation, cards, flow.steps[stepOfOperation(operation) ?? ''])
    if (
      (sideEffects.length || seals.length || isRemoval(operation)) &&
      !(await confirmEdit({ sentence, sideEffects, seals, cards }))
    )
      return false
  }
  return !editDraft(operation)
}

/** The place of a step: the step before and one of its arms; for a new step also address and title. */
type StepPlace = { after: string; arm?: ArmName; to: string; title: Texts }

type PlaceDialogProps = {
  flow: Flow
  cards: Record<string, string>
  heading: string
  after: string
  but?: readonly string[]
  isNew?: boolean
  answer: (place?: StepPlace) => void
}

const armPicks = (flow: Flow, cards: Record<string, string>, path: string): Pick[] => {
  const step = flow.steps[path]!
  const name = nameResolver(guestOfStep(step))
  const speak = speaker(cards)
  return step.next.map((arm, i) => ({
    value: String(i),
    text: armPieces(flow, speak, arm, i === 0, name)
      .map(({ text }) => text)
      .join(''),
  }))
}

/** "Come arrivi?" gives `/come-arrivi`. */
const addressFrom = (title: string) => {
  const words = title
    .normalize('NFD')
    .replace(/[^A-Za-z0-9 ]/g, '')
    .trim()
    .toLowerCase()
    .split(/ +/)
    .join('-')
  return words ? `/${words}` : ''
}

const PlaceDialog = ({ flow, cards, heading, but = [], isNew, answer, ...first }: PlaceDialogProps) => {
  const [after, setAfter] = useState(first.after)
  const [arm, setArm] = useState('')
  const [title, setTitle] = useState<Texts>({})
  const [typed, setTyped] = useState<string>()
  const address = typed ?? addressFrom(title.it ?? '')
  const arms = flow.steps[after] ? armPicks(flow, cards, after) : []
  const isReady = after && (!isNew || (address && title.it?.trim()))
  const save = () => {
    const chosen = flow.steps[after]?.next[Number(arm)]
    const name = arm && chosen ? { ...(chosen.when && { when: chosen.when }), to: chosen.to } : undefined
    answer({ after, to: address, title, ...(name && { arm: name }) })
  }
  return (
    <EditDialog title={heading} isReady={Boolean(isReady)} save={save} cancel={() => answer()}>
      {isNew && (
        <>
          <TextsBoxes label={say('flow.stepTitle')} texts={title} type={setTitle} />
          <TextBox label={say('flow.address')} value={address} put={setTyped} hint={say('flow.addressHint')} />
        </>
      )}
      <PickBox
        label={say('flow.after')}
        value={after}
        picks={stepPicks(flow, cards, but)}
        pick={(path) => {
          setAfter(path)
          setArm('')
        }}
      />
      {arms.length > 1 && (
        <PickBox label={say('flow.onWay')} value={arm} none={say('flow.allWays')} picks={arms} pick={setArm} />
      )}
    </EditDialog>
  )
}

/** Asks for the place of a step. Resolves to undefined when cancelled. */
export const askPlace = (given: Omit<PlaceDialogProps, 'answer'>) =>
  ask<StepPlace>((answer) => <PlaceDialog {...given} answer={answer} />)
