import type { Draft } from '../../../schema/checkin'
import type { Flow } from '../../../schema/steps'
import { withChanges } from './arms'
import { type AskedField, definitionOf } from './fields'
import { nameResolver, shortOf } from './names'

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
