import {
  type ChangeEvent,
  type ClipboardEvent,
  type CompositionEvent,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useLayoutEffect,
  useState,
} from 'react'
import type { Draft } from '../../../schema/checkin'
import type { HostControl } from '../../../schema/host-vocabulary'
import type { FieldDefinition } from '../../../schema/steps'
import type { Control } from '../../../schema/vocabulary'
import type { Facts } from '../../core/flow/facts'
import { shortOf } from '../../core/flow/names'
import { type Fault, plainCharacters } from '../../core/flow/validation'
import { house } from '../shared/published'

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

/** A control: its input (`Ask`), its label, and the words of an answer, by default the option's. */
export type ControlKind = {
  Ask: (props: ControlProps) => ReactNode
  /** Several inputs in a fieldset with a legend, instead of one with a label. */
  isGroup?: true
  /** The label is for screen readers only: the card's title says the same. */
  isTitled?: true
  write?: (value: string, field: string, answers: Draft) => string
}

export type ControlTable = { readonly [name in Control | HostControl]?: ControlKind }

/** Returns the attributes every input shares: id, name, value, description and whether it is wrong. */
export const inputProps = ({ id, field, value, autoComplete, describedBy, invalid }: ControlProps) => ({
  id,
  name: field,
  value,
  autoComplete,
  'aria-describedby': describedBy,
  'aria-invalid': invalid || undefined,
})

/** Whether an input method is composing; the input's text belongs to the browser then. */
export const isComposing = ({ nativeEvent }: ChangeEvent<HTMLInputElement>) =>
  (nativeEvent as InputEvent).isComposing === true

/** Returns the properties of an input that cleans what is typed, after composition or on blur. The caret stays. */
export const useTyping = (value: string, cleaned: (text: string) => string, put: (text: string) => void) => {
  const even = (text: string) => cleaned(plainCharacters(text))
  const [composed, setComposed] = useState<string>()
  const [caret, setCaret] = useState<{ box: HTMLInputElement; at: number }>()
  useLayoutEffect(() => {
    if (caret && caret.box.selectionStart !== caret.at) caret.box.setSelectionRange(caret.at, caret.at)
  }, [caret])
  const settle = (box: HTMLInputElement) => {
    const { selectionStart, value } = box
    setComposed(undefined)
    put(even(value))
    if (selectionStart !== null) setCaret({ box, at: even(value.slice(0, selectionStart)).length })
  }
  // A command types what stays of a key or a paste, because the browser cannot undo a value that a script sets.
  const insert = (event: SyntheticEvent<HTMLInputElement>, text: string) => {
    const { selectionStart, selectionEnd, value } = event.currentTarget
    const part = even(text)
    const around = (text: string) => value.slice(0, selectionStart!) + text + value.slice(selectionEnd!)
    const isOther = part === text || around(part) !== even(around(text))
    if (!isOther && (!part || document.execCommand('insertText', false, part))) event.preventDefault()
  }
  return {
    value: composed ?? value,
    // In capitals a composed ß is two letters where the browser counts one, which breaks the composition.
    ...(composed !== undefined && { style: { textTransform: 'none' } as const }),
    // Keyboards on a screen send no key: they know their own text better.
    onKeyPress: (event: KeyboardEvent<HTMLInputElement>) => event.key !== 'Enter' && insert(event, event.key),
    onPaste: (event: ClipboardEvent<HTMLInputElement>) => insert(event, event.clipboardData.getData('text')),
    onCompositionStart: ({ currentTarget }: CompositionEvent<HTMLInputElement>) => setComposed(currentTarget.value),
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      if (!isComposing(event)) return settle(event.target)
      setComposed(event.target.value)
      put(even(event.target.value))
    },
    onCompositionEnd: ({ currentTarget }: CompositionEvent<HTMLInputElement>) => settle(currentTarget),
    onBlur: () => setComposed(undefined),
  }
}

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
