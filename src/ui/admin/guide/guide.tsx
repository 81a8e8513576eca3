import { type ReactNode, useState } from 'react'
import type { GuideStep, Settings } from '../../../../schema/settings'
import { Button, ButtonLink, Chip } from '../../look/parts'
import { announce } from '../../shared/card'
import { useStore } from '../../shared/page-store'
import { say, today } from '../../shared/published'
import { showError } from '../checkins/actions'
import { useKeptFocus } from '../dialogs/page-hooks'
import { Page } from '../forms/form-frames'
import { askForm, HostForm } from '../forms/host-form'
import { codeCautions, newCode, settingValues } from '../forms/values'
import { failureReason, go, hostSettings } from '../session/host'
import {
  isDone,
  lackingSettings,
  makeTestGuest,
  markStep,
  needPages,
  openSteps,
  progressWords,
  removeTestGuest,
  shownGuideSteps,
} from './guide-steps'

type BodyProps = {
  settings: Settings
  run: (work: () => Promise<unknown>) => void
  next: () => void
}

type Question = {
  step: GuideStep
  text: string
  setting: 'policeApartmentColumn' | 'onlyIdentified' | 'enableRetention'
}

const Either = ({ step, text, setting, settings, run }: Question & BodyProps) => {
  const isAnswered = isDone(step, settings)
  const choice = (value: boolean) => {
    const words = `guide.${step}.${value ? 'on' : 'off'}`
    return (
      <button
        type="button"
        className="choice"
        aria-pressed={isAnswered && settings[setting] === value}
        onClick={() => run(() => markStep(step, { [setting]: value }))}
      >
        <strong>{say(words)}</strong>
        <span>{say(`${words}Text`)}</span>
      </button>
    )
  }
  return (
    <>
      <p>{say(text)}</p>
      <div className="choices">
        {choice(false)}
        {choice(true)}
      </div>
    </>
  )
}

const FirstCode = ({ settings, next }: BodyProps) => {
  const add = async () => {
    if (await askForm({ name: 'code', values: newCode(settings), cautions: codeCautions(settings) })) next()
  }
  return (
    <>
      <p>
        {say('guide.code.text')} {settings.policeApartmentColumn && say('guide.code.apartments')}
      </p>
      <Button text={say('codes.add')} kind="primary" onClick={() => void add()} />
    </>
  )
}

const TestGuest = ({ settings, run }: BodyProps) => {
  const [code] = settings.reservationCodes
  const make = async () => {
    await makeTestGuest(code!)
    await markStep('guest')
    announce(say('guide.guest.made'))
  }
  const remove = async () => {
    await removeTestGuest()
    announce(say('guide.guest.removed'))
  }
  return (
    <>
      <p>{say('guide.guest.text')}</p>
      {!code && <p>{say('guide.guest.needsCode')}</p>}
      {code && (
        <p className="buttons">
          <Button text={say('guide.guest.make')} kind="primary" onClick={() => run(make)} />
          {isDone('guest', settings) && (
            <>
              <ButtonLink text={say('guide.guest.show')} href={`/admin?from=${today()}`} />
              <Button text={say('guide.guest.remove')} onClick={() => run(remove)} />
            </>
          )}
          <ButtonLink text={say('guide.guest.see')} href="/" target="_blank" rel="noopener" />
        </p>
      )}
    </>
  )
}

const bodies: { [step in GuideStep]?: (props: BodyProps) => ReactNode } = {
  name: ({ settings, next }) => (
    <>
      <HostForm name="guideName" values={settingValues(settings)} onDone={next} />
      <HostForm name="logo" values={settingValues(settings)} />
    </>
  ),
  units: (props) => <Either step="units" text="guide.units.text" setting="policeApartmentColumn" {...props} />,
  code: FirstCode,
  guest: TestGuest,
  day: ({ settings, run }) => (
    <HostForm name="guideDay" values={settingValues(settings)} onDone={() => run(() => markStep('day'))} />
  ),
  door: (props) => <Either step="door" text="identify.law" setting="onlyIdentified" {...props} />,
  retention: (props) => <Either step="retention" text="guide.retention.text" setting="enableRetention" {...props} />,
  pin: ({ next }) => (
    <>
      <p>{say('guide.pin.text')}</p>
      <HostForm name="pin" values={{}} onDone={next} />
    </>
  ),
}

type StepProps = BodyProps & { step: GuideStep; isOpen: boolean; open: () => void }

const Step = ({ step, isOpen, open, ...props }: StepProps) => {
  const Body = bodies[step]!
  const done = isDone(step, props.settings)
  // A skipped step is not done if its setting is still missing.
  const isReal = done && !lackingSettings(props.settings).some((need) => need === step)
  return (
    <li className={isReal ? 'sheet step done' : 'sheet step'} aria-labelledby={`step-${step}`}>
      <header className="bar">
        <h2 id={`step-${step}`}>{say(`guide.${step}`)}</h2>
        <Chip tone={isReal ? 'good' : done ? 'warn' : 'plain'}>
          {say(isReal ? 'guide.done' : done ? 'guide.skipped' : 'guide.left')}
        </Chip>
        {isOpen ? (
          !done && <Button text={say('guide.later')} kind="small" onClick={() => props.run(() => markStep(step))} />
        ) : (
          <Button text={say('guide.open')} kind="small" aria-describedby={`step-${step}`} onClick={open} />
        )}
      </header>
      {isOpen && (
        <div className="stack">
          <Body {...props} />
        </div>
      )}
    </li>
  )
}

const Ready = ({ settings }: { settings: Settings }) => {
  const lacks = lackingSettings(settings)
  if (!lacks.length) return <p role="status">{say('guide.allDone')}</p>
  return (
    <div role="status" className="info warns lacks">
      <p>{say('guide.lacks')}</p>
      <ul>
        {lacks.map((need) => (
          <li key={need}>
            <a className="link" href={needPages[need]}>
              {say(`guide.need.${need}`)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The guide through the settings that a house needs before its first guest. */
export const GuidePage = () => {
  const settings = useStore(hostSettings)
  const firstOpen = () => openSteps(hostSettings.get()!)[0]
  // A step stays open while its form saves, although the setting already shows it as done.
  const [open, setOpen] = useState(firstOpen)
  const box = useKeptFocus()
  if (!settings) return null
  const next = () => setOpen(firstOpen)
  const run = (work: () => Promise<unknown>) =>
    void work().then(next, (error: unknown) => showError(`${say('guide.failed')} ${failureReason(error)}`))
  const putAway = () => run(() => markStep('over').then(() => go('/admin-today')))
  return (
    <Page title={say('guide.title')} subtitle={say('guide.text')}>
      {openSteps(settings).length ? <p role="status">{progressWords(settings)}</p> : <Ready settings={settings} />}
      <div ref={box}>
        <ol className="stack guide-steps">
          {shownGuideSteps.map((step) => (
            <Step key={step} {...{ step, settings, run, next }} isOpen={step === open} open={() => setOpen(step)} />
          ))}
        </ol>
      </div>
      <p className="buttons">
        <ButtonLink text={say('today.go')} kind="primary" href="/admin-today" />
        <Button text={say('guide.close')} onClick={putAway} />
      </p>
    </Page>
  )
}
