import { useDeferredValue, useMemo } from 'react'
import { optionsOf } from '../../core/flow/fields'
import { nameResolver, shortOf } from '../../core/flow/names'
import { house } from '../shared/published'
import { type ControlProps, inputProps } from './control'

export type Listed = readonly (readonly [value: string, text: string, ...more: string[]])[]

/** The options of a long list. The chosen one is drawn with the card, the others right after it. */
export const Options = ({ all, chosen }: { all: Listed; chosen: string }) => {
  const shown = useDeferredValue(
    all,
    all.filter(([value]) => value === chosen),
  )
  return useMemo(
    () =>
      shown.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      )),
    [shown],
  )
}

/** Several lines of text. */
export const Lines = (props: ControlProps) => (
  <textarea
    {...inputProps(props)}
    rows={2}
    maxLength={props.definition.maxLength}
    onChange={({ target }) => props.put(target.value)}
  />
)

/** One option of a list, or none. */
export const Select = (props: ControlProps) => {
  const { field, definition, known, choices, put } = props
  const { say, has, option } = house.get().speak
  return (
    <select {...inputProps(props)} onChange={({ target }) => put(target.value)}>
      <option value="">{say(has(`${field}.none`) ? `${field}.none` : 'any.none')}</option>
      {optionsOf(definition, known, choices, nameResolver(shortOf(field).who)).map((one) => (
        <option key={one} value={one}>
          {option(field, one)}
        </option>
      ))}
    </select>
  )
}
