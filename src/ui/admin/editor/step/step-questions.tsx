import { type ComponentProps, useState } from 'react'
import { languages } from '../../../../../schema/languages'
import type { Flow } from '../../../../../schema/steps'
import { guestOfStep } from '../../../../core/diagram/graph'
import { isSame } from '../../../../core/editor/edits/editing'
import { freeNameOf, namesBeside, ownNames, ownQuestionOf } from '../../../../core/editor/edits/own-question-edits'
import { hasOptions, type Operation, type OwnWords, type Texts } from '../../../../core/editor/operations'
import type { Seal } from '../../../../core/editor/seals'
import { definitionOf, fieldNamesOf } from '../../../../core/flow/fields'
import { nameResolver } from '../../../../core/flow/names'
import { speaker } from '../../../../core/flow/speaker'
import { PickBox, Tick } from '../../../look/boxes'
import { Button } from '../../../look/parts'
import { useStore } from '../../../shared/page-store'
import { say } from '../../../shared/published'
import { editDraft } from '../draft/draft-session'
import { proof } from '../draft/proof-state'
import { labelIn, questionPicks, type StepProps, stepPicks } from '../edit-dialogs/conditions'
import { askPick, perform } from '../edit-dialogs/edit-dialog'
import { askQuestion } from '../edit-dialogs/question-dialog'

const wordsOf = ({ words }: Flow, field: string, values: readonly string[]): OwnWords => {
  const texts = (key: string): Texts =>
    Object.fromEntries(languages.flatMap((one) => (words[one]?.[key] ? [[one, words[one][key]]] : [])))
  return {
    label: texts(`${field}.label`),
    hint: texts(`${field}.hint`),
    options: Object.fromEntries(values.map((value) => [value, texts(`${field}.${value}`)])),
  }
}

const write = (flow: Flow, key: string, texts: Texts | undefined) => {
  for (const language of languages) {
    const before = flow.words[language]?.[key] ?? ''
    const after = texts?.[language]?.trim() ? texts[language]! : ''
    if (after !== before) editDraft({ kind: 'setWord', key, language, text: after || null })
  }
}

/** Changes the question wherever it is asked, also of the other guests, who keep conditions of their own. */
const changeOwnQuestion = async ({ flow, path, cards, field }: StepProps & { field: string }) => {
  const before = ownQuestionOf(flow.fields[field])
  if (!before) return
  const known = { question: before, words: wordsOf(flow, field, before.options ?? []) }
  const asked = await askQuestion({ flow, path, cards, known })
  if (!asked) return
  const { words } = asked
  const { when, ...rest } = asked.question
  for (const name of namesBeside(flow, field)) {
    const was = ownQuestionOf(flow.fields[name])
    const condition = isSame(when ?? null, before.when ?? null) ? was?.when : when
    const question = { ...rest, ...(condition && { when: condition }) }
    if (!isSame(was, question) && !(await perform({ kind: 'changeQuestion', field: name, question }))) return
    write(flow, `${name}.label`, words.label)
    write(flow, `${name}.hint`, words.hint)
    for (const value of hasOptions(question.kind) ? (question.options ?? []) : [])
      write(flow, `${name}.${value}`, words.options?.[value])
  }
}

type QuestionProps = StepProps & { field: string }

const movedElsewhere = async ({ flow, path, cards, field }: QuestionProps) => {
  // A step of another guest would ask that guest.
  const guestAt = (step: string) => JSON.stringify(flow.steps[step]!.guest)
  const others = Object.keys(flow.steps).filter((one) => guestAt(one) !== guestAt(path))
  const picks = stepPicks(flow, cards, [path, ...others])
  const to = await askPick({ title: say('flow.elsewhere'), label: say('flow.toStepOf'), picks })
  if (to) await perform({ kind: 'placeQuestion', field, from: path, to })
}

const Choices = ({ flow, path, cards, field }: QuestionProps) => {
  const all = (definitionOf(flow, field)?.options ?? []).map((one) => (typeof one === 'string' ? one : one.value))
  const chosen = flow.steps[path]!.choices?.[field] ?? all
  const speak = speaker(cards)
  const set = (value: string, isOn: boolean) => {
    const next = all.filter((one) => (one === value ? isOn : chosen.includes(one)))
    void perform({
      kind: 'setStep',
      step: path,
      members: { choices: { [field]: next.length === all.length ? null : next } },
    })
  }
  if (all.length < 2) return null
  return (
    <details>
      <summary>{say('flow.choices', { count: chosen.length })}</summary>
      {all.map((value) => (
        <Tick
          key={value}
          label={speak.option(nameResolver(guestOfStep(flow.steps[path]))(field), value)}
          value={chosen.includes(value)}
          set={(isOn) => set(value, isOn)}
        />
      ))}
    </details>
  )
}

const SealMark = ({ seal: { laws, excused } }: { seal: Seal }) => (
  <span className="chip warn">
    {say('flow.sealed', { laws: laws.join(', ') })}
    {excused && ` ${say('flow.excused')}`}
  </span>
)

type EditButtonProps = ComponentProps<typeof Button> & { to: Operation | (() => void); isLoss?: boolean }

const EditButton = ({ to, isLoss = false, ...button }: EditButtonProps) => (
  <Button
    {...button}
    kind={isLoss ? 'small danger-text' : 'small'}
    onClick={() => (typeof to === 'function' ? to() : void perform(to))}
  />
)

const Actions = ({ label, ...props }: QuestionProps & { label: string }) => {
  const { flow, path, field } = props
  const step = flow.steps[path]!
  const isOptional = step.optional?.includes(field) ?? false
  const list = (isOptional ? step.optional : step.fields) ?? []
  const at = list.indexOf(field)
  const after = (place: number) => (place < 0 ? null : list[place]!)
  const here = { kind: 'placeQuestion', field, from: path, to: path } as const
  const moved = (to: number): Operation => ({ ...here, after: after(to) })
  const isOwn = flow.fields[field]?.schema !== undefined
  // An optional consent is not a condition of the stay.
  const mayBeOptional = isOptional || ownQuestionOf(flow.fields[field])?.kind !== 'consent'
  return (
    <div className="buttons">
      <EditButton text="↑" aria-label={say('flow.up', { what: label })} isOff={at === 0} to={moved(at - 2)} />
      <EditButton
        text="↓"
        aria-label={say('flow.down', { what: label })}
        isOff={at === list.length - 1}
        to={moved(at + 1)}
      />
      {mayBeOptional && (
        <EditButton
          text={say(isOptional ? 'flow.makeRequired' : 'flow.makeOptional')}
          aria-label={`${say(isOptional ? 'flow.makeRequired' : 'flow.makeOptional')}: ${label}`}
          to={{ ...here, optional: !isOptional }}
        />
      )}
      {isOwn && (
        <EditButton
          text={say('flow.edit')}
          aria-label={say('flow.change', { what: label })}
          to={() => void changeOwnQuestion(props)}
        />
      )}
      <EditButton
        text={say('flow.elsewhere')}
        aria-label={`${say('flow.elsewhere')}: ${label}`}
        to={() => void movedElsewhere(props)}
      />
      <EditButton
        isLoss
        text={say('flow.takeAway')}
        aria-label={say('flow.remove', { what: label })}
        to={{ kind: 'placeQuestion', field, from: path }}
      />
      {isOwn && (
        <EditButton
          isLoss
          text={say('flow.archive')}
          aria-label={`${say('flow.archive')}: ${label}`}
          to={{ kind: 'changeQuestion', field, question: null }}
        />
      )}
    </div>
  )
}

/** A question of a step, with its seal and its actions. */
const QuestionRow = (props: QuestionProps) => {
  const { flow, path, cards, field } = props
  const full = nameResolver(guestOfStep(flow.steps[path]))(field)
  const seal = useStore(proof).proved?.seals.find((one) => one.field === full)
  const label = labelIn(cards, full)
  const isOptional = flow.steps[path]!.optional?.includes(field)
  return (
    <li className="item stack tight question-row" id={`question-${field}`} tabIndex={-1}>
      <h4>
        {label} {isOptional && <span className="chip">{say('flow.optional')}</span>} <code>{field}</code>
        {seal && <SealMark seal={seal} />}
      </h4>
      <Actions {...props} label={label} />
      <Choices {...props} />
    </li>
  )
}

/** Adds an existing question or a new one. */
export const AddQuestion = ({ flow, path, cards }: StepProps) => {
  const [field, setField] = useState('')
  const step = flow.steps[path]!
  const make = async () => {
    const asked = await askQuestion({ flow, path, cards })
    if (!asked) return
    const { question, words, optional, perGuest } = asked
    const name = freeNameOf(flow, words.label.it ?? '', perGuest)
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
        <Button text={say('flow.add')} isOff={!field} onClick={() => void put()} />
      </div>
      <p>
        <Button text={say('flow.newQuestion')} onClick={() => void make()} />
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
