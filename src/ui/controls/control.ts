import type { ReactNode } from 'react'
import type { FieldDefinition } from '../../../schema/steps'
import type { Control, HostControl } from '../../../schema/vocabulary'
import type { Facts } from '../../core/flow/facts'

/** Properties of a control. */
export type ControlProps = {
  field: string
  /** The id of the element that is focused when the answer is wrong. */
  id: string
  value: string
  definition: FieldDefinition
  known: Facts
  choices?: readonly string[] | undefined
  describedBy?: string | undefined
  invalid: boolean
  /** The rule that is broken, for a control of several inputs. */
  broken?: string | undefined
  /** Off for later guests: the phone would fill in the first guest's data. */
  autoComplete: string
  /** Writes the answer, and answers of other fields that follow from it. */
  put: (value: string, beside?: Record<string, string>) => void
  /** Writes the answer and, if the step asks nothing else, presses OK. */
  choose: (value: string) => void
}

/**
 * A control: how it asks (`Ask`), how it is labelled, and how it writes an answer in words; the option's words by
 * default.
 */
export type ControlKind = {
  Ask: (props: ControlProps) => ReactNode
  /** Several inputs in a fieldset with a legend, instead of one with a label. */
  isGroup?: true
  /** The label is for screen readers only: the card's title says the same. */
  isTitled?: true
  write?: (value: string, field: string) => string
}

/** Controls by name. */
export type ControlTable = { readonly [name in Control | HostControl]?: ControlKind }

/** Returns the attributes every input shares: id, name, value, description and whether it is wrong. */
export const about = ({ id, field, value, autoComplete, describedBy, invalid }: ControlProps) => ({
  id,
  name: field,
  value,
  autoComplete,
  'aria-describedby': describedBy,
  'aria-invalid': invalid || undefined,
})
