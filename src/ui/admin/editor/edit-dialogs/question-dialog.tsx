import { useState } from 'react'
import { type Purpose, purposes } from '../../../../../schema/vocabulary'
import { fieldNameOf, isSound, withOptionValues } from '../../../../core/editor/edits/own-question-edits'
import {
  hasLimits,
  hasOptions,
  type OwnKind,
  type OwnQuestion,
  type OwnWords,
  ownKinds,
  type Texts,
  textFormats,
} from '../../../../core/editor/operations'
import { FieldBoxes, type FieldRow, PickBox, Tick } from '../../../look/boxes'
import { Button } from '../../../look/parts'
import { say } from '../../../shared/published'
import { ask } from '../../dialogs/dialog'
import { Conditions, conditionRows, type Row, type StepProps, whenOf } from './conditions'
import { EditDialog, TextsBoxes } from './edit-dialog'

/** Returns whether the length of the answer can be limited. */
const hasLength = (kind: OwnKind): boolean => kind === 'text' || kind === 'longText'

type NewQuestion = {
  question: OwnQuestion
  words: OwnWords
  optional: boolean
  perGuest: boolean
}

const number = (text: string) => (/^\d+([.,]\d{1,2})?$/.test(text.trim()) ? Number(text.replace(',', '.')) : undefined)

type TypedQuestion = {
  kind: OwnKind
  purpose: Purpose | ''
  label: Texts
  hint: Texts
  options: { texts: Texts; value?: string }[]
  rows: Row[]
  optional: boolean
  perGuest: boolean
  format: NonNullable<OwnQuestion['format']> | ''
  minLength: string
  maxLength: string
  least: string
  greatest: string
}

const blankQuestion: TypedQuestion = {
  kind: 'text',
  purpose: '',
  label: {},
  hint: {},
  options: [{ texts: {} }, { texts: {} }],
  rows: [],
  optional: false,
  perGuest: false,
  format: '',
  minLength: '',
  maxLength: '',
  least: '',
  greatest: '',
}

/** Returns the dialog's state for an existing question. */
const typedFrom = ({ question, words }: Pick<NewQuestion, 'question' | 'words'>): TypedQuestion => {
  const { kind, purpose = '', format = '', minLength, maxLength, least, greatest, options = [], when } = question
  const shown = (number: number | undefined) => (number === undefined ? '' : String(number))
  return {
    ...blankQuestion,
    kind,
    purpose,
    label: words.label,
    hint: words.hint ?? {},
    options: hasOptions(kind)
      ? options.map((value) => ({ value, texts: words.options?.[value] ?? {} }))
      : blankQuestion.options,
    rows: conditionRows(when),
    format,
    minLength: shown(minLength),
    maxLength: shown(maxLength),
    least: shown(least),
    greatest: shown(greatest),
  }
}

/** Returns the question for the dialog's state. */
const questionFrom = (typed: TypedQuestion): NewQuestion => {
  const { kind, purpose, label, hint, options, optional, perGuest } = typed
  const [minLength, maxLength] = [number(typed.minLength), number(typed.maxLength)]
  const [least, greatest] = [number(typed.least), number(typed.greatest)]
  const answers = withOptionValues(options.filter(({ texts }) => texts.it?.trim()))
  const when = whenOf(typed.rows)
  return {
    // An optional consent is not a condition of the stay.
    optional: optional && kind !== 'consent',
    perGuest,
    question: {
      kind,
      ...(purpose && { purpose }),
      ...(kind === 'text' && typed.format && { format: typed.format }),
      ...(hasLength(kind) && minLength && { minLength }),
      ...(hasLength(kind) && maxLength && { maxLength }),
      ...(hasLimits(kind) && least !== undefined && { least }),
      ...(hasLimits(kind) && greatest !== undefined && { greatest }),
      ...(hasOptions(kind) && { options: answers.map(([value]) => value) }),
      ...(when && { when }),
    },
    words: {
      label,
      ...(Object.values(hint).some(Boolean) && { hint }),
      ...(hasOptions(kind) && { options: Object.fromEntries(answers) }),
    },
  }
}

type NumberName = 'minLength' | 'maxLength' | 'least' | 'greatest'

const limitsOf = (kind: OwnKind): NumberName[] =>
  hasLength(kind) ? ['minLength', 'maxLength'] : hasLimits(kind) ? ['least', 'greatest'] : []

/** Returns the key of the sentence that says what is missing or wrong; undefined when it can be saved. */
const missingPart = (typed: TypedQuestion): string | undefined => {
  const { label, kind, options, purpose } = typed
  if (!fieldNameOf(label.it ?? '')) return 'flow.lacks.label'
  if (hasOptions(kind) && options.filter(({ texts }) => texts.it?.trim()).length < 2) return 'flow.lacks.options'
  const isUnread = limitsOf(kind).some((name) => typed[name].trim() && number(typed[name]) === undefined)
  if (isUnread || !isSound(questionFrom(typed).question)) return 'flow.lacks.limits'
  return purpose ? undefined : 'flow.lacks.purpose'
}

type QuestionLimitsProps = { typed: TypedQuestion; put: (part: Partial<TypedQuestion>) => void }

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
        <Button
          text={say('flow.addAnswer')}
          kind="small"
          onClick={() => put({ options: [...typed.options, { texts: {} }] })}
        />
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
