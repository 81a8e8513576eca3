import type { InputHTMLAttributes } from 'react'
import { clean } from '../../core/flow/cleaning'
import { houseSettings } from '../shared/house-settings'
import { about, type ControlProps } from './control'
import { useTyping } from './typing'

const capitals = { autoCapitalize: 'characters', autoCorrect: 'off', spellCheck: false } as const

/** The keypad a phone opens for the format of an answer. */
const keypads: Partial<Record<string, 'numeric' | 'decimal'>> = {
  digits: 'numeric',
  number: 'numeric',
  decimal: 'decimal',
}

/** What tells one single-line control from another. */
const kinds: Partial<Record<string, (props: ControlProps) => InputHTMLAttributes<HTMLInputElement>>> = {
  text: ({ definition: { clean: names, schema } }) => ({
    ...(names?.includes('upper') && { ...capitals, className: 'capitals' }),
    inputMode: keypads[schema?.format ?? ''],
  }),
  email: () => ({ type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false }),
  code: () => ({
    ...capitals,
    className: 'code capitals',
    inputMode: houseSettings.get().lettersInCodes ? 'text' : 'numeric',
  }),
  pin: () => ({ type: 'password', inputMode: 'numeric', className: 'code' }),
}

/** The one word of a pasted message that can be a code: as long as one, and with a figure in it. */
const codeAmong = (text: string, length: number | undefined) => {
  const words = text.split(/\W+/).filter((word) => word.length === length && /\d/.test(word))
  return words.length === 1 ? words[0]! : text
}

/** How a control evens out what its cleaners do not: a code ends where it is full. */
const evens: Partial<Record<string, (text: string, props: ControlProps) => string>> = {
  code: (text, { definition: { clean: names, maxLength } }) =>
    clean(names, codeAmong(text, maxLength)).slice(0, maxLength),
}

/** One line of text, evened out as it is typed; what is too long is kept and named, never cut, but for a code. */
export const Line = (props: ControlProps) => {
  const { clean: names, control } = props.definition
  const typing = useTyping(props.value, (text) => evens[control]?.(text, props) ?? clean(names, text), props.put)
  return <input type="text" enterKeyHint="next" {...kinds[control]?.(props)} {...about(props)} {...typing} />
}
