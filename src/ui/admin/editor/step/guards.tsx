import type { Arm, Guard } from '../../../../../schema/steps'
import { guardSentence } from '../../../../core/editor/sentences'
import { covers } from '../../../../core/flow/arms'
import { PickBox } from '../../../look/boxes'
import { Button } from '../../../shared/button'
import { say } from '../../../shared/published'
import { perform } from '../draft/perform'
import { askArm } from '../edit-dialogs/arm-dialog'
import type { StepProps } from '../edit-dialogs/choices-of'
import { stepPicks } from '../edit-dialogs/choices-of'
import { SentenceRow } from './sentence-row'

const guardFrom = (at: string, { when, to, set }: Arm): Guard | undefined =>
  when && typeof to === 'string' ? { at, when, to, ...(set && { set }) } : undefined

const GuardRow = ({ guard, ...of }: StepProps & { guard: Guard }) => {
  const named = { kind: 'setEntry', in: 'guards', entry: { at: guard.at, when: guard.when } } as const
  const sentence = guardSentence(guard, of.cards)
  const change = async () => {
    const { when, to, set } = guard
    const arm = await askArm({
      ...of,
      title: say('flow.addGuard'),
      isConditional: true,
      arm: { when, to, ...(set && { set }) },
    })
    const becomes = arm && guardFrom(guard.at, arm)
    if (becomes) await perform({ ...named, becomes })
  }
  return (
    <SentenceRow sentence={sentence} change={change} remove={() => perform(named)}>
      {sentence}
    </SentenceRow>
  )
}

/** The guards of a step: whom they redirect, and where. */
export const Guards = ({ flow, path, cards }: StepProps) => {
  const here = flow.guards.filter(({ at }) => covers(at, path))
  const add = async () => {
    const arm = await askArm({ flow, path, cards, title: say('flow.addGuard'), isConditional: true })
    const guard = arm && guardFrom(path, arm)
    if (guard) await perform({ kind: 'setEntry', in: 'guards', becomes: guard })
  }
  return (
    <fieldset className="stack tight rows">
      <legend>{say('flow.guards')}</legend>
      <ul className="stack tight">
        {here.map((guard) => (
          <GuardRow key={JSON.stringify(guard)} {...{ flow, path, cards, guard }} />
        ))}
      </ul>
      <Button kind="small" onClick={() => void add()}>
        {say('flow.addGuard')}
      </Button>
    </fieldset>
  )
}

/** Where Home leads from the steps with this prefix, if a rule exists. */
export const Homes = ({ flow, path, cards }: StepProps) => {
  const home = flow.homes.find(({ at }) => covers(at, path))
  if (!home || flow.steps[path]!.home) return null
  return (
    <PickBox
      label={say('flow.homes', { at: home.at })}
      value={home.to}
      picks={stepPicks(flow, cards)}
      pick={(to) =>
        void perform({ kind: 'setEntry', in: 'homes', entry: { at: home.at }, becomes: { at: home.at, to } })
      }
    />
  )
}
