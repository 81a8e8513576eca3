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
  /** A warning that keeps nobody from going on; empty where one may come. */
  caution?: ReactNode
  /** The card's title, where the card asks nothing else: words it ends in are not written again. */
  title?: string | undefined
  put: ControlProps['put']
  choose: (value: string) => void
  /** The controls to ask with. */
  table: ControlTable
}

/** The id of what takes the focus when a field is at fault. */
export const fieldId = (field: string) => `field-${field}`

/** Where the focus goes for a field at fault: the part that is wrong, else its first. */
export const spotOf = (field: string) =>
  document.querySelector<HTMLElement>(`:is(#${fieldId(field)}, [id^='${fieldId(field)}-'])[aria-invalid]`) ??
  document.getElementById(fieldId(field))

/** One field: its label or legend, its hint, its fault, and its control. */
export const Field = ({ field, optional, fault, caution, title, definition, value, table, ...rest }: FieldProps) => {
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
    <Box className={`field of-${definition.control}${fault ? ' wrong' : ''}`}>
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
      <Ask
        {...rest}
        {...{ field, id, value, definition, describedBy }}
        invalid={Boolean(fault)}
        broken={fault?.rule}
        autoComplete={who && who !== 'main' ? 'off' : (definition.autocomplete ?? 'off')}
      />
      {caution !== undefined && (
        <p id={`${id}-caution`} className="caution" role="status">
          {caution}
        </p>
      )}
    </Box>
  )
}
