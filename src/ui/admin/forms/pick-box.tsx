import { type ReactNode, useId } from 'react'

/** A value to pick and its words. */
export type Pick = { value: string; text: string }

type LabelledBoxProps = { label: string; children: (id: string) => ReactNode }

/** A box under its label; `children` draws the control with the id of the label. */
export const LabelledBox = ({ label, children }: LabelledBoxProps) => {
  const id = useId()
  return (
    <div className="field">
      <label className="name" htmlFor={id}>
        {label}
      </label>
      {children(id)}
    </div>
  )
}

type PickBoxProps = {
  label: string
  value: string
  picks: readonly Pick[]
  pick: (value: string) => void
  none?: string | undefined
}

/** A labelled list to pick from. */
export const PickBox = ({ label, value, picks, pick, none }: PickBoxProps) => (
  <LabelledBox label={label}>
    {(id) => (
      <select id={id} value={value} onChange={({ target }) => pick(target.value)}>
        {none !== undefined && <option value="">{none}</option>}
        {picks.map(({ value: one, text }) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    )}
  </LabelledBox>
)
