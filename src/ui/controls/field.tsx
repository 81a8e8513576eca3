import type { ReactNode } from 'react'
import type { FieldDefinition } from '../../../schema/steps'
import type { Facts } from '../../core/flow/facts'
import { shortOf } from '../../core/flow/names'
import type { Fault } from '../../core/flow/validation'
import { house } from '../shared/published'
import type { ControlProps, ControlTable } from './control'

type FieldProps = {
  field: string
  optional: boolean
  value: string
  definition: FieldDefinition
  known: Facts
  choices?: readonly string[] | undefined
  fault?: Fault | undefined
  /** Answered, and the answer is valid. */
  isRight?: boolean
  /** A warning that does not stop the guest; empty if one may appear. */
  caution?: ReactNode
  /** The card's title if it asks only this field: a label that repeats it is hidden. */
  title?: string | undefined
  put: ControlProps['put']
  choose: (value: string) => void
  table: ControlTable
}

/** Returns the id of the element that is focused when the field is wrong. */
export const fieldId = (field: string) => `field-${field}`

/** Returns the element to focus in a wrong field: the wrong input, otherwise the first. */
export const spotOf = (field: string) =>
  document.querySelector<HTMLElement>(`:is(#${fieldId(field)}, [id^='${fieldId(field)}-'])[aria-invalid]`) ??
  document.getElementById(fieldId(field))

/** A field: label or legend, hint, fault, control and caution. */
export const Field = ({
  field,
  optional,
  fault,
  isRight,
  caution,
  title,
  definition,
  value,
  table,
  ...rest
}: FieldProps) => {
  const { say, label, has, fault: sentence } = house.get().speak
  const { who, short } = shortOf(field)
  const id = fieldId(field)
  const hint = has(`${short}.hint`) ? say(`${short}.hint`) : undefined
  const describedBy =
    [hint && `${id}-hint`, fault && `${id}-fault`, caution && `${id}-caution`].filter(Boolean).join(' ') || undefined
  const { Ask, isGroup, isTitled } = (table[definition.control] ?? table.text)!
  const isSaid = isTitled || (!optional && title?.toLowerCase().endsWith(label(field).toLowerCase()))
  const [Box, Name] = isGroup ? (['fieldset', 'legend'] as const) : (['div', 'label'] as const)
  return (
    <Box className={`field of-${definition.control}${fault ? ' wrong' : isRight ? ' right' : ''}`}>
      <Name {...(!isGroup && { htmlFor: id })} className={isSaid ? 'unseen' : 'name'}>
        {label(field)}
        {optional && <small> ({say('optional')})</small>}
      </Name>
      {hint && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
      {fault && (
        <p id={`${id}-fault`} className="fault">
          {sentence(fault)}
        </p>
      )}
      <div className="box">
        <Ask
          {...rest}
          {...{ field, id, value, definition, describedBy }}
          invalid={Boolean(fault)}
          broken={fault?.rule}
          autoComplete={who && who !== 'main' ? 'off' : (definition.autocomplete ?? 'off')}
        />
      </div>
      {caution !== undefined && (
        <p id={`${id}-caution`} className="caution" role="status">
          {caution}
        </p>
      )}
    </Box>
  )
}
