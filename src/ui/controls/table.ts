import type { ReactNode } from 'react'
import type { Control } from '../../../schema/vocabulary'
import { Arrival, Buttons, Languages, Nights } from './choices'
import type { ControlProps } from './control'
import { DateBoxes } from './date'
import { Line, Lines, Select } from './inputs'
import { CountrySelect, PrefixSelect, Town } from './places'

/** The control for each name `steps.json` may give a field. */
export const controls: Record<Control, (props: ControlProps) => ReactNode> = {
  text: Line,
  code: Line,
  pin: Line,
  email: Line,
  phone: Line,
  prefix: PrefixSelect,
  country: CountrySelect,
  town: Town,
  date: DateBoxes,
  buttons: Buttons,
  select: Select,
  textarea: Lines,
  arrival: Arrival,
  nights: Nights,
  language: Languages,
}

/** The controls made of several parts, which a fieldset and its legend hold together; the others have a label. */
export const grouped: ReadonlySet<string> = new Set(['date', 'buttons', 'arrival', 'nights', 'language'])
