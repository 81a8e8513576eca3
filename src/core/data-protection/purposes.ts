import type { Flow } from '../../../schema/steps'
import type { Purpose } from '../../../schema/vocabulary'
import { officialFields, officialFileKinds } from '../exports/official-fields'
import { fieldNamesOf } from '../flow/fields'

/** What the files of the law are made of, by short name, and what only says how a check-in goes on. */
const needNone: ReadonlySet<string> = new Set([
  ...officialFileKinds.flatMap((kind) => Object.values(officialFields[kind]).flat()),
  ...['selectedLanguage', 'reservationCode', 'addSecondGuest', 'addThirdGuest'],
])

/** The fields guests are asked that no law wants, by short name, each with what it is for where the flow says it. */
export const beyondLaw = ({ steps, fields }: Pick<Flow, 'steps' | 'fields'>): { field: string; purpose?: Purpose }[] =>
  [...new Set(Object.values(steps).flatMap(fieldNamesOf))].flatMap((field) => {
    const { purpose } = fields[field] ?? {}
    return needNone.has(field) ? [] : [{ field, ...(purpose && { purpose }) }]
  })
