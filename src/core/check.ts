import type { Asked } from './route'

/** What is wrong with one answer: data, made into words by `text`. `limit` is the length a rule asks for. */
export type Fault = { field: string; rule: string; limit?: number }

/** A compiled schema, as Ajv makes them; `errors` are those of the last call. */
export type Validate = {
  (data: unknown): boolean
  errors?: readonly { instancePath: string; keyword: string; params: Record<string, unknown> }[] | null
}

type Broken = NonNullable<Validate['errors']>[number]

const ruleOf = ({ keyword, params }: Broken) => (keyword === 'format' ? String(params.format) : keyword)
const limitOf = ({ params }: Broken) => (typeof params.limit === 'number' ? { limit: params.limit } : {})

/** Every rule a draft breaks, the first for each field, in the order of the schema. */
export const broken = (validate: Validate, draft: object): Fault[] => {
  if (validate(draft)) return []
  const first = new Map<string, Fault>()
  for (const error of validate.errors ?? []) {
    const field = error.instancePath.slice(1)
    if (field && !first.has(field)) first.set(field, { field, rule: ruleOf(error), ...limitOf(error) })
  }
  return [...first.values()]
}

/** The faults of a step's answers: what is required and missing before what is wrong, in the order they are asked. */
export const check = (validate: Validate, draft: { readonly [field: string]: string | undefined }, fields: readonly Asked[]): Fault[] => {
  const faults = broken(validate, draft)
  return fields.flatMap(({ field, optional }): Fault[] => {
    if (!draft[field]) return optional ? [] : [{ field, rule: 'required' }]
    return faults.filter((fault) => fault.field === field)
  })
}
