import { useState } from 'react'
import { guests, type Who } from '../../../../../schema/guest'
import type { Arm, Guard } from '../../../../../schema/steps'
import { type Effect, effectTable, type PanelName, panelNames } from '../../../../../schema/vocabulary'
import type { StepMembers } from '../../../../core/editor/operations'
import { guardSentence } from '../../../../core/editor/sentences'
import { covers } from '../../../../core/flow/arms'
import { speaker } from '../../../../core/flow/speaker'
import { PickBox, TextBox, Tick } from '../../../look/boxes'
import { Button } from '../../../look/parts'
import { say } from '../../../shared/published'
import { type StepProps, stepPicks } from '../edit-dialogs/conditions'
import { perform } from '../edit-dialogs/edit-dialog'
import { Arms, askArm, SentenceRow } from './arms'

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

const Guards = ({ flow, path, cards }: StepProps) => {
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
      <Button text={say('flow.addGuard')} kind="small" onClick={() => void add()} />
    </fieldset>
  )
}

/** One rule holds for all steps with the prefix. */
const Homes = ({ flow, path, cards }: StepProps) => {
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

const setMembers = (step: string, members: StepMembers) => void perform({ kind: 'setStep', step, members })

const Back = (props: StepProps) => {
  const { flow, path, cards } = props
  const arms = flow.steps[path]!.back ?? []
  const backPath = arms.length === 1 && !arms[0]!.when ? String(arms[0]!.to) : ''
  const set = (to: string) => {
    if (!to && !backPath) return
    const entry = backPath ? { entry: { to: backPath } } : {}
    void perform({ kind: 'setEntry', in: 'back', step: path, ...entry, ...(to && { becomes: { to } }) })
  }
  // Conditional Back arms are edited like onward arms.
  if (arms.length && !backPath) return <Arms {...props} list="back" />
  return (
    <PickBox
      label={say('flow.back')}
      value={backPath}
      none={say('flow.backUsual')}
      picks={stepPicks(flow, cards, [path])}
      pick={set}
    />
  )
}

const Wait = ({ flow, path }: StepProps) => {
  const { wait } = flow.steps[path]!
  const [text, setText] = useState(typeof wait === 'number' ? String(wait / 1000) : '')
  if (typeof wait === 'object') return null
  const seconds = Number(text.replace(',', '.'))
  const keep = () => setMembers(path, { wait: text.trim() && seconds >= 0 ? Math.round(seconds * 1000) : null })
  return (
    <div className="pick-row">
      <TextBox label={say('flow.wait')} value={text} put={setText} inputMode="numeric" />
      <Button text={say('flow.keep')} kind="small" onClick={keep} />
    </div>
  )
}

type SettingsProps = StepProps & { go: (path: string | undefined) => void }

const Address = ({ path, go }: SettingsProps) => {
  const [address, setAddress] = useState(path)
  const rename = async () => {
    if (await perform({ kind: 'renameStep', step: path, to: address })) go(address)
  }
  return (
    <div className="pick-row">
      <TextBox label={say('flow.address')} value={address} put={setAddress} hint={say('flow.addressHint')} />
      <Button text={say('flow.rename')} kind="small" isOff={address === path} onClick={() => void rename()} />
    </div>
  )
}

/** The other members of a step: guest, panel, effect, Back, Home. */
export const StepSettings = (props: SettingsProps) => {
  const { flow, path, cards } = props
  const step = flow.steps[path]!
  const speak = speaker(cards)
  return (
    <details className="stack">
      <summary>{say('flow.more')}</summary>
      {typeof step.guest !== 'object' && (
        <PickBox
          label={say('flow.guest')}
          value={step.guest ?? ''}
          none={say('flow.nobody')}
          picks={guests.map((value) => ({ value, text: speak.say(`map.${value}`) }))}
          pick={(value) => setMembers(path, { guest: (value as Who) || null })}
        />
      )}
      <PickBox
        label={say('flow.panel')}
        value={step.panel ?? ''}
        none="—"
        picks={panelNames.map((value) => ({ value, text: say(`flow.panel.${value}`) }))}
        pick={(value) => setMembers(path, { panel: (value as PanelName) || null })}
      />
      <PickBox
        label={say('flow.effect')}
        value={step.do ?? ''}
        none="—"
        picks={Object.keys(effectTable).map((value) => ({ value, text: say(`flow.effect.${value}`) }))}
        pick={(value) => setMembers(path, { do: (value as Effect) || null, on: null })}
      />
      {step.do && (
        <Tick
          label={say('flow.onEnter')}
          value={step.on === 'enter'}
          set={(isOnEnter) => setMembers(path, { do: step.do!, on: isOnEnter ? 'enter' : null })}
        />
      )}
      <Wait key={String(step.wait)} {...props} />
      <Back {...props} />
      <PickBox
        label={say('flow.home')}
        value={step.home ?? ''}
        none={say('flow.homeUsual')}
        picks={stepPicks(flow, cards, [path])}
        pick={(home) => setMembers(path, { home: home || null })}
      />
      <Address key={path} {...props} />
      <Homes {...props} />
      <Guards {...props} />
    </details>
  )
}
