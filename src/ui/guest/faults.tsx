import { useEffect, useRef } from 'react'
import type { Fault } from '../../core/flow/validation'
import { idOf, spotOf } from '../shared/field'
import { house } from '../shared/published'
import type { Said } from './effects'

/** What is wrong with a card's answers, each a link to its field: it takes the focus whenever OK was pressed too early (`shown` counts). */
export const Faults = ({ faults, shown }: { faults: Fault[]; shown: number }) => {
  const box = useRef<HTMLDivElement>(null)
  const { speak } = house.get()
  useEffect(() => box.current?.focus(), [shown])
  if (!faults.length) return null
  return (
    <div className="faults" role="alert" tabIndex={-1} ref={box} aria-labelledby="faults-title">
      <strong id="faults-title">{speak.say('error.title')}</strong>
      <ul>
        {faults.map((fault) => (
          <li key={fault.field}>
            <a
              href={`#${idOf(fault.field)}`}
              onClick={(event) => {
                event.preventDefault()
                spotOf(fault.field)?.focus()
              }}
            >
              {speak.label(fault.field)}: {speak.fault(fault)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What did not work, where the guest looks: it stays when the passing notice has gone. */
export const Failure = ({ said: { title, text } }: { said: Said }) => {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <div className="faults" role="alert" ref={box}>
      <strong>{title}</strong>
      <p>{text}</p>
    </div>
  )
}
