import type { Draft } from '../../../schema/checkin'
import type { FieldDefinition, Flow } from '../../../schema/steps'
import { addDays, daysBetween } from '../text/dates'
import type { Facts } from './facts'
import { type AskedField, definitionOf, isOption } from './fields'
import { type NameResolver, nameResolver, shortOf } from './names'
import { pickedOf } from './several'

/**
 * What is wrong with one answer: data, made into words by `text`. `limit` is the length a rule asks for, `typed` an
 * answer not kept.
 */
export type Fault = { field: string; rule: string; limit?: number; typed?: string }

/** A compiled schema, as Ajv makes them; `errors` are those of the last call. */
export type Validate = {
  (data: unknown): boolean
  errors?: readonly { instancePath: string; keyword: string; params: Record<string, unknown> }[] | null
}

type SchemaError = NonNullable<Validate['errors']>[number]

const ruleOf = ({ keyword, params }: SchemaError) => (keyword === 'format' ? String(params.format) : keyword)
const limitOf = ({ params }: SchemaError) => (typeof params.limit === 'number' ? { limit: params.limit } : {})

/** The field an error is about; a word that is lacking or too many is itself the field. The whole has no name. */
const fieldOf = ({ instancePath, params }: SchemaError) =>
  `${instancePath}/${params.missingProperty ?? params.additionalProperty ?? ''}`.replace(/^\/|\/$/g, '')

/** Every rule a draft breaks, the first for each field, in the order of the schema. */
export const schemaFaults = (validate: Validate, draft: object): Fault[] => {
  if (validate(draft)) return []
  const first = new Map<string, Fault>()
  for (const error of validate.errors ?? []) {
    const field = fieldOf(error)
    if (error.keyword !== 'if' && !first.has(field)) first.set(field, { field, rule: ruleOf(error), ...limitOf(error) })
  }
  return [...first.values()]
}

/**
 * What a check needs from outside: the compiled schema and the day it is in Italy, `YYYY-MM-DD`; read only where an
 * answer is a day, because a browser takes long to say it the first time.
 */
export type Checker = { validate: Validate; today: string; sentArrival?: string }

/** Returns a checker that takes the day of arrival of a check-in that was sent, though it may have gone by. */
export const withSentArrival = (checker: Checker, sentArrival: string | undefined): Checker =>
  sentArrival
    ? {
        sentArrival,
        validate: checker.validate,
        get today() {
          return checker.today
        },
      }
    : checker

/**
 * The days a guest can arrive: today and as many after it as the house opens its check-in ahead, two if it does not
 * say.
 */
export const arrivalDays = (today: string, ahead: string | number = 2) =>
  Array.from({ length: Number(ahead) + 1 }, (_, days) => addDays(today, days))

/**
 * Whether an answer is one of those its field offers now, where it offers some. Yesterday still counts for whoever
 * answered before midnight and sends after it, and so does the day that was sent, but neither is an answer to a card
 * that asks.
 */
const isOffered = (
  definition: FieldDefinition | undefined,
  value: string,
  known: Facts,
  checker: Checker,
  isAsking: boolean,
  name: NameResolver,
): boolean => {
  if (definition?.control === 'several') return pickedOf(value).every((one) => isOption(definition, one, known, name))
  if (definition?.control !== 'arrival') return !definition?.options || isOption(definition, value, known, name)
  const days = daysBetween(checker.today, value)
  if (!isAsking && value === checker.sentArrival) return true
  return days >= (isAsking ? 0 : -1) && days <= Number(known['settings.arrivalDaysAhead'] ?? 2)
}

/**
 * The faults of a step's answers, in the order they are asked: what is required and missing, what the schema refuses
 * (`refused`, where the caller knows it already), and what is none of the answers the field offers now, which for a
 * card that is just asking are those it shows.
 */
export const answerFaults = (
  flow: Pick<Flow, 'fields'>,
  checker: Checker,
  draft: Draft,
  known: Facts,
  fields: readonly AskedField[],
  refused = schemaFaults(checker.validate, draft),
  isAsking = false,
): Fault[] => {
  const faults: Fault[] = []
  for (const { field, optional } of fields) {
    const value = draft[field]
    const definition = definitionOf(flow, field)
    const wrong = value && refused.find((fault) => fault.field === field)
    if (wrong) faults.push(wrong)
    else if (!value && !optional) faults.push({ field, rule: 'required' })
    // A day that has gone by stands on no card any more: it is as if none had been chosen.
    else if (value && !isOffered(definition, value, known, checker, isAsking, nameResolver(shortOf(field).who)))
      faults.push({ field, rule: definition!.control === 'arrival' ? 'required' : 'enum' })
  }
  return faults
}
