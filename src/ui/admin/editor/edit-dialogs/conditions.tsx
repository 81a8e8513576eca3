import { PickBox, withEntry } from '../../../look/boxes'
import { Button } from '../../../shared/button'
import { say } from '../../../shared/published'
import { answeredValue, notAnswered, type Row } from './arm-rows'
import type { StepProps } from './choices-of'
import { factPicks, valuePicks } from './choices-of'

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
