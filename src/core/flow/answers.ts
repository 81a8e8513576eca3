import type { Draft } from '../../../schema/checkin'
import type { Flow } from '../../../schema/steps'
import { addDays } from '../text/dates'
import { withChanges } from './arms'
import { type AskedField, definitionOf } from './fields'
import { nameResolver, shortOf } from './names'
import { withoutTrunk } from './telephone'

/**
 * A draft with what follows from its answers: the departure (arrival plus nights, `YYYY-MM-DD`) and the whole phone
 * number.
 */
export const withDerived = (draft: Draft): Draft =>
  withChanges(draft, {
    departureDate:
      draft.arrivalDate && draft.numberOfNights ? addDays(draft.arrivalDate, Number(draft.numberOfNights)) : null,
    phone:
      draft.phonePrefix && draft.phoneNumber
        ? `${draft.phonePrefix} ${withoutTrunk(draft.phoneNumber, draft.phonePrefix)}`
        : null,
  })

/**
 * A draft with one more answer; another birth country forgets the birth town, as `forgets` says, but nothing the same
 * step asks. An answer the guest took away stays as an empty one: what a field begins with is for a guest who has not
 * been asked.
 */
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
