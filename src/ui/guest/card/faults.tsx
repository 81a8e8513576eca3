import { useEffect, useRef } from 'react'
import type { Fault } from '../../../core/flow/validation'
import { fieldId, spotOf } from '../../controls/field'
import { house } from '../../shared/published'
import type { Said } from '../engine/step-states'

/**
 * Bring a field at fault to the guest: its box takes the focus, which reads out what is wrong, and both are in sight.
 */
const show = (field: string) => {
  const spot = spotOf(field)
  // One that has the focus already would stay silent.
  if (spot === document.activeElement) spot?.blur()
  spot?.scrollIntoView({ block: 'nearest' })
  spot?.focus({ preventScroll: true })
  document.getElementById(`${fieldId(field)}-fault`)?.scrollIntoView({ block: 'nearest' })
}

const sentence = (fault: Fault) => {
  const { say, label, fault: said } = house.get().speak
  const [field, what] = [label(fault.field), said(fault)]
  return what.includes(field) ? what : say('error.of', { field, fault: what })
}

/**
 * What is wrong with a card's answers. One thing is said beside its box, which takes the focus whenever OK was pressed
 * too early (`shown` counts); of several, or of one the card does not ask (`asked`), a summary takes it, each a link to
 * its box.
 */
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
              {sentence(fault)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What did not work, where the guest looks: it stays when the passing notice has gone. */
export const FailureLine = ({ said: { title, text } }: { said: Said }) => {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <div className="faults" role="alert" ref={box}>
      <strong>{title}</strong>
      <p>{text}</p>
    </div>
  )
}
