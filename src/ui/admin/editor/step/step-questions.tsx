import { useState } from 'react'
import { guestOfStep } from '../../../../core/diagram/graph'
import { ownNames } from '../../../../core/editor/edits/own-question-edits'
import { fieldNamesOf } from '../../../../core/flow/fields'
import { PickBox } from '../../../look/boxes'
import { Button } from '../../../look/parts'
import { say } from '../../../shared/published'
import { perform } from '../draft/perform'
import { questionPicks, type StepProps } from '../edit-dialogs/choices-of'
import { askQuestion } from '../edit-dialogs/question-dialog'
import { QuestionRow } from './question-row'

/** Adds an existing question or a new one. */
export const AddQuestion = ({ flow, path, cards }: StepProps) => {
  const [field, setField] = useState('')
  const step = flow.steps[path]!
  const make = async () => {
    const asked = await askQuestion({ flow, path, cards })
    if (!asked) return
    const { field: name, question, words, optional, perGuest } = asked
    if (!(await perform({ kind: 'makeQuestion', field: name, question, words, ...(perGuest && { perGuest }) }))) return
    const who = guestOfStep(step) ?? 'main'
    const own = perGuest ? ownNames(name, true).find((one) => one.startsWith(who))! : name
    await perform({ kind: 'placeQuestion', field: own, to: path, optional })
  }
  const put = async () => {
    if (field && (await perform({ kind: 'placeQuestion', field, to: path }))) setField('')
  }
  return (
    <>
      <div className="pick-row">
        <PickBox
          label={say('flow.addQuestion')}
          value={field}
          none="—"
          picks={questionPicks(flow, path, cards)}
          pick={setField}
        />
        <Button aria-disabled={!field || undefined} onClick={() => void put()}>
          {say('flow.add')}
        </Button>
      </div>
      <p>
        <Button onClick={() => void make()}>{say('flow.newQuestion')}</Button>
      </p>
    </>
  )
}

/** The questions of a step. */
export const StepQuestions = (props: StepProps) => (
  <section className="stack" aria-labelledby="step-questions">
    <h3 id="step-questions">{say('flow.questions')}</h3>
    <ol className="stack tight">
      {fieldNamesOf(props.flow.steps[props.path]!).map((one) => (
        <QuestionRow key={one} {...props} field={one} />
      ))}
    </ol>
    <AddQuestion {...props} />
  </section>
)
