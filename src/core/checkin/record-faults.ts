import { type Draft, fieldOf } from '../../../schema/checkin'
import { isNamed, partyFlag } from '../../../schema/guest'
import { furtherFlag, shortOf } from '../flow/names'
import { type Fault, schemaFaults, type Validate } from '../flow/validation'

/** Returns the field of the third guest that has the same rules as one of a further guest; another field unchanged. */
export const ruleFieldOf = (field: string): string => {
  const { who, short } = shortOf(field)
  if (who && !isNamed(who)) return fieldOf('third', short)
  return short === furtherFlag ? partyFlag('third') : field
}

/** Returns the answers of each further guest in the place of the third's, which have the same rules. */
const furtherAnswers = (draft: Draft) => {
  const groups = new Map<string, Map<string, string>>()
  for (const field in draft) {
    const rule = ruleFieldOf(field)
    if (rule === field) continue
    const group = shortOf(field).who ?? field
    groups.set(group, (groups.get(group) ?? new Map()).set(rule, field))
  }
  return [...groups.values()]
}

/** Returns the broken rules of a record or a part of it, those of further guests included; one for each field. */
export const faultsOfRecord = (validate: Validate, record: Draft): Fault[] => [
  ...schemaFaults(validate, record),
  ...furtherAnswers(record).flatMap((names) => {
    const answers = Object.fromEntries([...names].map(([rule, field]) => [rule, record[field]]))
    return schemaFaults(validate, answers).map((fault) => ({ ...fault, field: names.get(fault.field) ?? fault.field }))
  }),
]
