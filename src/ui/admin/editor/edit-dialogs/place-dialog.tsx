import { useState } from 'react'
import type { Flow } from '../../../../../schema/steps'
import { guestOfStep } from '../../../../core/diagram/graph'
import { armPieces } from '../../../../core/diagram/outline'
import type { ArmName, Texts } from '../../../../core/editor/operations'
import { nameResolver } from '../../../../core/flow/names'
import { speaker } from '../../../../core/flow/speaker'
import { type Pick, PickBox, TextBox } from '../../../look/boxes'
import { say } from '../../../shared/published'
import { ask } from '../../dialogs/dialog'
import { stepPicks } from './choices-of'
import { EditDialog, TextsBoxes } from './edit-dialog'

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
