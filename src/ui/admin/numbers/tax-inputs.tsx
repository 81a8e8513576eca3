import { type InputHTMLAttributes, useState } from 'react'
import { centsOf, euros } from '../../../core/text/money'
import { LabelledBox, PickBox } from '../forms/pick-box'

type TextProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> & {
  label: string
  value: string
  put: (value: string) => void
}

/** A line of text, a day or an address. */
export const TaxText = ({ label, value, put, ...rest }: TextProps) => (
  <LabelledBox label={label}>
    {(id) => (
      <input
        id={id}
        type="text"
        autoComplete="off"
        {...rest}
        value={value}
        onChange={({ target }) => put(target.value)}
      />
    )}
  </LabelledBox>
)

type NumberProps = { label: string; value: number; put: (value: number) => void }

/** A whole number; without one it is not a number, and so a fault. */
export const CountBox = ({ label, value, put }: NumberProps) => (
  <TaxText
    label={label}
    value={Number.isNaN(value) ? '' : String(value)}
    put={(text) => put(/^\d{1,4}$/.test(text) ? Number(text) : Number.NaN)}
    inputMode="numeric"
  />
)

/** An amount with two decimals, kept in hundredths; what is typed stays as it is typed. */
export const AmountBox = ({ label, value, put }: NumberProps) => {
  const [typed, setTyped] = useState<string>()
  const text = typed !== undefined && (centsOf(typed) ?? Number.NaN) === value ? typed : undefined
  return (
    <TaxText
      label={label}
      value={text ?? (Number.isNaN(value) ? (typed ?? '') : euros(value))}
      put={(typed) => {
        setTyped(typed)
        put(centsOf(typed) ?? Number.NaN)
      }}
      inputMode="decimal"
    />
  )
}

type PickProps<T extends string> = {
  label: string
  value: T
  options: readonly T[]
  words: (option: T) => string
  put: (value: T) => void
}

/** One of several. */
export const TaxPick = <T extends string>({ label, value, options, words, put }: PickProps<T>) => (
  <PickBox
    label={label}
    value={value}
    picks={options.map((option) => ({ value: option, text: words(option) }))}
    pick={(option) => put(option as T)}
  />
)

/** What is wrong with a part of the rules. */
export const Wrong = ({ children }: { children: readonly string[] }) =>
  children.map((text) => (
    <p key={text} className="fault" role="alert">
      {text}
    </p>
  ))

/** Returns a list with one entry replaced, or taken out. */
export const withEntry = <T,>(list: readonly T[], at: number, entry?: T): T[] =>
  list.flatMap((one, i) => (i !== at ? [one] : entry === undefined ? [] : [entry]))
