import { useState } from 'react'
import { type Purpose, purposes } from '../../../../../schema/vocabulary'
import { hasLimits, hasOptions, type OwnKind, ownKinds, textFormats } from '../../../../core/editor/operations'
import { FieldBoxes, type FieldRow, PickBox, Tick } from '../../../look/boxes'
import { Button } from '../../../look/parts'
import { say } from '../../../shared/published'
import { ask } from '../../dialogs/dialog'
import type { StepProps } from './choices-of'
import { Conditions } from './conditions'
import { EditDialog, TextsBoxes } from './edit-dialog'
import {
  blankQuestion,
  hasLength,
  missingPart,
  type NewQuestion,
  questionFrom,
  type TypedQuestion,
  typedFrom,
} from './typed-question'

type QuestionLimitsProps = { typed: TypedQuestion; put: (part: Partial<TypedQuestion>) => void }

type NumberName = 'minLength' | 'maxLength' | 'least' | 'greatest'

const numberRows = <F extends NumberName>(...names: F[]): FieldRow<F>[] =>
  names.map((field) => ({ field, label: say(`flow.${field}`), inputMode: 'numeric' }))

const TextLimits = ({ typed, put }: QuestionLimitsProps) => (
  <details open={Boolean(typed.format || typed.minLength || typed.maxLength)}>
    <summary>{say('flow.limits')}</summary>
    {typed.kind === 'text' && (
      <PickBox
        label={say('flow.format')}
        value={typed.format}
        none={say('flow.format.any')}
        picks={textFormats.map((value) => ({ value, text: say(`flow.format.${value}`) }))}
        pick={(format) => put({ format: format as TypedQuestion['format'] })}
      />
    )}
    <FieldBoxes rows={numberRows('minLength', 'maxLength')} values={typed} put={put} />
  </details>
)

const QuestionLimits = ({ typed, put }: QuestionLimitsProps) => (
  <>
    {hasLength(typed.kind) && <TextLimits typed={typed} put={put} />}
    {hasLimits(typed.kind) && <FieldBoxes rows={numberRows('least', 'greatest')} values={typed} put={put} />}
    {hasOptions(typed.kind) && (
      <>
        {typed.options.map(({ texts, value }, at) => (
          <TextsBoxes
            // biome-ignore lint/suspicious/noArrayIndexKey: an answer being written has no name yet
            key={at}
            label={say('flow.answer', { number: at + 1 })}
            texts={texts}
            type={(texts) =>
              put({
                options: typed.options.map((one, i) => (i === at ? { ...(value && { value }), texts } : one)),
              })
            }
          />
        ))}
        <Button kind="small" onClick={() => put({ options: [...typed.options, { texts: {} }] })}>
          {say('flow.addAnswer')}
        </Button>
      </>
    )}
  </>
)

type QuestionDialogProps = StepProps & {
  known?: Pick<NewQuestion, 'question' | 'words'> | undefined
  answer: (question?: NewQuestion) => void
}

const QuestionDialog = ({ known, answer, ...of }: QuestionDialogProps) => {
  const [typed, setTyped] = useState(known ? typedFrom(known) : blankQuestion)
  const put = (part: Partial<TypedQuestion>) => setTyped({ ...typed, ...part })
  const lacking = missingPart(typed)
  const title = say(known ? 'flow.changeQuestion' : 'flow.newQuestion')
  return (
    <EditDialog
      title={title}
      isReady={!lacking}
      lacking={lacking && say(lacking)}
      save={() => answer(questionFrom(typed))}
      cancel={() => answer()}
    >
      <TextsBoxes label={say('flow.questionText')} texts={typed.label} type={(label) => put({ label })} />
      <PickBox
        label={say('flow.kind')}
        value={typed.kind}
        picks={ownKinds.map((value) => ({ value, text: say(`flow.kind.${value}`) }))}
        pick={(kind) => put({ kind: kind as OwnKind })}
      />
      <QuestionLimits typed={typed} put={put} />
      <PickBox
        label={say('flow.purpose')}
        value={typed.purpose}
        none={say('flow.purpose.none')}
        picks={purposes.map((value) => ({ value, text: say(`flow.purpose.${value}`) }))}
        pick={(purpose) => put({ purpose: purpose as Purpose | '' })}
      />
      {!known && (
        <>
          {typed.kind !== 'consent' && (
            <Tick label={say('flow.mayLack')} value={typed.optional} set={(optional) => put({ optional })} />
          )}
          <Tick label={say('flow.perGuest')} value={typed.perGuest} set={(perGuest) => put({ perGuest })} />
        </>
      )}
      <details>
        <summary>{say('flow.hintText')}</summary>
        <TextsBoxes label={say('flow.hintText')} texts={typed.hint} type={(hint) => put({ hint })} />
      </details>
      <details open={typed.rows.length > 0}>
        <summary>{say('flow.askedWhen')}</summary>
        <Conditions {...of} rows={typed.rows} change={(rows) => put({ rows })} />
      </details>
    </EditDialog>
  )
}

/** Asks for a host's question in all languages; `known` is the one to change. Resolves to undefined when cancelled. */
export const askQuestion = (given: Omit<QuestionDialogProps, 'answer'>) =>
  ask<NewQuestion>((answer) => <QuestionDialog {...given} answer={answer} />)
