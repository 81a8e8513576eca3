import { useEffect, useState } from 'react'
import type { Draft } from '../../../schema/checkin'
import { rules } from '../../../schema/vocabulary'
import { withAnswer } from '../../core/flow/answers'
import { follow, homeOf, targetOf } from '../../core/flow/arms'
import { facts } from '../../core/flow/facts'
import { definitionOf } from '../../core/flow/fields'
import { nameResolver, shortOf } from '../../core/flow/names'
import { addressOf, stepBefore, type Trail, trail } from '../../core/flow/trail'
import { Card } from '../shared/card'
import { Field } from '../shared/field'
import { house } from '../shared/published'
import { settings } from '../shared/settings'
import { store, useStore } from '../shared/store'
import { toast } from '../shared/toast'
import { draft, keep } from './draft'
import { canTry } from './effects'
import { Failure, Faults } from './faults'
import { above, panels } from './panels'
import { enter, happen, leave, pending, press, questions, tell, type Visit, waiting } from './step-run'
import { beginning, isBusy } from './step-states'

type Props = Omit<Visit, 'status' | 'alive'> & {
  /** The guest came here from another card, not by loading the page. */
  arrived: boolean
}

/** The guest's stay at this step, from the first time the card is drawn to the last. */
const useVisit = ({ arrived, ...props }: Props): Visit => {
  const [visit] = useState<Visit>(() => {
    const isHeld = props.step.on === 'enter' && draft.get().finished !== 'yes'
    return { ...props, alive: true, status: store(beginning(pending.get().faults, isHeld)) }
  })
  Object.assign(visit, props)
  const { state, to } = useStore(visit.status)
  useEffect(() => {
    visit.alive = true
    if (arrived) toast.pass()
    tell(pending.get().said)
    pending.set({ faults: [] })
    if (isBusy(visit.status.get())) void enter(visit)
    return () => {
      visit.alive = false
    }
  }, [])
  useEffect(() => {
    if (state !== 'leaving') return
    const timer = setTimeout(() => visit.alive && leave(visit, to), props.step.wait)
    return () => clearTimeout(timer)
  }, [state])
  return visit
}

/** Where Back leads: as the step says, else to the step before; for who came to change an answer, to where they came from. */
const backOf = (visit: Visit, road: Trail, answers: Draft, site: object) => {
  const { flow } = house.get()
  const { path, step, who } = visit
  const known = facts(answers, site)
  const arm = follow(step.back, known, nameResolver(who))
  const to = arm ? targetOf(arm, known) : stepBefore(road, path)
  const { returning, since } = waiting(visit)
  const isBetween = to && since && since !== path
  const whose = road.stops.find((stop) => stop.path === to)?.who
  const way = isBetween ? addressOf(flow, { path: to, who: whose }, { return: returning, since }) : returning
  const isShown = to && to !== path && answers.finished !== 'yes' && !(step.do && rules[step.do].ends)
  return { to, shown: isShown ? ((returning && way) ?? to) : undefined }
}

/** How far along the journey a step is: the steps before it, of how many at the least. */
const placeOf = ({ stops }: Trail, path: string, backTo: string | undefined) => {
  const { left } = house.get()
  const at = stops.findIndex((stop) => stop.path === path)
  const gone = at < 0 ? stops.findIndex((stop) => stop.path === backTo) + 1 : at
  return { gone, steps: gone + (left[path] ?? 1), isNumbered: at >= 0 && Boolean(left[path]) }
}

/** The address at which an unfinished check-in goes on, for the card that begins one. */
const halfwayOf = ({ path, step }: Visit, { open, stops }: Trail, answers: Draft) => {
  const last = open ?? stops.at(-1)
  const hasBegun = answers.finished !== 'yes' && answers.draftId && answers.reservationCode
  return step.do && rules[step.do].begins && hasBegun && last && last.path !== path
    ? addressOf(house.get().flow, last)
    : undefined
}

const useTitle = ({ path, who }: Visit, isWrong: boolean) => {
  const { speak } = useStore(house)
  const { companyName } = useStore(settings)
  const title = speak.title(path, who)
  useEffect(() => {
    const name = companyName ? ` - ${companyName}` : ''
    document.title = `${isWrong ? speak.say('error.prefix') : ''}${title}${name}`
  }, [title, isWrong, companyName])
  return title
}

/** The fields of a step; where one is all it asks, choosing its answer is going on. */
const Fields = ({ visit, answers, site }: { visit: Visit; answers: Draft; site: object }) => {
  const { flow } = house.get()
  const { state, faults } = useStore(visit.status)
  const { fields, answerOf, filled } = questions(visit, answers, site)
  const known = facts(filled(), site)
  const put = (field: string) => (value: string) => {
    keep(withAnswer(flow, draft.get(), field, value, fields))
    happen(visit, 'type', { field })
  }
  return (
    <div className={state === 'accepted' ? 'fields accepted' : 'fields'}>
      {fields.map(({ field, optional }) => (
        <Field
          key={field}
          {...{ field, optional, known }}
          value={answerOf(field)}
          definition={definitionOf(flow, field)!}
          choices={visit.step.choices?.[shortOf(field).short]}
          fault={faults.find((fault) => fault.field === field)}
          put={put(field)}
          choose={(value) => {
            put(field)(value)
            if (fields.length === 1) void press(visit, { [field]: value })
          }}
        />
      ))}
    </div>
  )
}

/** The step's read-only piece. */
const StepPanel = ({
  visit,
  answers,
  road,
  beside,
}: {
  visit: Visit
  answers: Draft
  road: Trail
  beside: boolean
}) => {
  const Panel = visit.step.panel && panels[visit.step.panel]
  const { state } = useStore(visit.status)
  return Panel ? (
    <Panel
      path={visit.path}
      {...{ answers, beside }}
      stops={road.stops}
      leaving={state === 'leaving'}
      hold={() => happen(visit, 'stay')}
    />
  ) : null
}

/** A step of `steps.json` as a form: asks its fields, checks them, does what the step does, and follows the arm that holds. */
export const StepForm = (props: Props) => {
  const answers = useStore(draft)
  const site = useStore(settings)
  const { flow, speak, checker } = useStore(house)
  const visit = useVisit(props)
  const { path, step, who } = props
  const status = useStore(visit.status)
  const { faults, said } = status
  const title = useTitle(visit, faults.length > 0)

  const { fields, filled, faultsOf } = questions(visit, answers, site)
  const road = trail(flow, answers, site, checker)
  const back = backOf(visit, road, answers, site)
  const { gone, steps, isNumbered } = placeOf(road, path, back.to)
  const halfway = halfwayOf(visit, road, answers)
  const isFinished = answers.finished === 'yes'
  const leadsOn = !(step.do && rules[step.do].ends) || follow(step.next, facts(answers, site), nameResolver(who))
  const ok = speak.say(speak.has(`${path}.ok`) ? `${path}.ok` : 'ok')
  const panel = <StepPanel {...{ visit, answers, road }} beside={fields.length > 0} />
  const isPanelAbove = step.panel && above.has(step.panel)

  return (
    <Card
      title={title}
      arrived={props.arrived && !faults.length}
      progress={isFinished ? 1 : gone / steps}
      where={!isFinished && isNumbered ? speak.say('progress', { step: gone + 1, steps }) : undefined}
      home={{ to: homeOf(flow, path), text: speak.say('home') }}
      back={back.shown ? { to: back.shown, text: speak.say('back') } : undefined}
      ok={
        leadsOn && {
          text: isBusy(status) && speak.has(`${path}.busy`) ? speak.say(`${path}.busy`) : ok,
          ready: faultsOf(filled()).length === 0 && canTry(step.do),
          busy: isBusy(status),
          press: () => (halfway && !said ? props.go(halfway) : void press(visit)),
        }
      }
    >
      <Faults faults={[...faults]} shown={status.shown} />
      {said && <Failure said={said} />}
      {speak.has(`${path}.hint`) && <p className="lead">{speak.say(`${path}.hint`)}</p>}
      {isPanelAbove && panel}
      <Fields {...{ visit, answers, site }} />
      {halfway && (
        <a className="choice" href={halfway}>
          {speak.say('continue')}
        </a>
      )}
      {!isPanelAbove && panel}
    </Card>
  )
}
