import type { Draft } from '../../../schema/checkin'
import type { Control } from '../../../schema/vocabulary'
import { isPaperCardTyped } from '../../core/checkin/paper-card'
import { shortOf } from '../../core/flow/names'
import { house, say, today } from '../shared/published'
import { Buttons, Several, writtenDate } from './choices'
import type { ControlKind } from './control'
import { DateBoxes } from './date'
import { firstControls } from './first'
import { Lines, Select } from './inputs'
import { CountrySelect, Town } from './places'
import { Arrival, Nights } from './stay'
import { Phone, PrefixSelect } from './telephone'

/**
 * Returns the warning of a field: a sentence, empty if there is nothing to warn of, undefined if the field has no
 * warnings. A warning does not stop the guest.
 */
export const cautionOf = (field: string, answers: Draft): string | undefined => {
  const { who, short } = shortOf(field)
  if (!who || short !== 'documentNumber') return undefined
  return isPaperCardTyped(answers, who, answers.arrivalDate ?? today()) ? say('documentNumber.paperCard') : ''
}

const asDate = (value: string) => writtenDate(value)
const asNights = (value: string, field: string) => house.get().speak.plural(field, Number(value))
const asCountry = (value: string) => house.get().countries.find(([italian]) => italian === value)?.[1] ?? value

/** All controls by the names `steps.json` uses. */
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
}
