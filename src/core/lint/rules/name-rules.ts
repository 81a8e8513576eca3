import { fieldOf } from '../../../../schema/checkin'
import { flowGuests, partyFlags } from '../../../../schema/guest'
import type { Flow, ReadyAnswer } from '../../../../schema/steps'
import { rules, writeForms } from '../../../../schema/vocabulary'
import { apolide } from '../../../data/countries'
import { copiedFrom, covers } from '../../flow/arms'
import { definitionOf, fieldNamesOf } from '../../flow/fields'
import { isNumbered } from '../../flow/further-guests'
import { nameResolver, shortOf } from '../../flow/names'
import { admits } from '../answers/constructed'
import { lawFields } from '../answers/provenance'
import { type Clause, domainOf, isField, optionValues, ruleOf } from '../domains'
import {
  badValues,
  error,
  type Finding,
  type LintRule,
  stepAt,
  textsOf,
  unknownName,
  unknownOutcomes,
  unknownPathCheck,
} from '../findings'
import { wordRules } from './word-rules'

const isFlag = (field: string) => Object.values(partyFlags).includes(field)

/** Returns the first guest's name of a field of guests, and a field of the stay as it is. */
const fullOf = (flow: Flow, field: string) => (isField(flow, fieldOf('main', field)) ? fieldOf('main', field) : field)

const isTaken = (flow: Flow, field: string, text: string) => {
  const definition = definitionOf(flow, field)!
  const rule = ruleOf(flow, fullOf(flow, field))
  return (!definition.options || optionValues(definition).includes(text)) && (!rule || admits(rule, text))
}

/** Checks that no card proposes an answer the law needs from the guest, nor one that the question refuses. */
const readyAnswers: LintRule = ({ flow }) =>
  Object.entries(flow.fields).flatMap(([field, { default: ready }]) => {
    if (ready === undefined || field.includes('.')) return []
    const at = `/fields/${field}/default`
    if ((lawFields.has(field) || isFlag(field)) && !writeForms[field]?.ready)
      return [error('readyAnswer', at, { field })]
    return typeof ready === 'string' && !isTaken(flow, field, ready)
      ? [
          error('impossibleValue', at, {
            field,
            value: ready,
            values: optionValues(definitionOf(flow, field)!).join(', '),
          }),
        ]
      : []
  })

const sourcesOf = (ready: ReadyAnswer | undefined): (readonly [at: string, field: string])[] => {
  if (Array.isArray(ready))
    return ready.flatMap((one, i) => (typeof one === 'string' ? [] : [[`${i}/from`, one.from] as const]))
  return typeof ready === 'object' ? [['by', ready.by]] : []
}

/** Returns the conditions of defaults, which decide no route and are therefore not among the clauses. */
const defaultClauses = ({ fields }: Flow): Pick<Clause, 'at' | 'path' | 'when' | 'name' | 'kind'>[] =>
  Object.entries(fields).flatMap(([field, { default: ready }]) =>
    (Array.isArray(ready) ? ready : []).flatMap((one, i) => {
      const at = `/fields/${field}/default/${i}`
      return typeof one === 'string' ? [] : [{ at, when: one.when, name: nameResolver('main'), kind: 'field' as const }]
    }),
  )

/** Checks that every field used has a definition and a schema. */
const unknownFields: LintRule = ({ flow }) => {
  const fields = Object.keys(flow.fields)
  const whole = flowGuests.flatMap((who) => fields.map((field) => fieldOf(who, field)))
  const undefinedOf = (at: string, names: readonly string[]) =>
    names
      .filter((field) => !flow.fields[field] && !(isNumbered(field) && definitionOf(flow, field)))
      .map((field) => unknownName('unknownField', at, { field }, fields))
  return [
    ...Object.entries(flow.steps).flatMap(([path, step]) =>
      undefinedOf(stepAt(path), [...fieldNamesOf(step), ...Object.keys(step.choices ?? {})]),
    ),
    ...Object.entries(flow.fields).flatMap(([name, { forgets = [], default: ready }]) => [
      ...undefinedOf(`/fields/${name}/forgets`, forgets),
      ...sourcesOf(ready)
        .filter(([, field]) => !domainOf(flow, field))
        .map(([at, field]) => unknownName('unknownFact', `/fields/${name}/default/${at}`, { field }, whole)),
    ]),
    ...fields
      .filter((name) => !name.includes('.') && !isField(flow, name))
      .map((field) =>
        unknownName(
          'fieldWithoutSchema',
          `/fields/${field}`,
          { field },
          fields.filter((name) => isField(flow, name)),
        ),
      ),
  ]
}

/** Checks that every fact of a condition exists and can have the expected value. */
const facts: LintRule = ({ flow, clauses, isCountry }) =>
  [...clauses, ...defaultClauses(flow)].flatMap(({ at, when, name, path, kind }) =>
    Object.entries(when ?? {}).flatMap(([short, expected]): Finding[] => {
      const fact = name(short)
      const place = `${at}/when/${short}`
      if (fact === 'outcome') {
        const effect = path ? flow.steps[path]?.do : undefined
        return unknownOutcomes(place, expected, effect, effect && kind === 'next' ? rules[effect].outcomes : [])
      }
      if (fact === 'reservationCode' && textsOf(expected).length) return [error('codeInFlow', place, { field: short })]
      const domain = domainOf(flow, fact)
      if (!domain) return [unknownName('unknownFact', place, { field: short }, Object.keys(flow.fields))]
      if (domain.values) return badValues(place, short, textsOf(expected), domain.values)
      if (definitionOf(flow, fact)?.control !== 'country') return []
      const isCountryHere = (name: string) =>
        isCountry(name) && (name !== apolide || shortOf(fact).short === 'citizenship')
      const strange = textsOf(expected).filter((name) => !isCountryHere(name))
      return badValues(place, short, strange, [], ['Italia'])
    }),
  )

/** Checks that every written field exists and can hold the value. */
const writes: LintRule = ({ flow, clauses }) =>
  clauses.flatMap(({ at, set, name }) =>
    Object.entries(set ?? {}).flatMap(([short, value]): Finding[] => {
      const place = `${at}/set/${short}`
      if (name(short) === 'reservationCode' && value) return [error('codeInFlow', place, { field: short })]
      const named = [short, copiedFrom(value) ?? []].flat()
      const missing = named.filter((field) => !isField(flow, name(field)))
      if (missing.length)
        return missing.map((field) => unknownName('unknownFact', place, { field }, Object.keys(flow.fields)))
      const { values: single, isSeveral } = domainOf(flow, name(short)) ?? {}
      const values = isSeveral ? undefined : single
      const rule = ruleOf(flow, name(short))
      return typeof value !== 'string' || !rule || (!values && admits(rule, value))
        ? []
        : badValues(place, short, [value], values)
    }),
  )

const paths: LintRule = ({ flow, clauses, elsewhere }) => {
  const allPaths = [...Object.keys(flow.steps), ...elsewhere]
  const lost = unknownPathCheck(allPaths)
  return [
    ...clauses.flatMap(({ at, to }) => lost(`${at}/to`, to)),
    ...flow.homes.flatMap(({ to }, i) => lost(`/homes/${i}/to`, to)),
    ...Object.entries(flow.steps).flatMap(([path, { home }]) => lost(`${stepAt(path)}/home`, home)),
    ...flow.guards.flatMap(({ at }, i) =>
      allPaths.some((path) => covers(at, path))
        ? []
        : [unknownName('unknownPath', `/guards/${i}/at`, { path: at }, allPaths)],
    ),
    ...flow.exceptions.flatMap(({ at }, i) => lost(`/exceptions/${i}/at`, at)),
  ]
}

/** Checks that `choices` are options of the field, and that the schema accepts every option. */
const options: LintRule = ({ flow }) => [
  ...Object.entries(flow.steps).flatMap(([path, { choices = {} }]) =>
    Object.entries(choices).flatMap(([field, values]) => {
      const definition = definitionOf(flow, field)
      const at = `${stepAt(path)}/choices/${field}`
      return definition ? badValues(at, field, values, optionValues(definition)) : []
    }),
  ),
  ...Object.entries(flow.fields).flatMap(([name, definition]) => {
    const values = domainOf(flow, fullOf(flow, name))?.values
    return optionValues(definition).flatMap((value, i) =>
      values ? badValues(`/fields/${name}/options/${i}`, name, [value], values) : [],
    )
  }),
]

export const nameRules: LintRule[] = [unknownFields, facts, writes, paths, options, readyAnswers, ...wordRules]
