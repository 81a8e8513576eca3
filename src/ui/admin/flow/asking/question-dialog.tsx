import { useState } from 'react'
import { type Purpose, purposes } from '../../../../../schema/vocabulary'
import type { OwnKind, OwnQuestion, OwnWords, Texts } from '../../../../core/flow-edit/operations'
import { ownKinds } from '../../../../core/flow-edit/operations'
import { say } from '../../../shared/published'
import { ask } from '../../dialogs/ask'
import { type Row, rowsOf, whenOf } from './arm-rows'
import { Select, TextBox, TextsBoxes, Tick } from './boxes'
import { Conditions } from './conditions'
import { EditDialog } from './edit-dialog'
import type { StepProps } from './step-props'

/** A question of the host's as the dialog gives it. */
export type NewQuestion = {
  field: string
  question: OwnQuestion
  words: OwnWords
  optional: boolean
  perGuest: boolean
}

/** A name for a question from its Italian label: "Targa dell'auto" is `targaDellAuto`. */
const nameOf = (label: string) =>
  label
    .normalize('NFD')
    .replace(/[^A-Za-z0-9 ]/g, '')
    .trim()
    .split(/ +/)
    .map((word, i) => (i ? word[0]!.toUpperCase() + word.slice(1).toLowerCase() : word.toLowerCase()))
    .join('')
    .replace(/^\d+/, '')
    .slice(0, 40)

const number = (text: string) => (/^\d+$/.test(text) ? Number(text) : undefined)

type Typed = {
  kind: OwnKind
  /** What the answer is for; nothing until the host has said it. */
  purpose: Purpose | ''
  label: Texts
  hint: Texts
  /** The answers of a choice: their texts, and the names those have that are there already. */
  options: { texts: Texts; value?: string }[]
  rows: Row[]
  optional: boolean
  perGuest: boolean
  maxLength: string
  least: string
  greatest: string
}

const blank: Typed = {
  kind: 'text',
  purpose: '',
  label: {},
  hint: {},
  options: [{ texts: {} }, { texts: {} }],
  rows: [],
  optional: false,
  perGuest: false,
  maxLength: '',
  least: '',
  greatest: '',
}

/** A question that is there, as the dialog has it. */
const typedFrom = ({ question, words }: Pick<NewQuestion, 'question' | 'words'>): Typed => {
  const { kind, purpose = '', maxLength, least, greatest, options = [], when } = question
  const shown = (number: number | undefined) => (number === undefined ? '' : String(number))
  return {
    ...blank,
    kind,
    purpose,
    label: words.label,
    hint: words.hint ?? {},
    options:
      kind === 'choice' ? options.map((value) => ({ value, texts: words.options?.[value] ?? {} })) : blank.options,
    rows: rowsOf(when),
    maxLength: shown(maxLength),
    least: shown(least),
    greatest: shown(greatest),
  }
}

const made = (typed: Typed): NewQuestion => {
  const { kind, purpose, label, hint, options, optional, perGuest } = typed
  const [maxLength, least, greatest] = [number(typed.maxLength), number(typed.least), number(typed.greatest)]
  const answers = options
    .filter(({ texts }) => texts.it?.trim())
    .map(({ texts, value }) => [value ?? nameOf(texts.it!), texts] as const)
  const when = whenOf(typed.rows)
  return {
    field: nameOf(label.it ?? ''),
    optional,
    perGuest,
    question: {
      kind,
      ...(purpose && { purpose }),
      ...(['text', 'longText'].includes(kind) && maxLength && { maxLength }),
      ...(kind === 'number' && least !== undefined && { least }),
      ...(kind === 'number' && greatest !== undefined && { greatest }),
      ...(kind === 'choice' && { options: answers.map(([value]) => value) }),
      ...(when && { when }),
    },
    words: {
      label,
      ...(Object.values(hint).some(Boolean) && { hint }),
      ...(kind === 'choice' && { options: Object.fromEntries(answers) }),
    },
  }
}

const Limits = ({ typed, put }: { typed: Typed; put: (part: Partial<Typed>) => void }) => (
  <>
    {['text', 'longText'].includes(typed.kind) && (
      <TextBox label={say('flow.maxLength')} numeric value={typed.maxLength} type={(maxLength) => put({ maxLength })} />
    )}
    {typed.kind === 'number' && (
      <>
        <TextBox label={say('flow.least')} numeric value={typed.least} type={(least) => put({ least })} />
        <TextBox label={say('flow.greatest')} numeric value={typed.greatest} type={(greatest) => put({ greatest })} />
      </>
    )}
    {typed.kind === 'choice' && (
      <>
        {typed.options.map(({ texts, value }, at) => (
          <TextsBoxes
            // biome-ignore lint/suspicious/noArrayIndexKey: an answer being written has no name yet
            key={at}
            label={say('flow.answer', { number: at + 1 })}
            texts={texts}
            type={(now) =>
              put({
                options: typed.options.map((one, i) => (i === at ? { ...(value && { value }), texts: now } : one)),
              })
            }
          />
        ))}
        <button
          type="button"
          className="button small"
          onClick={() => put({ options: [...typed.options, { texts: {} }] })}
        >
          {say('flow.addAnswer')}
        </button>
      </>
    )}
  </>
)

type QuestionDialogProps = StepProps & {
  /** The question as it is, where one is changed. */
  known?: Pick<NewQuestion, 'question' | 'words'> | undefined
  answer: (question?: NewQuestion) => void
}

const QuestionDialog = ({ known, answer, ...of }: QuestionDialogProps) => {
  const [typed, setTyped] = useState(known ? typedFrom(known) : blank)
  const put = (part: Partial<Typed>) => setTyped({ ...typed, ...part })
  const title = say(known ? 'flow.changeQuestion' : 'flow.newQuestion')
  return (
    <EditDialog
      title={title}
      isReady={Boolean(nameOf(typed.label.it ?? '') && typed.purpose)}
      save={() => answer(made(typed))}
      cancel={() => answer()}
    >
      <TextsBoxes label={say('flow.questionText')} texts={typed.label} type={(label) => put({ label })} />
      <Select
        label={say('flow.kind')}
        value={typed.kind}
        picks={ownKinds.map((value) => ({ value, text: say(`flow.kind.${value}`) }))}
        pick={(kind) => put({ kind: kind as OwnKind })}
      />
      <Limits typed={typed} put={put} />
      <Select
        label={say('flow.purpose')}
        value={typed.purpose}
        none={say('flow.purpose.none')}
        picks={purposes.map((value) => ({ value, text: say(`flow.purpose.${value}`) }))}
        pick={(purpose) => put({ purpose: purpose as Purpose | '' })}
      />
      {!known && (
        <>
          <Tick label={say('flow.mayLack')} value={typed.optional} set={(optional) => put({ optional })} />
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

/** Asks for a question of the host's, in five languages; `known` is the one to be changed. Undefined when cancelled. */
export const askQuestion = (given: Omit<QuestionDialogProps, 'answer'>) =>
  ask<NewQuestion>((answer) => <QuestionDialog {...given} answer={answer} />)
