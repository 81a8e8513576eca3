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
  put: (value: string) => void
  /** Answer and go on, where the field is all the step asks. */
  choose: (value: string) => void
}

/** Controls by name: the guests' own, or with the host's beside them. */
export type ControlTable = { readonly [name in Control | HostControl]?: (props: ControlProps) => ReactNode }

/** What a box says of its field: which it is, what it holds, what describes it, and whether that is wrong. */
export const about = ({ id, field, value, autoComplete, describedBy, invalid }: ControlProps) => ({
  id,
  name: field,
  value,
  autoComplete,
  'aria-describedby': describedBy,
  'aria-invalid': invalid || undefined,
})
