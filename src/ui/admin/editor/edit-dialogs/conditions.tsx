import type { Arm, When } from '../../../../../schema/steps'
import { PickBox, withEntry } from '../../../look/boxes'
import { Button } from '../../../look/parts'
import { say } from '../../../shared/published'
import { factPicks, type StepProps, valuePicks } from './choices-of'

/** A part of a condition: a fact and its value, or `given` for "is answered". Rows of one fact are alternatives. */
export type Row = { fact: string; value: string }

/** Asks whether there is an answer. */
const answeredValue = 'true'
const notAnswered = 'false'

/** Returns a condition as rows. */
export const conditionRows = (when: When | undefined): Row[] =>
  Object.entries(when ?? {}).flatMap(([fact, value]) =>
    Array.isArray(value) ? value.map((one) => ({ fact, value: one })) : [{ fact, value: String(value) }],
  )

/** Returns rows as a condition; undefined without rows. */
export const whenOf = (rows: readonly Row[]): When | undefined => {
  const facts = [...new Set(rows.map(({ fact }) => fact))].filter(Boolean)
  const expected = (values: string[]) =>
    values.length > 1 ? values : values[0] === answeredValue ? true : values[0] === notAnswered ? false : values[0]!
  const entries = facts.map((fact) => [
    fact,
    expected([...new Set(rows.filter((row) => row.fact === fact).map(({ value }) => value))]),
  ])
  return entries.length ? Object.fromEntries(entries) : undefined
}

/** A write of an arm: a text, the answer of another field, or removal. */
export type WriteRow = { field: string; how: 'text' | 'from' | 'forget'; value: string }

/** Returns the writes of an arm as rows. */
export const writeRows = (set: Arm['set']): WriteRow[] =>
  Object.entries(set ?? {}).map(([field, value]) =>
    value === null
      ? { field, how: 'forget', value: '' }
      : typeof value === 'object'
        ? { field, how: 'from', value: value.from }
        : { field, how: 'text', value },
  )

/** Returns rows as writes, without incomplete ones. */
export const setOf = (writes: readonly WriteRow[]): Arm['set'] | undefined => {
  const entries = writes
    .filter(({ field, how, value }) => field && (how === 'forget' || value))
    .map(({ field, how, value }) => [field, how === 'forget' ? null : how === 'from' ? { from: value } : value])
  return entries.length ? Object.fromEntries(entries) : undefined
}

/** The condition of an arm, guard or question; two rows of one question are alternatives. */
export const Conditions = ({ rows, change, ...of }: StepProps & { rows: Row[]; change: (rows: Row[]) => void }) => {
  const facts = factPicks(of.flow, of.path, of.cards)
  const put = (at: number, row?: Row) => change(withEntry(rows, at, row))
  const isAnswered = [
    { value: answeredValue, text: say('flow.isGiven') },
    { value: notAnswered, text: say('flow.isLacking') },
  ]
  const valuesOf = (fact: string) => [...valuePicks(of.flow, of.path, fact, of.cards), ...isAnswered]
  const beginning = facts[0]?.value ?? ''
  return (
    <fieldset className="stack tight rows">
      <legend>{say('flow.conditions')}</legend>
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name but their place
        <div className="pick-row" key={at}>
          <PickBox
            label={say('flow.if')}
            value={row.fact}
            picks={facts}
            pick={(fact) => put(at, { fact, value: valuesOf(fact)[0]!.value })}
          />
          <PickBox
            label={say('flow.is')}
            value={row.value}
            picks={valuesOf(row.fact)}
            pick={(value) => put(at, { ...row, value })}
          />
          <Button kind="small" onClick={() => put(at)}>
            {say('flow.takeAway')}
          </Button>
        </div>
      ))}
      <Button kind="small" onClick={() => change([...rows, { fact: beginning, value: valuesOf(beginning)[0]!.value }])}>
        {say('flow.addCondition')}
      </Button>
    </fieldset>
  )
}
