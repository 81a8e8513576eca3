import type { Draft } from '../../../schema/checkin'
import type { Flow } from '../../../schema/steps'
import { withChanges } from './arms'
import { type AskedField, definitionOf } from './fields'
import { nameResolver, shortOf } from './names'

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
