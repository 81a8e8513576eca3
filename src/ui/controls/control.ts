import type { ReactNode } from 'react'
import type { FieldDefinition } from '../../../schema/steps'
import type { Control, HostControl } from '../../../schema/vocabulary'
import type { Facts } from '../../core/flow/facts'

/** What a control is given: one field of a form, the words that describe it, and where its answer goes. */
export type ControlProps = {
  field: string
  /** The id of what takes the focus when the field is at fault. */
  id: string
  value: string
  definition: FieldDefinition
  known: Facts
  choices?: readonly string[] | undefined
  describedBy?: string | undefined
  invalid: boolean
  /** The rule the answer breaks, where a control of several parts shows which. */
  broken?: string | undefined
  /** Later guests share the phone, but not the first guest's autofill. */
  autoComplete: string
  /** Takes the answer, and what it says of other fields besides. */
  put: (value: string, beside?: Record<string, string>) => void
  /** Answer and go on, where the field is all the step asks. */
  choose: (value: string) => void
}

/**
 * One control: how it asks, how it is labelled, and how its answer is written where it is read again (as the option's
 * words, if not said).
 */
export type ControlKind = {
  Ask: (props: ControlProps) => ReactNode
  /** Made of several parts, which a fieldset and its legend hold together; the others have a label. */
  isGroup?: true
  /** Its label need not be seen: the card's title says all it could. */
  isTitled?: true
  write?: (value: string, field: string) => string
}

/** Controls by name: the guests' own, or with the host's beside them. */
export type ControlTable = { readonly [name in Control | HostControl]?: ControlKind }

/** What a box says of its field: which it is, what it holds, what describes it, and whether that is wrong. */
export const about = ({ id, field, value, autoComplete, describedBy, invalid }: ControlProps) => ({
  id,
  name: field,
  value,
  autoComplete,
  'aria-describedby': describedBy,
  'aria-invalid': invalid || undefined,
})
