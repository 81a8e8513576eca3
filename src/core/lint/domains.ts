import type { Who } from '../../../schema/guest'
import { guest } from '../../../schema/person'
import { checkin } from '../../../schema/record'
import { settings } from '../../../schema/settings'
import type { FieldDefinition, Flow, SetWords, When } from '../../../schema/steps'
import { joined } from '../flow/facts'
import { definitionOf, fieldNamesOf } from '../flow/fields'
import { type NameResolver, nameResolver, ruleFieldOf, shortOf } from '../flow/names'
import { remembered } from '../remember'

/** Stands for every answer that no condition names. */
export const anyOther = '…'

/** The possible values of a fact. `isSeveral`: several at once; `free`: it may also be empty. */
export type Domain = { values?: readonly string[] | undefined; isSeveral?: boolean; free: boolean }

type Rule = {
  type?: string
  enum?: readonly string[]
  some?: readonly string[]
  $ref?: string
  pattern?: string
  default?: unknown
}

const recordRule = (name: string): Rule | undefined => {
  const rule = checkin.properties[ruleFieldOf(name)] as Rule | undefined
  return rule?.$ref ? (guest.properties[rule.$ref.split('/').at(-1) as keyof typeof guest.properties] as Rule) : rule
}

/** Returns the schema of a field by its full name: the host's own, or the record's. */
export const ruleOf = (flow: Flow, name: string): Rule | undefined =>
  (definitionOf(flow, name)?.schema as Rule | undefined) ?? recordRule(name)

/** Returns a field's options and the numbers up to its `greatest`, limited by `choices`; conditions are ignored. */
export const optionValues = (field: Partial<FieldDefinition>, choices?: readonly string[]): string[] => {
  const { options = [], greatest: length = 0 } = field
  const numbers = Array.from({ length }, (_, i) => String(i + 1))
  const values = options.map((option) => (typeof option === 'string' ? option : option.value))
  return [...new Set([...values, ...numbers])].filter((value) => choices?.includes(value) ?? true)
}

/** Returns the possible values of a fact by its full name; undefined for an unknown fact. */
export const domainOf = (flow: Flow, name: string): Domain | undefined => {
  if (name.startsWith('settings.')) {
    const rule = settings.properties[name.slice(9) as keyof typeof settings.properties] as Rule | undefined
    if (!rule || rule.type === 'array') return undefined
    return rule.type === 'boolean' ? { values: ['yes', 'no'], free: false } : { free: typeof rule.default !== 'number' }
  }
  const rule = ruleOf(flow, name)
  if (rule?.some) return { values: rule.some, isSeveral: true, free: false }
  return rule && { values: rule.enum?.map((value) => ({ true: 'yes', false: 'no' })[value] ?? value), free: false }
}

/** Returns whether the project or the host defines a field. */
export const isField = (flow: Flow, name: string) =>
  Boolean(recordRule(name) ?? (name in guest.properties || flow.fields[shortOf(name).short]?.schema))

/** A condition or a `set`. The condition of a field appears once for each step that asks the field (`asks`). */
export type Clause = {
  at: string
  path?: string
  name: NameResolver
  when?: When | undefined
  set?: SetWords
  to?: unknown
  again?: true
  /** The guest whom short names refer to. */
  who?: Who | undefined
  asks?: string
  kind: 'next' | 'back' | 'guard' | 'guest' | 'field'
}

/** Escapes one part of a JSON pointer. */
export const pointer = (path: string) => path.replace(/~/g, '~0').replace(/\//g, '~1')

const fullNames = nameResolver(undefined)

/** Returns the guests a step can be about. */
export const stepGuests = ({ guest }: Flow['steps'][string]) =>
  typeof guest === 'object' ? [...new Set(guest.map(({ is }) => is))] : [guest]

const fieldClauses = (flow: Flow, path: string, field: string, who: Who | undefined): Clause[] => {
  const name = nameResolver(who)
  const { when, options = [] } = definitionOf(flow, field) ?? {}
  const clause = (at: string, when: When | undefined): Clause[] =>
    when ? [{ at, when, path, name, who, asks: name(field), kind: 'field' }] : []
  return [
    ...clause(`/fields/${field}`, when),
    ...options.flatMap((option, i) =>
      typeof option === 'string' ? [] : clause(`/fields/${field}/options/${i}`, option.when),
    ),
  ]
}

/** Returns every condition and `set` of a flow with its JSON pointer; guards come first. */
export const clausesOf = remembered((flow: Flow): readonly Clause[] => [
  ...flow.guards.map((guard, i) => ({ ...guard, at: `/guards/${i}`, name: fullNames, kind: 'guard' as const })),
  ...Object.entries(flow.steps).flatMap(([path, step]) => {
    const guestsHere = stepGuests(step)
    const whose = typeof step.guest === 'object' ? step.guest : []
    const at = `/steps/${pointer(path)}`
    return [
      ...whose.map(({ when }, i): Clause => ({ when, at: `${at}/guest/${i}`, path, name: fullNames, kind: 'guest' })),
      ...(['next', 'back'] as const).flatMap((kind) =>
        guestsHere.flatMap((who) =>
          (step[kind] ?? []).map(
            (arm, i): Clause => ({ ...arm, at: `${at}/${kind}/${i}`, path, name: nameResolver(who), who, kind }),
          ),
        ),
      ),
      ...guestsHere.flatMap((who) => fieldNamesOf(step).flatMap((field) => fieldClauses(flow, path, field, who))),
    ]
  }),
])

/** Returns the values that conditions compare each fact with, by full name; each with the conditions that name it. */
export const comparedBy = remembered((flow: Flow): ReadonlyMap<string, ReadonlyMap<string, string>> => {
  const found = new Map<string, Map<string, string>>()
  const conditions = [...clausesOf(flow), ...flow.exceptions.map(({ when }) => ({ when, name: fullNames }))]
  for (const [i, { when = {}, name }] of conditions.entries())
    for (const [fact, expected] of Object.entries(when)) {
      const values = found.get(name(fact)) ?? found.set(name(fact), new Map()).get(name(fact))!
      if (typeof expected !== 'boolean')
        for (const value of [expected].flat()) values.set(value, `${values.get(value) ?? ''} ${i}`)
    }
  return found
})

/** Returns the values that conditions compare each fact with, by full name. */
export const comparedValues = (flow: Flow): Map<string, Set<string>> =>
  new Map([...comparedBy(flow)].map(([fact, values]) => [fact, new Set(values.keys())]))

const waysToPick = (answers: readonly string[]): string[] =>
  answers.flatMap((one, i) => [one, ...waysToPick(answers.slice(i + 1)).map((others) => joined([one, others]))])

/** Returns the values of a fact that conditions can tell apart, and one value for all others. */
export const answerClasses = (domain: Domain, named: ReadonlySet<string>): (string | undefined)[] => {
  const compared = domain.values ? domain.values.filter((value) => named.has(value)) : [...named]
  const values: (string | undefined)[] = domain.isSeveral ? waysToPick(compared) : compared
  if (!domain.values || domain.values.some((value) => !named.has(value))) values.push(anyOther)
  return domain.free ? [...values, undefined] : values
}
