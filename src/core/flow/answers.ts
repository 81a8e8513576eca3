import type { Draft } from '../../../schema/checkin'
import type { Flow } from '../../../schema/steps'
import { addDays } from '../text/dates'
import { withChanges } from './arms'
import { type AskedField, definitionOf } from './fields'
import { nameResolver, shortOf } from './names'
import { withoutTrunk } from './telephone'

/** Returns a draft with the departure (arrival plus nights, `YYYY-MM-DD`) and the whole telephone number. */
export const withDerived = (draft: Draft): Draft =>
  withChanges(draft, {
    departureDate:
      draft.arrivalDate && draft.numberOfNights ? addDays(draft.arrivalDate, Number(draft.numberOfNights)) : null,
    phone:
      draft.phonePrefix && draft.phoneNumber
        ? `${draft.phonePrefix} ${withoutTrunk(draft.phoneNumber, draft.phonePrefix)}`
        : null,
  })

/** Returns a draft with one more answer. A cleared one stays as empty text: the default does not come back. */
export const withAnswer = (
  flow: Flow,
  draft: Draft,
  field: string,
  value: string | undefined,
  together: readonly AskedField[] = [],
): Draft => {
  if (draft[field] === (value ?? '')) return draft
  const { who } = shortOf(field)
  const forgets = (definitionOf(flow, field)?.forgets ?? [])
    .map(nameResolver(who))
    .filter((other) => !together.some((asked) => asked.field === other))
  return { ...withChanges(draft, Object.fromEntries(forgets.map((other) => [other, null]))), [field]: value ?? '' }
}
