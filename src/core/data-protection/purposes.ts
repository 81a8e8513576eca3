import type { Flow } from '../../../schema/steps'
import type { Purpose } from '../../../schema/vocabulary'
import { officialFields, officialFileKinds } from '../exports/official-fields'
import { fieldNamesOf } from '../flow/fields'

/** The fields of the official files, and those that only route a check-in. */
const needNone: ReadonlySet<string> = new Set([
  ...officialFileKinds.flatMap((kind) => Object.values(officialFields[kind]).flat()),
  ...['selectedLanguage', 'reservationCode', 'addSecondGuest', 'addThirdGuest'],
])

/** Returns the fields asked without a law, by short name, with their purpose if the flow has it. */
export const beyondLaw = ({ steps, fields }: Pick<Flow, 'steps' | 'fields'>): { field: string; purpose?: Purpose }[] =>
  [...new Set(Object.values(steps).flatMap(fieldNamesOf))].flatMap((field) => {
    const { purpose } = fields[field] ?? {}
    return needNone.has(field) ? [] : [{ field, ...(purpose && { purpose }) }]
  })
