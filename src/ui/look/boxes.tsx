import { type ComponentProps, type ReactNode, useId } from 'react'
import { type Language, languageTable } from '../../../schema/languages'
import { FaultLine } from './parts'

/** The attributes that connect a box with its label, hint and fault. */
type BoxTies = { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string | undefined }

type LabelledBoxProps = {
  label: string
  hint?: string | undefined
  fault?: string | false | undefined
  id?: string | undefined
  children: (ties: BoxTies) => ReactNode
}

/** A box with its label, hint and fault; `children` renders the box with the attributes that connect them. */
export const LabelledBox = ({ label, hint, fault, id: given, children }: LabelledBoxProps) => {
  const made = useId()
  const id = given ?? made
  return (
    <div className="field">
      <label className="name" htmlFor={id}>
        {label}
      </label>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id,
        ...(fault && { 'aria-invalid': true }),
        'aria-describedby': fault ? `${id}-fault` : hint && `${id}-hint`,
      })}
      <FaultLine id={`${id}-fault`}>{fault}</FaultLine>
    </div>
  )
}

type TextBoxProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> &
  Omit<LabelledBoxProps, 'children'> & { value: string; put: (text: string) => void; rows?: number }

/** A labelled text box, of several lines with `rows`. */
export const TextBox = ({ label, hint, fault, value, put, ...input }: TextBoxProps) => {
  const Box = (input.rows ? 'textarea' : 'input') as 'input'
  return (
    <LabelledBox {...{ label, hint, fault }} id={input.id}>
      {(ties) => (
        <Box autoComplete="off" {...input} {...ties} value={value} onChange={({ target }) => put(target.value)} />
      )}
    </LabelledBox>
  )
}

export type Pick = { value: string; text: string }

type PickListProps = Omit<ComponentProps<'select'>, 'value' | 'onChange'> & {
  value: string
  picks: readonly Pick[]
  pick: (value: string) => void
  none?: string | undefined
}

/** A list to pick from; a value that is not in the list comes first. */
export const PickList = ({ value, picks, pick, none, ...rest }: PickListProps) => (
  <select {...rest} value={value} onChange={({ target }) => pick(target.value)}>
    {none !== undefined && <option value="">{none}</option>}
    {value && !picks.some((one) => one.value === value) && <option value={value}>{value}</option>}
    {picks.map(({ value: one, text }) => (
      <option key={one} value={one}>
        {text}
      </option>
    ))}
  </select>
)

/** A labelled list to pick from. */
export const PickBox = ({ label, ...list }: PickListProps & { label: string }) => (
  <LabelledBox label={label}>{(ties) => <PickList {...ties} {...list} />}</LabelledBox>
)

/** A field of a form: a text box, or a list if it has `picks`. */
export type FieldRow<F extends string> = Omit<TextBoxProps, 'value' | 'put' | 'fault'> & {
  field: F
  picks?: readonly Pick[]
  none?: string
}

type FieldBoxesProps<F extends string> = {
  rows: readonly FieldRow<F>[]
  values: { readonly [field in F]?: string | undefined }
  put: (change: { [field in F]?: string }) => void
  faultOf?: (field: F) => string | false | undefined
}

/** The boxes of a table of fields. */
export const FieldBoxes = <F extends string>({ rows, values, put, faultOf }: FieldBoxesProps<F>) =>
  rows.map(({ field, picks, none, ...row }) => {
    const value = values[field] ?? ''
    const type = (text: string) => put({ [field]: text } as { [field in F]?: string })
    return picks ? (
      <PickBox key={field} label={row.label} {...{ value, picks, none }} pick={type} />
    ) : (
      <TextBox key={field} {...row} value={value} fault={faultOf?.(field)} put={type} />
    )
  })

type LanguageBoxProps = { label: string; value: Language; pick: (language: Language) => void }

/** A labelled list of the languages. */
export const LanguageBox = ({ pick, ...box }: LanguageBoxProps) => (
  <PickBox
    {...box}
    picks={languageTable.map(({ code, name }) => ({ value: code, text: name }))}
    pick={(language) => pick(language as Language)}
  />
)

type TickProps = { label: string; value: boolean; set: (value: boolean) => void }

/** A labelled checkbox. */
export const Tick = ({ label, value, set }: TickProps) => (
  <label className="tick">
    <input type="checkbox" checked={value} onChange={({ target }) => set(target.checked)} />
    <span>{label}</span>
  </label>
)

type RadiosProps<T extends string> = {
  name: string
  legend: string
  value: T
  picks: readonly { value: T; text: string }[]
  pick: (value: T) => void
}

/** One of a few choices, all visible. */
export const Radios = <T extends string>({ name, legend, value, picks, pick }: RadiosProps<T>) => (
  <fieldset className="ticks">
    <legend>{legend}</legend>
    {picks.map(({ value: one, text }) => (
      <label key={one} className="tick">
        <input type="radio" name={name} checked={value === one} onChange={() => pick(one)} />
        <span>{text}</span>
      </label>
    ))}
  </fieldset>
)

/** Returns a list with one entry replaced, or taken out. */
export const withEntry = <T,>(list: readonly T[], at: number, entry?: T): T[] =>
  list.flatMap((one, i) => (i !== at ? [one] : entry === undefined ? [] : [entry]))
