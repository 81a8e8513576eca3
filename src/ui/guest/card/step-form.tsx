import { useEffect, useRef } from 'react'
import type { Draft } from '../../../../schema/checkin'
import { rules } from '../../../../schema/vocabulary'
import { follow, homeOf } from '../../../core/flow/arms'
import { facts } from '../../../core/flow/facts'
import { definitionOf } from '../../../core/flow/fields'
import { nameResolver, shortOf } from '../../../core/flow/names'
import type { Fault } from '../../../core/flow/validation'
import { Field, fieldId, spotOf } from '../../controls/field'
import { begun, Card } from '../../shared/card'
import { Brand, houseSettings } from '../../shared/house-settings'
import { useStore } from '../../shared/page-store'
import { house } from '../../shared/published'
import { cardParts, isJourneyLoaded, laterCode } from '../engine/loader'
import { canTry, dispatch, linkOf, press, putAnswer, useLanguageChoice } from '../engine/step-run'
import { isBusy, questions, type StepVisit } from '../engine/step-states'
import { Greeting, type PanelProps, type PanelTable, panelsAbove } from '../first-cards/first-cards'
import type { Message } from '../state/effect-results'
import { draft, walkedJourney } from '../state/guest-draft'
import { addressesOf, type StepCardProps, usePosition, useVisit } from './use-visit'

/** Focuses a wrong field, which a screen reader then reads out, and scrolls it and its error message into view. */
const show = (field: string) => {
  const spot = spotOf(field)
  // Screen readers do not read a field that already has the focus.
  if (spot === document.activeElement) spot?.blur()
  spot?.scrollIntoView({ block: 'nearest' })
  spot?.focus({ preventScroll: true })
  document.getElementById(`${fieldId(field)}-fault`)?.scrollIntoView({ block: 'nearest' })
}

const sentenceOf = (fault: Fault) => {
  const { say, label, fault: described } = house.get().speak
  const [field, text] = [label(fault.field), described(fault)]
  return text.includes(field) ? text : say('named', { name: field, text })
}

/** The faults of a card: one at its field, which is focused; several as a focused list of links. */
const Faults = ({ faults, shown, asked }: { faults: Fault[]; shown: number; asked: readonly string[] }) => {
  const box = useRef<HTMLDivElement>(null)
  const { speak } = house.get()
  const [first, second] = faults
  useEffect(() => {
    if (box.current) box.current.focus()
    else if (first) show(first.field)
  }, [shown])
  if (!first || (!second && asked.includes(first.field))) return null
  return (
    <div
      className="faults"
      role="group"
      tabIndex={-1}
      ref={box}
      aria-labelledby="faults-title"
      aria-describedby="faults-list"
    >
      <strong id="faults-title">{speak.say('error.title')}</strong>
      <ul id="faults-list">
        {faults.map((fault) => (
          <li key={fault.field}>
            <a
              href={`#${fieldId(fault.field)}`}
              onClick={(event) => {
                event.preventDefault()
                show(fault.field)
              }}
            >
              {sentenceOf(fault)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A failure message, which stays on the card after the notice has gone. */
const FailureLine = ({ message: { title, text } }: { message: Message }) => {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <div className="faults" role="alert" ref={box}>
      <strong>{title}</strong>
      <p>{text}</p>
    </div>
  )
}

const useTitle = ({ path, who }: StepVisit, isWrong: boolean) => {
  const { speak } = useStore(house)
  const { companyName } = useStore(houseSettings)
  const title = speak.title(path, who)
  useEffect(() => {
    const name = companyName ? ` - ${companyName}` : ''
    document.title = `${isWrong ? speak.say('error.prefix') : ''}${title}${name}`
  }, [title, isWrong, companyName])
  return title
}

const finished = { ...begun, filled: begun.of }

type FieldsProps = {
  visit: StepVisit
  title: string
  answers: Draft
  site: object
  open: readonly Fault[]
  /** Called instead of the default when an option is chosen. */
  choose?: ((value: string) => void) | undefined
}

const Fields = ({ visit, title, answers, site, open, choose }: FieldsProps) => {
  const { flow } = house.get()
  const { state, faults } = useStore(visit.status)
  const { fields, answerOf, filled } = questions(visit, answers, site)
  const { controls, cautionOf, Below } = cardParts()
  const known = facts(filled(), site)
  const isOpen = (field: string) => open.some((fault) => fault.field === field)
  const put =
    (field: string) =>
    (value: string, others: Record<string, string> = {}) => {
      for (const [name, text] of Object.entries({ ...others, [field]: value })) putAnswer(visit, name, text, fields)
    }
  return (
    <div className={state === 'accepted' ? 'fields accepted' : 'fields'}>
      {fields.map(({ field, optional }) => (
        <Field
          key={field}
          {...{ field, optional, known }}
          table={controls}
          value={answerOf(field)}
          definition={definitionOf(flow, field)!}
          choices={visit.step.choices?.[shortOf(field).short]}
          title={fields.length === 1 ? title : undefined}
          fault={faults.find((fault) => fault.field === field)}
          isRight={isJourneyLoaded() && Boolean(answers[field]) && !isOpen(field)}
          caution={cautionOf(field, filled(), isOpen(field))}
          put={put(field)}
          choose={(value) => {
            if (choose) return choose(value)
            put(field)(value)
            if (fields.length === 1) void press(visit, { [field]: value })
          }}
        />
      ))}
      <Below step={visit.step} put={put} />
    </div>
  )
}

const StepPanel = ({ visit, ...rest }: { visit: StepVisit } & Omit<PanelProps, 'path' | 'stopCountdown'>) => {
  const panels: PanelTable = cardParts().panels
  const Panel = visit.step.panel && panels[visit.step.panel]
  return Panel ? <Panel path={visit.path} {...rest} stopCountdown={() => dispatch(visit, 'stay')} /> : null
}

/** A step of `steps.json` as a card: its fields and its panel; OK checks the answers and runs the step's effect. */
export const StepForm = (props: StepCardProps) => {
  const answers = useStore(draft)
  const site = useStore(houseSettings)
  const { flow, speak } = useStore(house)
  const { visit, secondsLeft } = useVisit(props)
  const { path, step, who } = props
  const status = useStore(visit.status)
  const { faults, message } = status
  const title = useTitle(visit, faults.length > 0)

  const { fields, filled, faultsOf } = questions(visit, answers, site)
  const open = faultsOf(filled())
  const journey = walkedJourney(answers)
  const { part, from } = usePosition(visit, journey, answers, site)
  const { back, halfway } = addressesOf(visit, journey, answers, site)
  const { choose, question } = useLanguageChoice(visit, halfway)
  // With an unfinished check-in the whole journey is loaded.
  const Unfinished = question && laterCode().Unfinished
  const isFinished = answers.finished === 'yes'
  const isFirst = step.do && rules[step.do].begins
  const leadsOn = !(step.do && rules[step.do].ends) || follow(step.next, facts(answers, site), nameResolver(who))
  const ok = speak.say(speak.has(`${path}.ok`) ? `${path}.ok` : 'ok')
  const panel = (
    <StepPanel {...{ visit, answers, secondsLeft }} stops={journey.stops} hasQuestions={fields.length > 0} />
  )
  const isPanelAbove = step.panel && panelsAbove.has(step.panel)

  return (
    <Card
      title={title}
      {...(isFirst
        ? { greeting: <Greeting /> }
        : { brand: <Brand />, progress: isFinished ? finished : (part ?? begun) })}
      arrived={props.arrived && !faults.length ? from : undefined}
      where={
        isFinished || isFirst || !part
          ? undefined
          : speak.say('progress', { part: part.number, parts: part.of, name: speak.say(`progress.${part.name}`) })
      }
      home={{ to: homeOf(flow, path), text: speak.say('home') }}
      back={back ? { to: back, text: speak.say('back') } : undefined}
      ok={
        leadsOn && {
          text: isBusy(status) && speak.has(`${path}.busy`) ? speak.say(`${path}.busy`) : ok,
          ready: open.length === 0 && canTry(step.do),
          busy: isBusy(status),
          href: linkOf(step.do),
          press: question?.resume ?? (() => (halfway ? props.go(halfway) : void press(visit))),
        }
      }
    >
      <Faults faults={[...faults]} shown={status.shown} asked={fields.map(({ field }) => field)} />
      {message && <FailureLine message={message} />}
      {speak.has(`${path}.hint`) && <p className="lead">{speak.say(`${path}.hint`)}</p>}
      {isPanelAbove && panel}
      {Unfinished ? <Unfinished {...question} /> : <Fields {...{ visit, title, answers, site, open, choose }} />}
      {halfway && !question && (
        <a className="choice" href={halfway}>
          {speak.say('continue')}
        </a>
      )}
      {!isPanelAbove && panel}
    </Card>
  )
}
