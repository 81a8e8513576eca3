import type { InputHTMLAttributes } from 'react'
import { clean } from '../../core/flow/cleaning'
import { settings } from '../shared/settings'
import { about, type ControlProps } from './control'
import { useTyping } from './typing'

const capitals = { autoCapitalize: 'characters', autoCorrect: 'off', spellCheck: false } as const

/** What tells one single-line control from another. */
const kinds: Partial<Record<string, (props: ControlProps) => InputHTMLAttributes<HTMLInputElement>>> = {
  text: ({ definition }) => (definition.clean?.includes('upper') ? { ...capitals, className: 'capitals' } : {}),
  email: () => ({ type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false }),
  code: () => ({
    ...capitals,
    className: 'code capitals',
    inputMode: settings.get().lettersInCodes ? 'text' : 'numeric',
  }),
  pin: () => ({ type: 'password', inputMode: 'numeric', className: 'code' }),
}

/** How a control evens out what its cleaners do not: a code ends where it is full. */
const evens: Partial<Record<string, (text: string, props: ControlProps) => string>> = {
  code: (text, { definition }) => clean(definition.clean, text).slice(0, definition.maxLength),
}

/** One line of text, evened out as it is typed; what is too long is kept and named, never cut, but for a code. */
export const Line = (props: ControlProps) => {
  const { clean: names, control } = props.definition
  const typing = useTyping(props.value, (text) => evens[control]?.(text, props) ?? clean(names, text), props.put)
  return <input type="text" enterKeyHint="next" {...kinds[control]?.(props)} {...about(props)} {...typing} />
}
