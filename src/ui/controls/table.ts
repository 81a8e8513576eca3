import type { Control } from '../../../schema/vocabulary'
import { house, plural } from '../shared/published'
import { Buttons, Several, writtenDate } from './choices'
import type { ControlKind } from './control'
import { DateBoxes } from './date'
import { firstControls } from './first'
import { Lines, Select } from './inputs'
import { CountrySelect, Town } from './places'
import { claimsWritten, ReliefPicks } from './reliefs'
import { Arrival, Nights } from './stay'
import { Phone, PrefixSelect } from './telephone'

const asDate = (value: string) => writtenDate(value)
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
