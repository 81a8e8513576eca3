import type { InputHTMLAttributes } from 'react'
import { clean } from '../../core/clean'
import { optionsOf } from '../../core/route'
import { house } from '../house'
import { settings } from '../settings'
import type { ControlProps } from './control'

const capitals = { autoCapitalize: 'characters', autoCorrect: 'off', spellCheck: false } as const

/** What tells one single-line control from another. */
const kinds: Partial<Record<string, (props: ControlProps) => InputHTMLAttributes<HTMLInputElement>>> = {
  text: ({ definition }) => (definition.clean?.includes('upper') ? { ...capitals, className: 'capitals' } : {}),
  email: () => ({ type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false }),
  phone: () => ({ type: 'tel', inputMode: 'tel' }),
  code: () => ({ ...capitals, className: 'code capitals', inputMode: settings.get().lettersInCodes ? 'text' : 'numeric' }),
  pin: () => ({ type: 'password', inputMode: 'numeric', className: 'code' }),
}

/** One line of text, evened out as it is typed; what is too long is kept and named, never cut. */
export const Line = (props: ControlProps) => {
  const { id, field, value, definition, describedBy, invalid, autoComplete, put } = props
  return (
    <input
      type="text" enterKeyHint="next" {...kinds[definition.control]?.(props)}
      id={id} name={field} value={value} autoComplete={autoComplete} aria-describedby={describedBy} aria-invalid={invalid || undefined}
      maxLength={definition.control === 'code' ? definition.maxLength : undefined}
      onChange={({ target }) => {
        const caret = target.selectionStart
        const even = clean(definition.clean, target.value)
        put(even)
        // React puts the caret at the end of a value it did not see typed: an edit in the middle stays in the middle.
        if (caret !== null && target.type !== 'email' && even.length === target.value.length) requestAnimationFrame(() => target.setSelectionRange(caret, caret))
      }}
    />
  )
}

/** Several lines of text. */
export const Lines = ({ id, field, value, definition, describedBy, invalid, put }: ControlProps) => (
  <textarea id={id} name={field} rows={2} value={value} maxLength={definition.maxLength} aria-describedby={describedBy} aria-invalid={invalid || undefined} onChange={({ target }) => put(target.value)} />
)

/** One of a list, or none of it. */
export const Select = ({ id, field, value, definition, known, choices, describedBy, invalid, put }: ControlProps) => {
  const { say, option } = house.get().speak
  return (
    <select id={id} name={field} value={value} aria-describedby={describedBy} aria-invalid={invalid || undefined} onChange={({ target }) => put(target.value)}>
      <option value="">{say(`${field}.none`)}</option>
      {optionsOf(definition, known, choices).map((one) => (
        <option key={one} value={one}>{option(field, one)}</option>
      ))}
    </select>
  )
}
