import { useEffect, useState } from 'react'
import type { Draft } from '../../../../schema/checkin'
import { rules } from '../../../../schema/vocabulary'
import { withAnswer } from '../../../core/flow/answers'
import { follow, homeOf } from '../../../core/flow/arms'
import { facts } from '../../../core/flow/facts'
import { definitionOf } from '../../../core/flow/fields'
import { nameResolver, shortOf } from '../../../core/flow/names'
import type { partAt } from '../../../core/flow/parts'
import { backAddress, progressAt, resumeAddress, stepBack } from '../../../core/flow/position'
import type { Trail } from '../../../core/flow/trail'
import { Field } from '../../controls/field'
import { Brand } from '../../shared/brand'
import { Card } from '../../shared/card'
import { houseSettings } from '../../shared/house-settings'
import { store, useStore } from '../../shared/page-store'
import { house } from '../../shared/published'
import { toast } from '../../shared/toast'
import { draft, keep } from '../engine/guest-draft'
import { cardParts, isWhole, laterCode } from '../engine/journey'
import { above, type PanelProps, type PanelTable } from '../engine/panel'
import { usePicked } from '../engine/picked'
import { canTry, linkOf } from '../engine/run'
import { enter, happen, leave, pending, press, questions, waiting, waitOf } from '../engine/step-run'
import { beginning, isBusy, type StepVisit } from '../engine/step-states'
import { walked } from '../engine/walked'
import { FailureLine, Faults } from './faults'

type Props = Omit<StepVisit, 'status' | 'alive'> & {
  /** The guest came here from another card, not by loading the page. */
  arrived: boolean
}

/**
 * The guest's stay at this step, from the first time the card is drawn to the last, and the seconds left of it where a
 * clock runs.
 */
const useVisit = ({ arrived, ...props }: Props) => {
  const [seconds, setSeconds] = useState<number>()
  const [visit] = useState<StepVisit>(() => {
    const isHeld = props.step.on === 'enter' && draft.get().finished !== 'yes'
    return { ...props, alive: true, status: store(beginning(pending.get().faults, isHeld, pending.get().said)) }
  })
  Object.assign(visit, props)
  const { state, to } = useStore(visit.status)
  useEffect(() => {
    visit.alive = true
    if (arrived) toast.pass()
    pending.set({ faults: [] })
    if (isBusy(visit.status.get())) void enter(visit)
    return () => {
      visit.alive = false
    }
  }, [])
  useEffect(() => {
    if (state !== 'leaving') return
    const wait = waitOf(props.step) ?? 0
    const end = Date.now() + wait
    const count = () => setSeconds(Math.max(1, Math.ceil((end - Date.now()) / 1000)))
    count()
    const clock = setInterval(count, 200)
    const timer = setTimeout(() => visit.alive && leave(visit, to), wait)
    return () => {
      clearInterval(clock)
      clearTimeout(timer)
    }
  }, [state])
  return { visit, leaving: state === 'leaving' ? seconds : undefined }
}

/**
 * How far along the journey the guest is: the part of it, which the first cards do not know before the rest has come,
 * and how much is behind them, 0 to 1.
 */
type Place = { part: ReturnType<typeof partAt> | undefined; progress: number }
let reached: Place | undefined

/**
 * How far along the guest is, worked out once for each card. While an answer is being changed it is never less than
 * where the change began, whatever the change makes necessary.
 */
const usePlace = (visit: StepVisit, journey: Trail, answers: Draft, site: object): Place => {
  const [place] = useState(() => {
    const { flow, left } = house.get()
    const known = facts(answers, site)
    const progress = progressAt(journey, visit.path, stepBack(flow, journey, known, visit), left)
    const isChange = waiting(visit).returning !== undefined
    if (!isChange || !reached || progress > reached.progress)
      reached = { part: isWhole() ? laterCode().partAt(flow, journey, visit, known) : undefined, progress }
    return reached
  })
  return place
}

/** Where Back leads, and where an unfinished check-in goes on. */
const ways = (visit: StepVisit, journey: Trail, answers: Draft, site: object) => {
  const { flow } = house.get()
  const known = facts(answers, site)
  const at = { ...visit, ...waiting(visit) }
  return {
    back: backAddress(flow, journey, known, at, answers.finished === 'yes'),
    halfway: resumeAddress(flow, journey, answers, visit.path),
  }
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

type FieldsProps = {
  visit: StepVisit
  title: string
  answers: Draft
  site: object
  /** What choosing does, where it is not answering and going on. */
  choose?: ((value: string) => void) | undefined
}

/** The fields of a step; where one is all it asks, choosing its answer is going on. */
const Fields = ({ visit, title, answers, site, choose }: FieldsProps) => {
  const { flow } = house.get()
  const { state, faults } = useStore(visit.status)
  const { fields, answerOf, filled } = questions(visit, answers, site)
  const { controls, cautionOf } = cardParts()
  const known = facts(filled(), site)
  const put =
    (field: string) =>
    (value: string, beside: Record<string, string> = {}) => {
      for (const [other, said] of Object.entries({ ...beside, [field]: value }))
        keep(withAnswer(flow, draft.get(), other, said, fields))
      happen(visit, 'type', { field })
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
          caution={cautionOf(field, filled())}
          put={put(field)}
          choose={(value) => {
            if (choose) return choose(value)
            put(field)(value)
            if (fields.length === 1) void press(visit, { [field]: value })
          }}
        />
      ))}
    </div>
  )
}

/** The step's read-only piece; `leaving` are the seconds left where a clock runs. */
const StepPanel = ({
  visit,
  ...rest
}: { visit: StepVisit } & Pick<PanelProps, 'answers' | 'stops' | 'beside' | 'leaving'>) => {
  const panels: PanelTable = cardParts().panels
  const Panel = visit.step.panel && panels[visit.step.panel]
  return Panel ? <Panel path={visit.path} {...rest} hold={() => happen(visit, 'stay')} /> : null
}

/**
 * A step of `steps.json` as a form: asks its fields, checks them, does what the step does, and follows the arm that
 * holds.
 */
export const StepForm = (props: Props) => {
  const answers = useStore(draft)
  const site = useStore(houseSettings)
  const { flow, speak } = useStore(house)
  const { visit, leaving } = useVisit(props)
  const { path, step, who } = props
  const status = useStore(visit.status)
  const { faults, said } = status
  const title = useTitle(visit, faults.length > 0)

  const { fields, filled, faultsOf } = questions(visit, answers, site)
  const journey = walked(answers)
  const { part, progress } = usePlace(visit, journey, answers, site)
  const { back, halfway } = ways(visit, journey, answers, site)
  const { picked, pick } = usePicked(visit, halfway)
  // Only who came back has a check-in half-way, and the whole journey.
  const Unfinished = picked && laterCode().Unfinished
  const isFinished = answers.finished === 'yes'
  const leadsOn = !(step.do && rules[step.do].ends) || follow(step.next, facts(answers, site), nameResolver(who))
  const ok = speak.say(speak.has(`${path}.ok`) ? `${path}.ok` : 'ok')
  const panel = <StepPanel {...{ visit, answers, leaving }} stops={journey.stops} beside={fields.length > 0} />
  const isPanelAbove = step.panel && above.has(step.panel)

  return (
    <Card
      title={title}
      brand={!(step.do && rules[step.do].begins) && <Brand />}
      arrived={props.arrived && !faults.length}
      progress={isFinished ? 1 : progress}
      where={
        isFinished || !part
          ? undefined
          : speak.say('progress', { part: part.number, parts: part.of, name: speak.say(`progress.${part.name}`) })
      }
      home={{ to: homeOf(flow, path), text: speak.say('home') }}
      back={back ? { to: back, text: speak.say('back') } : undefined}
      ok={
        leadsOn && {
          text: isBusy(status) && speak.has(`${path}.busy`) ? speak.say(`${path}.busy`) : ok,
          ready: faultsOf(filled()).length === 0 && canTry(step.do),
          busy: isBusy(status),
          href: linkOf(step.do),
          press: () => (halfway && !said ? props.go(halfway) : void press(visit)),
        }
      }
    >
      <Faults faults={[...faults]} shown={status.shown} asked={fields.map(({ field }) => field)} />
      {said && <FailureLine said={said} />}
      {speak.has(`${path}.hint`) && <p className="lead">{speak.say(`${path}.hint`)}</p>}
      {isPanelAbove && panel}
      {Unfinished ? (
        <Unfinished visit={visit} language={picked!} halfway={halfway!} />
      ) : (
        <Fields {...{ visit, title, answers, site }} choose={halfway ? pick : undefined} />
      )}
      {halfway && !picked && (
        <a className="choice" href={halfway}>
          {speak.say('continue')}
        </a>
      )}
      {!isPanelAbove && panel}
    </Card>
  )
}
