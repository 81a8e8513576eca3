import { useContext } from 'react'
import { isNamed, type Later } from '../../../../schema/guest'
import type { Section } from '../../../../schema/steps'
import type { HostQuestion } from '../../../core/flow/host-forms'
import { Field, fieldId } from '../../controls/field'
import type { IconName } from '../../look/icon'
import { Button, FaultLine } from '../../look/parts'
import { say } from '../../shared/published'
import { ask } from '../dialogs/dialog'
import { hostHouse, titleOfGuest } from '../session/host'
import { useUnsaved } from '../shell/unsaved'
import { hostControls } from './controls'
import { frames } from './form-frames'
import { type HostFormProps, HostPanels, useHostForm } from './use-host-form'
import { answerCautions } from './values'

type Form = ReturnType<typeof useHostForm>

/** In a party each fault names its guest: the same words can be about several. */
const FaultList = ({ name, form: { state, status, nameOf } }: { name: string; form: Form }) => {
  const { speak } = hostHouse.get()!
  const guestOf = (field: string) => state.asked.find(({ key }) => key === field)?.section.guest
  const isParty = state.sections.filter(({ guest }) => guest).length > 1
  return (
    <div className="faults" role="alert" tabIndex={-1} aria-labelledby={`faults-${name}`}>
      <strong id={`faults-${name}`}>{say('error.title')}</strong>
      <ul>
        {status.faults.map((fault) => {
          const field = nameOf(fault.field)
          const guest = isParty && guestOf(fault.field)
          return (
            <li key={fault.field}>
              <a
                href={`#${fieldId(field)}`}
                onClick={(event) => {
                  event.preventDefault()
                  document.getElementById(fieldId(field))?.focus()
                }}
              >
                {guest && `${titleOfGuest(guest)}: `}
                {speak.fault({ ...fault, field })}
              </a>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

type AnswerProps = Pick<HostFormProps, 'cautions'> & { form: Form; question: HostQuestion }

const Answer = ({ form: { state, status, busy, press, put }, question, cautions = {} }: AnswerProps) => {
  const { key, name: field, definition, optional, choices } = question
  const fault = status.faults.find((one) => one.field === key)
  return (
    <Field
      field={field}
      definition={definition}
      optional={optional && state.isNew && definition.control !== 'toggle'}
      value={state.answerTo(question)}
      table={hostControls}
      {...{ known: state.known, choices }}
      fault={fault && { ...fault, field }}
      caution={cautions[key] ?? answerCautions[key]?.(state.answerTo(question), state.known)}
      put={(value, beside) => put(key, value, beside)}
      choose={(value) => {
        // A second picture would be shown, but not saved.
        if (busy) return
        put(key, value)
        if (state.asked.length === 1) void press({ [key]: value })
      }}
    />
  )
}

type GuestButtonsProps = { form: Form; guest: Later; first: HostQuestion | undefined }

/** Adds a guest before a later one, and focuses its `first` question, or removes the guest. */
const GuestButtons = ({ form: { guests }, guest, first }: GuestButtonsProps) => {
  const button = (word: string, icon: IconName, run: () => void) => (
    <Button text={say(word)} icon={icon} kind="quiet" onClick={run}>
      <span className="unseen">: {titleOfGuest(guest)}</span>
    </Button>
  )
  const addBefore = () => {
    guests.addBefore(guest)
    document.getElementById(fieldId(first!.name))?.focus()
  }
  return (
    <div className="buttons">
      {!guests.isFull && button('form.addGuestBefore', 'heroicons:user-plus', addBefore)}
      {button('form.removeGuest', 'heroicons:user-minus', () => guests.remove(guest))}
    </div>
  )
}

type PartProps = Pick<HostFormProps, 'cautions' | 'frame'> & { form: Form; section: Section }

const Part = ({ form, section, cautions, frame }: PartProps) => {
  const panels = useContext(HostPanels)
  const Panel = section.panel && panels[section.panel]
  const questions = form.state.asked.filter((question) => question.section === section)
  const { guest, name } = section
  if (!(Panel || questions.length || guest)) return null
  const words = hostHouse.get()!.speak
  const known = words.has(`sections.${name}`) && say(`sections.${name}`)
  const heading = guest && !isNamed(guest) ? titleOfGuest(guest) : known
  // A page's section stands right under its title; other frames have a heading between.
  const Heading = frame === 'page' ? 'h2' : 'h3'
  return (
    <section className={`stack part part-${name}`}>
      {(form.form.sections?.length ?? 0) > 1 && heading && <Heading>{heading}</Heading>}
      {Panel && <Panel fill={form.fill} most={form.state.most} />}
      {questions.length > 0 && (
        <div className="grid">
          {questions.map((question) => (
            <Answer key={question.key} {...{ form, question, cautions }} />
          ))}
        </div>
      )}
      {guest && guest !== 'main' && <GuestButtons {...{ form, guest }} first={questions[0]} />}
    </section>
  )
}

/** In a guests' column each section begins a new list. */
const cellsOf = (sections: readonly Section[]) => {
  const cells: Section[][] = []
  for (const section of sections) {
    const last = cells.at(-1) ?? []
    const isNext = last[0]?.column !== section.column || (!section.guest && last.some(({ guest }) => guest))
    if (isNext || !cells.length) cells.push([section])
    else last.push(section)
  }
  return cells
}

const Parts = ({ form, ...rest }: Omit<PartProps, 'section'>) => {
  const { sections } = form.state
  const part = (section: Section) => (
    <Part key={`${section.name} ${section.guest ?? ''}`} {...{ form, section, ...rest }} />
  )
  if (!sections.some(({ column }) => column)) return sections.map(part)
  return (
    <div className="columns">
      {cellsOf(sections).map((cell) => (
        <div key={cell[0]!.name} className="stack">
          {cell.map(part)}
        </div>
      ))}
    </div>
  )
}

/** A form of `steps.json`: asks its sections, checks the answers, runs the effect, follows an arm. */
export const HostForm = (props: HostFormProps) => {
  const { name, about, onCancel, cautions } = props
  const form = useHostForm(props)
  const { state, status, busy, box, titleKey, isPicture, isIdle, press } = form
  const { has } = hostHouse.get()!.speak
  const words = (end: string) => say(has(`forms.${name}.${end}`) ? `forms.${name}.${end}` : `host.${end}`)
  const subtitle = `forms.${name}.subtitle`
  const { frame = form.form.frame } = props
  const Frame = frames[frame]
  const isInBar = state.of === 'settings' && frame === 'tab' && !isPicture
  const bar = isInBar ? { box, save: () => press() } : undefined
  const whenSaved = useUnsaved(state.isChanged || busy, say(titleKey), bar)
  return (
    <Frame
      box={box}
      name={name}
      title={say(titleKey)}
      subtitle={has(subtitle) ? say(subtitle) : about?.words}
      back={form.form.back}
      cancel={{ text: words('cancel'), run: onCancel }}
      dirty={state.isChanged}
      {...{ whenSaved, isInBar }}
      ok={
        form.form.do && !isPicture
          ? { text: words(busy ? 'busy' : 'ok'), ready: !isIdle, busy, press: () => void press() }
          : undefined
      }
    >
      {status.faults.length > 1 && (form.form.sections?.length ?? 0) > 1 && <FaultList {...{ name, form }} />}
      <FaultLine className="faults message" tabIndex={-1}>
        {status.message}
      </FaultLine>
      <Parts {...{ form, cautions, frame }} />
    </Frame>
  )
}

/** Shows a form in its dialog; resolves to its outcome, undefined if cancelled. */
export const askForm = (form: Omit<HostFormProps, 'onDone' | 'onCancel'>) =>
  ask<string>((answer) => <HostForm {...form} onDone={answer} onCancel={() => answer()} />)
