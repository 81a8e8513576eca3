import { useState } from 'react'
import type { Arm } from '../../../../../schema/steps'
import { PickBox, TextBox, withEntry } from '../../../look/boxes'
import { Button } from '../../../look/parts'
import { say } from '../../../shared/published'
import { ask } from '../../dialogs/dialog'
import { factPicks, type StepProps, stepPicks, valuePicks } from './choices-of'
import { Conditions, conditionRows, setOf, type WriteRow, whenOf, writeRows } from './conditions'
import { EditDialog } from './edit-dialog'

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
          <Button kind="small" onClick={() => put(at)}>
            {say('flow.takeAway')}
          </Button>
        </div>
      ))}
      <Button
        kind="small"
        onClick={() => change([...writes, { field: facts[0]?.value ?? '', how: 'text', value: '' }])}
      >
        {say('flow.addWrite')}
      </Button>
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
