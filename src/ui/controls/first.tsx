import type { InputHTMLAttributes } from 'react'
import { languageTable } from '../../../schema/languages'
import { clean } from '../../core/flow/cleaning'
import { houseSettings } from '../shared/house-settings'
import { type ControlKind, type ControlProps, inputProps, useTyping } from './control'

const order = [...languageTable].sort((a, b) => a.place - b.place)

type Props = { id: string; isChosen: (language: string) => unknown; choose?: (language: string) => void }

/** The languages, the chosen one first. As links they work before the script is loaded: a tap becomes `:target`. */
export const LanguageLinks = ({ id, isChosen, choose }: Props) => (
  <div className="choices languages">
    {[...order]
      .sort((a, b) => Number(Boolean(isChosen(b.code))) - Number(Boolean(isChosen(a.code))))
      .map(({ code: language, name }) => {
        const own = `${id}-${language}`
        return (
          <a
            key={language}
            id={own}
            className="choice"
            lang={language}
            hrefLang={language}
            href={`#${own}`}
            aria-current={(isChosen(language) || undefined) as true}
            onClick={(event) => {
              event.preventDefault()
              choose?.(language)
            }}
          >
            {name}
          </a>
        )
      })}
  </div>
)

/** The languages as a control; choosing one also presses OK. */
const Languages = ({ id, value, choose }: ControlProps) => (
  <LanguageLinks {...{ id, choose }} isChosen={(language) => language === value} />
)

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
  email: () => ({ type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false }),
  code: () => ({
    ...capitals,
    className: 'code capitals',
    inputMode: houseSettings.get().lettersInCodes ? 'text' : 'numeric',
  }),
  pin: () => ({ type: 'password', inputMode: 'numeric', className: 'code' }),
}

/** Returns the only word of a pasted message that can be a code: of the right length, with a digit. */
const codeAmong = (text: string, length: number | undefined) => {
  const words = text.split(/\W+/).filter((word) => word.length === length && /\d/.test(word))
  return words.length === 1 ? words[0]! : text
}

/** What a control corrects besides its cleaners: a code is cut at its length. */
const evens: Partial<Record<string, (text: string, props: ControlProps) => string>> = {
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
