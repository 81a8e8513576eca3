import { useState } from 'react'
import { say } from '../../../shared/published'
import { ask } from '../../dialogs/dialog'
import { PickBox } from '../../forms/pick-box'
import { perform } from '../draft/perform'
import { stepPicks } from './choices-of'
import { EditDialog } from './edit-dialog'
import type { StepProps } from './step-props'

type QuestionPlaceProps = StepProps & { field: string; answer: (to?: string) => void }

const QuestionPlaceDialog = ({ flow, path, cards, answer }: QuestionPlaceProps) => {
  // Only steps of the same guest: another step would ask another guest.
  const { guest } = flow.steps[path]!
  const others = Object.keys(flow.steps).filter(
    (one) => JSON.stringify(flow.steps[one]!.guest) !== JSON.stringify(guest),
  )
  const picks = stepPicks(flow, cards, [path, ...others])
  const [to, setTo] = useState(picks[0]?.value ?? '')
  return (
    <EditDialog title={say('flow.elsewhere')} isReady={Boolean(to)} save={() => answer(to)} cancel={() => answer()}>
      <PickBox label={say('flow.toStepOf')} value={to} picks={picks} pick={setTo} />
    </EditDialog>
  )
}

/** Asks for another step and moves the question there. */
export const askPlaceOfQuestion = async (given: StepProps & { field: string }) => {
  const to = await ask<string>((answer) => <QuestionPlaceDialog {...given} answer={answer} />)
  if (to) await perform({ kind: 'placeQuestion', field: given.field, from: given.path, to })
}
