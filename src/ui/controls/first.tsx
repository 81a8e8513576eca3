import type { InputHTMLAttributes } from 'react'
import { clean, mailAddress } from '../../core/flow/validation'
import { houseSettings } from '../shared/house-settings'
import { type ControlKind, type ControlProps, inputProps, useTyping } from './field'
import { Languages } from './languages'

const capitals = { autoCapitalize: 'characters', autoCorrect: 'off', spellCheck: false } as const

const keypads: Partial<Record<string, 'numeric' | 'decimal'>> = {
  digits: 'numeric',
  number: 'numeric',
  decimal: 'decimal',
}

const kinds: Partial<Record<string, (props: ControlProps) => InputHTMLAttributes<HTMLInputElement>>> = {
  text: ({ definition: { clean: names, schema } }) => ({
    ...(names?.includes('upper') && { ...capitals, className: 'capitals' }),
    inputMode: keypads[schema?.format ?? ''],
  }),
  // A box of `type=email` tells no script where its caret is.
  email: () => ({ ...capitals, inputMode: 'email', autoCapitalize: 'none' }),
  code: () => ({
    ...capitals,
    className: 'code capitals',
    inputMode: houseSettings.get().lettersInCodes ? 'text' : 'numeric',
  }),
  pin: () => ({ type: 'password', inputMode: 'numeric', className: 'code' }),
}

/**
 * Returns the only word of a pasted message that can be a code: of the right length, with a digit. Words between blanks
 * come before parts of links and dates.
 */
const codeAmong = (text: string, length: number | undefined) => {
  for (const gap of [/[\W_]*\s[\W_]*/, /[\W_]+/]) {
    const words = ` ${text} `.split(gap)
    const [code, ...others] = new Set(words.filter((word) => word.length === length && /\d/.test(word)))
    if (code && !others.length) return code
  }
  return text
}

/** What a control corrects besides its cleaners: a code is cut at its length. */
const evens: Partial<Record<string, (text: string, props: ControlProps) => string>> = {
  email: (text, { definition: { clean: names } }) => mailAddress(clean(names, text)),
  code: (text, { definition: { clean: names, maxLength } }) =>
    clean(names, codeAmong(text, maxLength)).slice(0, maxLength),
}

/** One line of text, cleaned as it is typed. An answer that is too long is refused, never cut, except a code. */
export const Line = (props: ControlProps) => {
  const { clean: names, control } = props.definition
  const typing = useTyping(props.value, (text) => evens[control]?.(text, props) ?? clean(names, text), props.put)
  return <input type="text" enterKeyHint="next" {...kinds[control]?.(props)} {...inputProps(props)} {...typing} />
}

/** The controls of the first cards: languages and single-line inputs. */
export const firstControls = {
  text: { Ask: Line },
  code: { Ask: Line, isTitled: true },
  pin: { Ask: Line },
  email: { Ask: Line },
  language: { Ask: Languages, isGroup: true, isTitled: true },
} as const satisfies { [name: string]: ControlKind }
