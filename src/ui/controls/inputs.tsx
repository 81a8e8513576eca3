import { optionsOf } from '../../core/flow/fields'
import { nameResolver, shortOf } from '../../core/flow/names'
import { house } from '../shared/published'
import { about, type ControlProps } from './control'

/** Several lines of text. */
export const Lines = (props: ControlProps) => (
  <textarea
    {...about(props)}
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
    <select {...about(props)} onChange={({ target }) => put(target.value)}>
      <option value="">{say(has(`${field}.none`) ? `${field}.none` : 'any.none')}</option>
      {optionsOf(definition, known, choices, nameResolver(shortOf(field).who)).map((one) => (
        <option key={one} value={one}>
          {option(field, one)}
        </option>
      ))}
    </select>
  )
}
