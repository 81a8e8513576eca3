import type { Control } from '../../../schema/vocabulary'
import { isCalendar } from '../../core/text/dates'
import { house, plural, say } from '../shared/published'
import { Buttons, claimsWritten, ReliefPicks, Several, writtenDate } from './choices'
import { DateBoxes } from './date'
import type { ControlKind } from './field'
import { firstControls } from './first'
import { Lines, Phone, PrefixSelect, Select } from './inputs'
import { CountrySelect, Town } from './places'
import { Arrival, Nights } from './stay'

/** A draft also stores half a date, for a guest who goes back while typing one. */
const asDate = (value: string) => (isCalendar(value) ? writtenDate(value) : say('notProvided'))
const asNights = (value: string, field: string) => plural(field, Number(value))
const asCountry = (value: string) => house.get().countries.find(([italian]) => italian === value)?.[1] ?? value

export const controls: Record<Control, ControlKind> = {
  ...firstControls,
  phone: { Ask: Phone },
  prefix: { Ask: PrefixSelect },
  country: { Ask: CountrySelect, write: asCountry },
  town: { Ask: Town },
  date: { Ask: DateBoxes, isGroup: true, write: asDate },
  buttons: { Ask: Buttons, isGroup: true },
  several: { Ask: Several, isGroup: true },
  select: { Ask: Select },
  textarea: { Ask: Lines },
  arrival: { Ask: Arrival, isGroup: true, write: asDate },
  nights: { Ask: Nights, isGroup: true, write: asNights },
  reliefs: { Ask: ReliefPicks, isGroup: true, write: claimsWritten },
}
