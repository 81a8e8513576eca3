import { useState } from 'react'
import { centsOf, euros } from '../../../core/text/money'
import { PickBox, TextBox } from '../../look/boxes'

type NumberProps = { label: string; value: number; put: (value: number) => void }
type TypedNumberProps = NumberProps & {
  inputMode: 'numeric' | 'decimal'
  /** NaN, and so a fault, for another text. */
  read: (text: string) => number
  write: (value: number) => string
}

/** Keeps the typed text, even while it is no number. */
const TypedNumber = ({ label, value, put, inputMode, read, write }: TypedNumberProps) => {
  const [typed, setTyped] = useState('')
  const text = Object.is(read(typed), value) ? typed : write(value)
  const type = (next: string) => {
    setTyped(next)
    put(read(next))
  }
  return <TextBox {...{ label, inputMode }} value={text} put={type} />
}

/** A whole number. */
export const CountBox = (props: NumberProps) => (
  <TypedNumber
    {...props}
    inputMode="numeric"
    read={(text) => (/^\d{1,4}$/.test(text) ? Number(text) : Number.NaN)}
    write={String}
  />
)

/** An amount with two decimals, kept in hundredths. */
export const AmountBox = (props: NumberProps) => (
  <TypedNumber {...props} inputMode="decimal" read={(text) => centsOf(text) ?? Number.NaN} write={euros} />
)

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

/** The faults of a part of the rules. */
export const Wrong = ({ children }: { children: readonly string[] }) =>
  children.map((text) => (
    <p key={text} className="fault" role="alert">
      {text}
    </p>
  ))
