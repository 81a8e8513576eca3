import { useEffect, useRef, useState } from 'react'
import type { Draft } from '../../../schema/checkin'
import type { Who } from '../../../schema/guest'
import type { Step } from '../../../schema/steps'
import { rules } from '../../../schema/vocabulary'
import { settle } from '../../core/flow/cleaning'
import {
  asked,
  changed,
  changes,
  defaultOf,
  definitionOf,
  facts,
  follow,
  homeOf,
  naming,
  shortOf,
  target,
} from '../../core/flow/route'
import { addressOf, answer, before, trail } from '../../core/flow/trail'
import { check, type Fault } from '../../core/flow/validation'
import { Card } from '../shared/card'
import { Field } from '../shared/field'
import { house } from '../shared/published'
import { settings } from '../shared/settings'
import { store, useStore } from '../shared/store'
import { toast } from '../shared/toast'
import { draft, keep, wipe } from './draft'
import { canTry, run, type Said } from './effects'
import { Failure, Faults } from './faults'
import { above, panels } from './panels'

/** What was found elsewhere (on sending) that the step it belongs to will show. */
const pending = store<{ faults: Fault[]; said?: Said | undefined }>({ faults: [] })

/** How long an outcome is seen green, in milliseconds. */
const seen = 350
const tell = (said: Said | undefined) => said && toast.show({ tone: 'bad', life: 8000, quiet: true, ...said })
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

type Props = {
  path: string
  step: Step
  who: Who | undefined
  query: Record<string, string>
  go: (to: string, replace?: boolean) => void
  arrived: boolean
}

/** A step of `steps.json` as a form: asks its fields, checks them, does what the step does, and follows the arm that holds. */
export const StepForm = ({ path, step, who, query, go, arrived }: Props) => {
  const answers = useStore(draft)
  const site = useStore(settings)
  const { flow, speak, checker, left } = useStore(house)
  const { begins, ends, seen: green } = { ...(step.do && rules[step.do]) }
  const isHeld = step.on === 'enter' && answers.finished !== 'yes'
  const [faults, setFaults] = useState<Fault[]>(() => pending.get().faults)
  const [said, setSaid] = useState<Said>()
  const [busy, setBusy] = useState(isHeld)
  const [accepted, setAccepted] = useState(false)
  const [leaving, setLeaving] = useState<{ to: string; timer: number }>()
  const [shown, setShown] = useState(0)
  const alive = useRef(true)
  const underway = useRef(false)
  /** The guest wants to stay, perhaps before it was known that they may leave. */
  const staying = useRef(false)

  const name = naming(who)
  /** Whoever asked for a change waits here; `since` is the step that was to be changed, when what it made necessary is being asked. */
  const [returning, since] = [query.return, query.since].map((to) => (to && flow.steps[to] ? to : undefined))
  const known = facts(answers, site)
  const fields = asked(flow, step, who, known)
  const shownValue = (field: string) => answers[field] ?? (defaultOf(definitionOf(flow, field)!, known, name) || '')
  const filled = (extra: Draft = {}) =>
    changed(draft.get(), {
      ...Object.fromEntries(fields.map(({ field }) => [field, settle(shownValue(field))])),
      ...extra,
    })
  const checked = (now: Draft) => check(flow, checker, now, facts(now, site), fields, undefined, true)
  const unmet = checked(filled())
  const onCard = facts(filled(), site)
  const ready = unmet.length === 0 && canTry(step.do)

  const show = (found: Fault[]) => {
    setFaults(found)
    setShown((count) => count + 1)
  }
  useEffect(() => {
    const title = speak.title(path, who)
    document.title = `${faults.length ? speak.say('error.prefix') : ''}${title}${site.companyName ? ` - ${site.companyName}` : ''}`
  }, [path, who, faults, site, speak])

  const leave = (to: string | undefined) => {
    if (!to) return
    if (!to.startsWith('/')) {
      if (/^https?:\/\//i.test(to)) location.assign(to)
      return
    }
    if (!returning) return go(to)
    const { open } = trail(flow, draft.get(), settings.get(), checker)
    go(open && open.path !== returning ? addressOf(flow, open, { return: returning, since: since ?? path }) : returning)
  }

  const onward = async (outcome: string | undefined, wait: number | undefined) => {
    const now = facts(draft.get(), settings.get(), outcome)
    const arm = follow(step.next, now, name)
    if (!arm) return
    const to = target(arm, now)
    keep(changed(draft.get(), changes(arm.set, now, name)))
    if (!wait) return leave(to)
    if (staying.current) return
    setLeaving({ to: to ?? '', timer: window.setTimeout(() => alive.current && leave(to), wait) })
  }

  const act = async (now: Draft) => {
    const result = step.do ? await run(step.do, now, flow) : undefined
    // The end of a check-in counts wherever its guest has gone meanwhile, unless another has begun.
    const isStill = alive.current || (ends && draft.get().draftId === now.draftId)
    if (result?.only && isStill) wipe(result.only)
    if (!alive.current) return
    if (result?.set) keep(changed(draft.get(), result.set))
    if (result?.at && result.at !== path) {
      pending.set({ faults: result.faults ?? [], said: result.said })
      return go(addressOf(flow, { path: result.at, who: result.who }, { return: path }))
    }
    tell(result?.said)
    if (result?.faults) show(result.faults)
    else setSaid(result?.said)
    if (result && green?.includes(result.outcome)) {
      setAccepted(true)
      await pause(seen)
    }
    await onward(result?.outcome, step.wait)
  }

  /** One thing at a time: while it is under way, OK says so and waits. */
  const working = async (work: () => unknown) => {
    underway.current = true
    setBusy(true)
    try {
      await work()
    } finally {
      underway.current = false
      if (alive.current) setBusy(false)
    }
  }

  const press = async (extra: Draft = {}) => {
    if (underway.current) return
    if (leaving) return leave(leaving.to)
    const now = filled(extra)
    const found = checked(now)
    toast.pass()
    if (found.length || !canTry(step.do)) return show(found)
    staying.current = false
    setFaults([])
    setSaid(undefined)
    keep(now)
    const arm = step.on === 'enter' && follow(step.next, facts(now, site), name)
    await working(() => (arm ? leave(target(arm, facts(now, site))) : act(now)))
  }

  useEffect(() => {
    alive.current = true
    if (arrived) toast.pass()
    tell(pending.get().said)
    pending.set({ faults: [] })
    if (isHeld) void working(() => act(draft.get()))
    return () => {
      alive.current = false
    }
  }, [])
  useEffect(() => () => clearTimeout(leaving?.timer), [leaving])

  const put = (field: string) => (value: string) => {
    keep(answer(flow, draft.get(), field, value, fields))
    setFaults((shown) => shown.filter((fault) => fault.field !== field))
    setAccepted(false)
  }
  const sole = fields.length === 1
  const title = speak.title(path, who)
  const road = trail(flow, answers, site, checker)
  const placeOf = (of: string | undefined) => road.stops.findIndex((stop) => stop.path === of)
  const previous = follow(step.back, known, name)
  const backTo = previous ? target(previous, known) : before(road, path)
  const isBetween = backTo && since && since !== path
  const backWay =
    returning &&
    (isBetween
      ? addressOf(flow, { path: backTo, who: road.stops[placeOf(backTo)]?.who }, { return: returning, since })
      : returning)
  const isOn = placeOf(path) >= 0
  const gone = isOn ? placeOf(path) : placeOf(backTo) + 1
  const Panel = step.panel && panels[step.panel]
  const panel = Panel && (
    <Panel
      {...{ path, answers, stops: road.stops, leaving: Boolean(leaving), beside: fields.length > 0 }}
      hold={() => {
        staying.current = true
        setLeaving(undefined)
      }}
    />
  )
  const top = step.panel && above.has(step.panel)
  const text = speak.has(`${path}.ok`) ? speak.say(`${path}.ok`) : speak.say('ok')
  const doing = speak.has(`${path}.busy`) ? speak.say(`${path}.busy`) : text
  const finished = answers.finished === 'yes'
  const steps = gone + (left[path] ?? 1)
  const last = road.open ?? road.stops.at(-1)
  const halfway =
    begins && !finished && answers.draftId && answers.reservationCode && last && last.path !== path
      ? addressOf(flow, last)
      : undefined
  const leads = !ends || follow(step.next, known, name)

  return (
    <Card
      title={title}
      arrived={arrived && !faults.length}
      progress={finished ? 1 : gone / steps}
      where={finished || !isOn || !left[path] ? undefined : speak.say('progress', { step: gone + 1, steps })}
      home={{ to: homeOf(flow, path), text: speak.say('home') }}
      back={
        backTo && backTo !== path && !finished && !ends ? { to: backWay ?? backTo, text: speak.say('back') } : undefined
      }
      ok={
        leads && {
          text: busy ? doing : text,
          ready,
          busy,
          press: () => (halfway && !said ? go(halfway) : void press()),
        }
      }
    >
      <Faults {...{ faults, shown }} />
      {said && <Failure said={said} />}
      {speak.has(`${path}.hint`) && <p className="lead">{speak.say(`${path}.hint`)}</p>}
      {top && panel}
      <div className={accepted ? 'fields accepted' : 'fields'}>
        {fields.map(({ field, optional }) => (
          <Field
            key={field}
            {...{ field, optional }}
            known={onCard}
            value={shownValue(field)}
            definition={definitionOf(flow, field)!}
            choices={step.choices?.[shortOf(field).short]}
            fault={faults.find((fault) => fault.field === field)}
            put={put(field)}
            choose={(value) => {
              put(field)(value)
              if (sole) void press({ [field]: value })
            }}
          />
        ))}
      </div>
      {halfway && (
        <a className="choice" href={halfway}>
          {speak.say('continue')}
        </a>
      )}
      {!top && panel}
    </Card>
  )
}
