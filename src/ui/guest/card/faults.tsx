import { useEffect, useRef } from 'react'
import type { Fault } from '../../../core/flow/validation'
import { fieldId, spotOf } from '../../controls/field'
import { house } from '../../shared/published'
import type { Message } from '../state/effect-results'

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
export const Faults = ({ faults, shown, asked }: { faults: Fault[]; shown: number; asked: readonly string[] }) => {
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
export const FailureLine = ({ message: { title, text } }: { message: Message }) => {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <div className="faults" role="alert" ref={box}>
      <strong>{title}</strong>
      <p>{text}</p>
    </div>
  )
}
