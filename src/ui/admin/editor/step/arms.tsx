import { type ReactNode, useState } from 'react'
import type { Arm } from '../../../../../schema/steps'
import { guestOfStep } from '../../../../core/diagram/graph'
import { armPieces, type Piece } from '../../../../core/diagram/outline'
import type { ArmList } from '../../../../core/editor/operations'
import { nameResolver } from '../../../../core/flow/names'
import { speaker } from '../../../../core/flow/speaker'
import { PickBox, TextBox, withEntry } from '../../../look/boxes'
import { Button } from '../../../look/parts'
import { say } from '../../../shared/published'
import { ask } from '../../dialogs/dialog'
import {
  Conditions,
  conditionRows,
  factPicks,
  type StepProps,
  setOf,
  stepPicks,
  valuePicks,
  type WriteRow,
  whenOf,
  writeRows,
} from '../edit-dialogs/conditions'
import { EditDialog, perform } from '../edit-dialogs/edit-dialog'

const hows = ['text', 'from', 'forget'] as const

/** A question without options has its value typed. */
const Value = ({ write, put, ...of }: StepProps & { write: WriteRow; put: (value: string) => void }) => {
  const picks = valuePicks(of.flow, of.path, write.field, of.cards)
  return picks.length ? (
    <PickBox label={say('flow.value')} value={write.value} none="—" picks={picks} pick={put} />
  ) : (
    <TextBox label={say('flow.value')} value={write.value} put={put} />
  )
}

const Writes = ({
  writes,
  change,
  ...of
}: StepProps & { writes: WriteRow[]; change: (writes: WriteRow[]) => void }) => {
  const facts = factPicks(of.flow, of.path, of.cards).filter(
    ({ value }) => value !== 'outcome' && !value.startsWith('settings.'),
  )
  const put = (at: number, write?: WriteRow) => change(withEntry(writes, at, write))
  return (
    <details open={writes.length > 0}>
      <summary>{say('flow.writes')}</summary>
      {writes.map((write, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name but their place
        <div className="pick-row" key={at}>
          <PickBox
            label={say('flow.field')}
            value={write.field}
            picks={facts}
            pick={(field) => put(at, { ...write, field, value: '' })}
          />
          <PickBox
            label={say('flow.becomes')}
            value={write.how}
            picks={hows.map((value) => ({ value, text: say(`flow.how.${value}`) }))}
            pick={(how) => put(at, { ...write, how: how as WriteRow['how'], value: '' })}
          />
          {write.how === 'from' && (
            <PickBox
              label={say('flow.how.from')}
              value={write.value}
              none="—"
              picks={facts}
              pick={(value) => put(at, { ...write, value })}
            />
          )}
          {write.how === 'text' && <Value {...of} write={write} put={(value) => put(at, { ...write, value })} />}
          <Button text={say('flow.takeAway')} kind="small" onClick={() => put(at)} />
        </div>
      ))}
      <Button
        text={say('flow.addWrite')}
        kind="small"
        onClick={() => change([...writes, { field: facts[0]?.value ?? '', how: 'text', value: '' }])}
      />
    </details>
  )
}

type ArmDialogProps = StepProps & {
  title: string
  arm: Arm | undefined
  isConditional?: boolean | undefined
  answer: (arm?: Arm) => void
}

const ArmDialog = ({ title, arm, isConditional, answer, ...of }: ArmDialogProps) => {
  const [rows, setRows] = useState(conditionRows(arm?.when))
  const [writes, setWrites] = useState(writeRows(arm?.set))
  const [to, setTo] = useState(typeof arm?.to === 'string' ? arm.to : '')
  const when = whenOf(rows)
  const target = to || arm?.to
  const save = () => {
    const set = setOf(writes)
    if (target) answer({ ...(when && { when }), ...(set && { set }), to: target })
  }
  return (
    <EditDialog title={title} isReady={Boolean(target && (when || !isConditional))} save={save} cancel={() => answer()}>
      <Conditions {...of} rows={rows} change={setRows} />
      <PickBox
        label={say('flow.goesTo')}
        value={to}
        none={to ? undefined : typeof arm?.to === 'object' ? arm.to.from : '—'}
        picks={stepPicks(of.flow, of.cards, [of.path])}
        pick={setTo}
      />
      <Writes {...of} writes={writes} change={setWrites} />
    </EditDialog>
  )
}

/** Asks for an arm of a step. Resolves to undefined when cancelled. */
export const askArm = (given: Omit<ArmDialogProps, 'answer' | 'arm'> & { arm?: Arm | undefined }) =>
  ask<Arm>((answer) => <ArmDialog {...given} arm={given.arm} answer={answer} />)

/** A sentence with strong pieces. */
export const Sentence = ({ pieces }: { pieces: readonly Piece[] }) => {
  let at = 0
  return pieces.map(({ text, strong }) => {
    at += text.length + 1
    return strong ? <strong key={at}>{text}</strong> : <span key={at}>{text}</span>
  })
}

type SentenceRowProps = {
  sentence: string
  /** Undefined if it cannot be removed. */
  remove: (() => unknown) | undefined
  change: () => unknown
  id?: string
  children: ReactNode
  more?: ReactNode
}

/** An arm or guard as a sentence, with buttons to change and remove it. */
export const SentenceRow = ({ sentence, remove, change, id, children, more }: SentenceRowProps) => (
  <li className="item stack tight arm-row" id={id} tabIndex={-1}>
    <p>{children}</p>
    <div className="buttons">
      <Button
        text={say('flow.edit')}
        kind="small"
        aria-label={say('flow.change', { what: sentence })}
        onClick={change}
      />
      {more}
      <Button
        text={say('flow.takeAway')}
        kind="small danger-text"
        aria-label={say('flow.remove', { what: sentence })}
        isOff={!remove}
        onClick={remove}
      />
    </div>
  </li>
)

const nameOf = ({ when, to }: Arm) => ({ ...(when && { when }), to })

type ArmsProps = StepProps & { list?: ArmList }

const Row = ({ flow, path, cards, list = 'next', arm, at }: ArmsProps & { arm: Arm; at: number }) => {
  const arms = flow.steps[path]![list] ?? []
  const named = { kind: 'setEntry', in: list, step: path, entry: nameOf(arm) } as const
  const pieces = armPieces(flow, speaker(cards), arm, at === 0, nameResolver(guestOfStep(flow.steps[path])))
  const sentence = pieces.map(({ text }) => text).join('')
  const change = async () => {
    const becomes = await askArm({ flow, path, cards, title: say('flow.changeArm'), arm })
    if (becomes) await perform({ ...named, becomes })
  }
  const before = arms[at - 1]
  const isLast = list === 'next' && arms.length === 1
  const up = (
    <Button
      text="↑"
      kind="small"
      aria-label={say('flow.up', { what: sentence })}
      isOff={!before}
      onClick={() => void perform({ ...named, before: nameOf(before!) })}
    />
  )
  const remove = () => perform(named)
  return (
    <SentenceRow
      id={`arm-${list}-${at}`}
      sentence={sentence}
      change={change}
      more={up}
      remove={isLast ? undefined : remove}
    >
      <Sentence pieces={pieces} />
    </SentenceRow>
  )
}

/** The arms of a step as sentences, in the order they are tried. */
export const Arms = ({ list = 'next', ...props }: ArmsProps) => {
  const { flow, path, cards } = props
  const arms = flow.steps[path]![list] ?? []
  const id = `step-${list}`
  const add = async () => {
    const arm = await askArm({ flow, path, cards, title: say('flow.addArm') })
    if (arm) await perform({ kind: 'setEntry', in: list, step: path, becomes: arm })
  }
  return (
    <section className="stack" aria-labelledby={id}>
      <h3 id={id}>{say(list === 'next' ? 'flow.arms' : 'flow.back')}</h3>
      <ol className="stack tight">
        {arms.map((arm, at) => (
          <Row key={JSON.stringify(nameOf(arm))} {...props} list={list} arm={arm} at={at} />
        ))}
      </ol>
      <p>
        <Button text={say('flow.addArm')} onClick={() => void add()} />
      </p>
    </section>
  )
}
