import type { Draft } from '../../../schema/checkin'
import { isNamed, namedGuests, type Who } from '../../../schema/guest'
import type { FieldDefinition, Flow, Option, Step } from '../../../schema/steps'
import { remembered } from '../remember'
import { holds, withChanges } from './arms'
import type { Facts } from './facts'
import { type NameResolver, nameResolver, shortOf } from './names'

/** Returns the definition of a field, by its full or short name. */
export const definitionOf = (flow: Pick<Flow, 'fields'>, field: string): FieldDefinition | undefined =>
  flow.fields[field] ?? flow.fields[shortOf(field).short]

/** Returns the fields a step names, as `steps.json` names them. */
export const fieldNamesOf = (step: Pick<Step, 'fields' | 'optional'>): string[] => [
  ...(step.fields ?? []),
  ...(step.optional ?? []),
]

export type AskedField = { field: string; optional: boolean }

/** Returns the fields a step asks now, by full name, in order. */
export const askedFields = (
  flow: Pick<Flow, 'fields'>,
  step: Step,
  who: Who | undefined,
  known: Facts,
): AskedField[] => {
  const name = nameResolver(who)
  const fields: AskedField[] = []
  const ask = (short: string, optional: boolean) => {
    const field = name(short)
    if (holds(definitionOf(flow, field)?.when, known, name)) fields.push({ field, optional })
  }
  for (const short of step.fields ?? []) ask(short, false)
  for (const short of step.optional ?? []) ask(short, true)
  return fields
}

/** Returns the options a field offers now: those whose `when` matches, limited by the step's `choices`. */
export const optionsOf = (
  definition: FieldDefinition,
  known: Facts,
  choices?: readonly string[],
  name?: NameResolver,
): string[] =>
  (definition.options ?? [])
    .filter((option): option is Option => typeof option === 'string' || holds(option.when, known, name))
    .map((option) => (typeof option === 'string' ? option : option.value))
    .filter((value) => !choices || choices.includes(value))

/** Returns whether a field offers a value now, or accepts it as a number up to `greatest`. */
export const isOption = (
  { options = [], greatest = 0 }: FieldDefinition,
  value: string,
  known: Facts,
  name?: NameResolver,
): boolean =>
  (/^[1-9]\d*$/.test(value) && Number(value) <= greatest) ||
  options.some((option) =>
    typeof option === 'string' ? option === value : option.value === value && holds(option.when, known, name),
  )

/** Returns a field's default: a fixed text, the entry for another answer, or the first list entry that holds. */
export const defaultOf = (
  { default: preset }: FieldDefinition,
  known: Facts,
  name?: NameResolver,
): string | undefined => {
  if (!Array.isArray(preset)) return typeof preset === 'object' ? preset[known[preset.by] ?? ''] : preset
  return preset
    .map((one) => (typeof one === 'string' ? one : holds(one.when, known, name) ? known[one.from] : undefined))
    .find(Boolean)
}

/** The guests a step may ask about: its one further guest, else all named guests. */
const guestsOf = ({ guest }: Step): readonly Who[] =>
  typeof guest === 'string' && !isNamed(guest as Who) ? [guest as Who] : namedGuests

const fieldsOfSteps = remembered(
  (steps: Flow['steps']): ReadonlySet<string> =>
    new Set(
      Object.values(steps).flatMap((step) =>
        fieldNamesOf(step).flatMap((short) => [short, ...guestsOf(step).map((who) => nameResolver(who)(short))]),
      ),
    ),
)

/** Returns every field that a step asks, by short name and by its guests' full names. */
export const fieldsAskedIn = ({ steps }: Pick<Flow, 'steps'>): ReadonlySet<string> => fieldsOfSteps(steps)

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
