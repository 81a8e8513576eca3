import { useContext, useEffect, useRef, useState } from 'react'
import type { Draft } from '../../../../schema/checkin'
import type { Flow } from '../../../../schema/steps'
import type { Subject } from '../../../../schema/vocabulary'
import { withAnswer } from '../../../core/flow/answers'
import { changesOf, follow, targetOf } from '../../../core/flow/arms'
import { trimmed } from '../../../core/flow/cleaning'
import { type Facts, facts } from '../../../core/flow/facts'
import { defaultOf } from '../../../core/flow/fields'
import { type Question, questionsIn, sectionsOf, subjectOf } from '../../../core/flow/host-forms'
import type { Fault } from '../../../core/flow/validation'
import { attempt } from '../../shared/api'
import { Field, idOf } from '../../shared/field'
import { today } from '../../shared/published'
import { useStore } from '../../shared/store'
import { hostHouse, hostSettings } from '../shell/host'
import { useUnsaved } from '../shell/unsaved'
import { hostControls } from './controls'
import { hostEffects } from './effects'
import { frames } from './form-frames'
import { HostPanels } from './panel'
import { checks, switchedOn } from './values'

/** What a form of `steps.json` is shown with. */
export type HostFormProps = {
  /** The form's name in `steps.json`. */
  name: string
  /** The answers it begins with, flat text under the field's own name (`mainGuestName`, `companyName`, `code`). */
  values: Draft
  /** What the effect needs besides the answers: the check-in a dialog is about, the code being edited. */
  about?: { id?: number | string }
  go: (to: string, replace?: boolean) => void
  /** Told when the form has done its work, or was left. */
  onDone?: (outcome: string) => void
  onCancel?: () => void
}

/**
 * A question as the host is asked it: the browser offers the host's own name, address or card for nobody else's; and a check-in the
 * host writes takes no answer for granted but what the form sets and, in a new one, what follows from another answer.
 */
const asHosts = (question: Question, of: Subject, isNew: boolean): Question => {
  if (of === 'access') return question
  const { autocomplete: _, default: usual, ...definition } = question.definition
  const isKept = usual !== undefined && (of !== 'checkin' || (isNew && typeof usual === 'object' && 'by' in usual))
  return { ...question, definition: { ...definition, ...(isKept && { default: usual }) } }
}

/** What one more answer changes of a form: the answer, and those it makes meaningless. One given where there was none contradicts nothing. */
const changedBy = (flow: Flow, now: Draft, field: string, value: string): Draft => {
  const after = now[field] ? withAnswer(flow, now, field, value) : now
  return {
    ...Object.fromEntries(
      Object.keys(now)
        .filter((other) => now[other] && !(other in after))
        .map((other) => [other, '']),
    ),
    [field]: value,
  }
}

/** A form of the host as `steps.json` declares it: asks its sections, checks them, does its work, and follows the arm that holds. */
export const HostForm = ({ name, values, about, go, onDone, onCancel }: HostFormProps) => {
  const { flow, speak } = hostHouse.get()!
  const settings = useStore(hostSettings)
  const form = flow.forms[name]!
  const of = subjectOf(form)
  const isNew = about?.id === undefined && of !== 'settings'
  const [edits, setEdits] = useState<Draft>({})
  const [faults, setFaults] = useState<Fault[]>([])
  const [message, setMessage] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [tries, setTries] = useState(0)
  const [draftId, begin] = useState(attempt)
  const box = useRef<HTMLFormElement>(null)
  const panels = useContext(HostPanels)
  const alive = useRef(true)

  const start = facts({ today: today() }, settings)
  const base: Draft = {
    ...values,
    ...(Object.fromEntries(
      Object.entries(changesOf(form.set, start)).map(([field, value]) => [field, value ?? '']),
    ) as Draft),
  }
  const turned = of === 'settings' ? switchedOn(base, edits) : {}
  const now: Draft = { ...base, ...turned, ...edits }
  const all = (form.sections ?? [])
    .flatMap((section) => questionsIn(flow, of, section))
    .map((question) => asHosts(question, of, isNew))
  const ready = isNew ? Object.fromEntries(all.map(({ key, definition }) => [key, defaultOf(definition, {})])) : {}
  const known: Facts = facts({ ...ready, ...now }, settings)
  const shownValue = ({ key, definition }: Question) => now[key] ?? ((isNew && defaultOf(definition, known)) || '')
  const sections = sectionsOf(form, known)
  const asked = all.filter(({ section }) => sections.includes(section))
  const begun = ({ key, definition }: Question) => base[key] ?? ((isNew && defaultOf(definition, known)) || '')
  const dirty = form.do !== 'signIn' && asked.some((question) => shownValue(question) !== begun(question))
  const titleKey = !isNew && speak.has(`forms.${name}.editTitle`) ? `forms.${name}.editTitle` : `forms.${name}.title`

  useUnsaved(dirty, speak.say(titleKey))
  useEffect(() => {
    alive.current = true
    return () => void (alive.current = false)
  }, [])
  useEffect(() => {
    if (!tries || (!faults.length && !message)) return
    const summary = box.current?.querySelector<HTMLElement>('.faults')
    ;(summary ?? document.getElementById(idOf(nameOf(faults[0]!))))?.focus()
  }, [tries])

  const nameOf = ({ field }: Fault) => all.find(({ key }) => key === field)?.name ?? field
  const answersOf = (extra: Draft) => {
    const shown = asked.map((question) => [question.key, trimmed(extra[question.key] ?? shownValue(question))] as const)
    const before = sectionsOf(form, facts(base, settings))
    const hidden = all
      .filter(({ section }) => before.includes(section) && !sections.includes(section))
      .map(({ key }) => [key, ''] as const)
    // Of what the host has just switched off, a check-in keeps nothing; a setting stays as it is.
    return Object.fromEntries(of === 'settings' ? shown : [...(isNew ? [] : hidden), ...shown]) as Draft
  }
  const faultsOf = (answers: Draft): Fault[] => {
    const wrong = checks[of](answers, about?.id)
    return asked.flatMap(({ key, optional }): Fault[] => {
      if (!answers[key]) return optional ? [] : [{ field: key, rule: 'required' }]
      return wrong.filter(({ field }) => field === key).slice(0, 1)
    })
  }
  const saysItself = asked.length === 1 && asked[0]!.definition.control === 'picture'
  const show = (found: Fault[], text?: string) => {
    setFaults(found)
    setMessage(text)
    setTries((count) => count + 1)
  }

  const idle = of === 'settings' && !dirty
  const press = async (extra: Draft = {}) => {
    if (busy || !form.do || (idle && !Object.keys(extra).length)) return
    const answers = answersOf(extra)
    const found = faultsOf(answers)
    if (found.length) return show(found)
    setBusy(true)
    show([])
    const result = await hostEffects[form.do]({ form: name, answers, before: base, values, draftId, id: about?.id })
    if (!alive.current) return
    setBusy(false)
    if (result.outcome === 'failed' || result.outcome === 'closed') {
      // A picture is saved as it is chosen: one that was refused is not the picture there is.
      setEdits((typed) => (saysItself ? {} : { ...typed, ...result.set }))
      return show(
        (result.faults ?? []).filter(({ field }) => all.some(({ key }) => key === field)),
        result.message,
      )
    }
    setEdits({})
    begin(attempt())
    onDone?.(result.outcome)
    const arm = follow(form.next, facts(answers, settings, result.outcome))
    const to = arm && targetOf(arm, known)
    if (to) go(to)
  }
  const put = (key: string) => (value: string) => {
    setEdits((typed) => ({ ...typed, ...changedBy(flow, { ...base, ...typed }, key, value) }))
    setFaults((shown) => shown.filter(({ field }) => field !== key))
    setMessage(undefined)
  }

  const several = (form.sections?.length ?? 0) > 1
  const Frame = frames[form.frame]
  const field = (question: Question) => {
    const { key, name: field, definition, optional, choices } = question
    const fault = faults.find((one) => one.field === key)
    return (
      <Field
        key={key}
        field={field}
        definition={definition}
        optional={optional && isNew}
        value={shownValue(question)}
        table={hostControls}
        {...{ known, choices }}
        fault={fault && { ...fault, field }}
        put={put(key)}
        choose={(value) => {
          put(key)(value)
          if (asked.length === 1) void press({ [key]: value })
        }}
      />
    )
  }
  const part = (section: (typeof sections)[number]) => {
    const Panel = section.panel && panels[section.panel]
    const questions = asked.filter((question) => question.section === section)
    return (
      <section key={`${section.name} ${section.guest ?? ''}`} className={`part part-${section.name}`}>
        {several && speak.has(`sections.${section.name}`) && <h3>{speak.say(`sections.${section.name}`)}</h3>}
        {Panel && <Panel go={go} />}
        {questions.length > 0 && <div className="grid">{questions.map(field)}</div>}
      </section>
    )
  }
  const columns = [...new Set(sections.map(({ column }) => column ?? 0))].sort()
  const words = (end: string) =>
    speak.has(`forms.${name}.${end}`) ? speak.say(`forms.${name}.${end}`) : speak.say(`host.${end}`)

  return (
    <Frame
      box={box}
      name={name}
      title={speak.say(titleKey)}
      subtitle={speak.has(`forms.${name}.subtitle`) ? speak.say(`forms.${name}.subtitle`) : undefined}
      back={form.back}
      cancel={{ text: words('cancel'), run: onCancel }}
      dirty={dirty}
      ok={
        form.do && !saysItself
          ? { text: busy ? words('busy') : words('ok'), ready: !idle, busy, press: () => void press() }
          : undefined
      }
    >
      {faults.length > 1 && several && (
        <div className="faults" role="alert" tabIndex={-1} aria-labelledby={`faults-${name}`}>
          <strong id={`faults-${name}`}>{speak.say('error.title')}</strong>
          <ul>
            {faults.map((fault) => (
              <li key={fault.field}>
                <a
                  href={`#${idOf(nameOf(fault))}`}
                  onClick={(event) => {
                    event.preventDefault()
                    document.getElementById(idOf(nameOf(fault)))?.focus()
                  }}
                >
                  {speak.fault({ ...fault, field: nameOf(fault) })}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
      {message && (
        <p className="faults message" role="alert" tabIndex={-1}>
          {message}
        </p>
      )}
      {columns.length > 1 ? (
        <div className="columns">
          {columns.map((column) => (
            <div key={column}>{sections.filter((section) => (section.column ?? 0) === column).map(part)}</div>
          ))}
        </div>
      ) : (
        sections.map(part)
      )}
    </Frame>
  )
}
