import type { Draft } from '../../../schema/checkin'
import { ruleFieldOf, shortOf } from './names'
import type { Fault, Validate } from './validation'

type SchemaError = NonNullable<Validate['errors']>[number]

const ruleOf = ({ keyword, params }: SchemaError) => (keyword === 'format' ? String(params.format) : keyword)
const limitOf = ({ params }: SchemaError) => (typeof params.limit === 'number' ? { limit: params.limit } : {})

const fieldOf = ({ instancePath, params }: SchemaError) =>
  `${instancePath}/${params.missingProperty ?? params.additionalProperty ?? ''}`.replace(/^\/|\/$/g, '')

/** Returns the broken rules of a draft, the first for each field, in the order of the schema. */
export const schemaFaults = (validate: Validate, draft: object): Fault[] => {
  if (validate(draft)) return []
  const first = new Map<string, Fault>()
  for (const error of validate.errors ?? []) {
    const field = fieldOf(error)
    if (error.keyword !== 'if' && !first.has(field)) first.set(field, { field, rule: ruleOf(error), ...limitOf(error) })
  }
  return [...first.values()]
}

/** Returns, for each further guest, the answered fields by the third guest's field with the same rules. */
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

/** Returns the broken rules of a record or a part of it, one for each field, further guests included. */
export const faultsOfRecord = (validate: Validate, record: Draft): Fault[] => [
  ...schemaFaults(validate, record),
  ...furtherAnswers(record).flatMap((names) => {
    const answers = Object.fromEntries([...names].map(([rule, field]) => [rule, record[field]]))
    return schemaFaults(validate, answers).map((fault) => ({ ...fault, field: names.get(fault.field) ?? fault.field }))
  }),
]
