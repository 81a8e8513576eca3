import { fieldOf } from '../../../../schema/checkin'
import { guests } from '../../../../schema/guest'
import type { Flow, ReadyAnswer } from '../../../../schema/steps'
import { rules } from '../../../../schema/vocabulary'
import { apolide } from '../../../data/countries'
import { covers } from '../../flow/arms'
import { definitionOf, fieldNamesOf } from '../../flow/fields'
import { nameResolver, shortOf } from '../../flow/names'
import { admits } from '../answers/admits'
import { type Clause, domainOf, isField, optionValues, ruleOf } from '../domains'
import {
  error,
  type Finding,
  impossible,
  type LintRule,
  lostPath,
  misnamed,
  stepAt,
  textsOf,
  unknownOutcomes,
} from '../findings'
import { readyAnswers } from './ready-answers'
import { wordRules } from './word-rules'

const sourcesOf = (ready: ReadyAnswer | undefined): (readonly [at: string, field: string])[] => {
  if (Array.isArray(ready))
    return ready.flatMap((one, i) => (typeof one === 'string' ? [] : [[`${i}/from`, one.from] as const]))
  return typeof ready === 'object' ? [['by', ready.by]] : []
}

/** The conditions on what a field begins with. They decide no way on, so the walk does not know them. */
const defaultClauses = ({ fields }: Flow): Pick<Clause, 'at' | 'path' | 'when' | 'name' | 'kind'>[] =>
  Object.entries(fields).flatMap(([field, { default: ready }]) =>
    (Array.isArray(ready) ? ready : []).flatMap((one, i) => {
      const at = `/fields/${field}/default/${i}`
      return typeof one === 'string' ? [] : [{ at, when: one.when, name: nameResolver('main'), kind: 'field' as const }]
    }),
  )

/** Every field that is asked, forgotten, narrowed or copied stands in `fields`, and has rules. */
const unknownFields: LintRule = ({ flow }) => {
  const known = Object.keys(flow.fields)
  const whole = guests.flatMap((who) => known.map((field) => fieldOf(who, field)))
  const undefinedOf = (at: string, names: readonly string[]) =>
    names.filter((field) => !flow.fields[field]).map((field) => misnamed('unknownField', at, { field }, known))
  return [
    ...Object.entries(flow.steps).flatMap(([path, step]) =>
      undefinedOf(stepAt(path), [...fieldNamesOf(step), ...Object.keys(step.choices ?? {})]),
    ),
    ...Object.entries(flow.fields).flatMap(([name, { forgets = [], default: ready }]) => [
      ...undefinedOf(`/fields/${name}/forgets`, forgets),
      ...sourcesOf(ready)
        .filter(([, field]) => !domainOf(flow, field))
        .map(([at, field]) => misnamed('unknownFact', `/fields/${name}/default/${at}`, { field }, whole)),
    ]),
    ...known
      .filter((name) => !name.includes('.') && !isField(flow, name))
      .map((field) =>
        misnamed(
          'fieldWithoutSchema',
          `/fields/${field}`,
          { field },
          known.filter((name) => isField(flow, name)),
        ),
      ),
  ]
}

/** Every fact a condition names exists, and can be what the condition says. */
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
      if (!domain) return [misnamed('unknownFact', place, { field: short }, Object.keys(flow.fields))]
      if (domain.values) return impossible(place, short, textsOf(expected), domain.values)
      if (definitionOf(flow, fact)?.control !== 'country') return []
      const isCountryHere = (name: string) =>
        isCountry(name) && (name !== apolide || shortOf(fact).short === 'citizenship')
      const strange = textsOf(expected).filter((name) => !isCountryHere(name))
      return impossible(place, short, strange, [], ['Italia'])
    }),
  )

/** Every field an arm writes exists and can hold what is written. */
const writes: LintRule = ({ flow, clauses }) =>
  clauses.flatMap(({ at, set, name }) =>
    Object.entries(set ?? {}).flatMap(([short, value]): Finding[] => {
      const place = `${at}/set/${short}`
      if (name(short) === 'reservationCode' && value) return [error('codeInFlow', place, { field: short })]
      const named = value && typeof value === 'object' ? [short, value.from] : [short]
      const missing = named.filter((field) => !isField(flow, name(field)))
      if (missing.length)
        return missing.map((field) => misnamed('unknownFact', place, { field }, Object.keys(flow.fields)))
      const { values: single, isSeveral } = domainOf(flow, name(short)) ?? {}
      const values = isSeveral ? undefined : single
      const rule = ruleOf(flow, name(short))
      return typeof value !== 'string' || !rule || (!values && admits(rule, value))
        ? []
        : impossible(place, short, [value], values)
    }),
  )

const paths: LintRule = ({ flow, clauses, elsewhere }) => {
  const known = [...Object.keys(flow.steps), ...elsewhere]
  const lost = lostPath(known)
  return [
    ...clauses.flatMap(({ at, to }) => lost(`${at}/to`, to)),
    ...flow.homes.flatMap(({ to }, i) => lost(`/homes/${i}/to`, to)),
    ...Object.entries(flow.steps).flatMap(([path, { home }]) => lost(`${stepAt(path)}/home`, home)),
    ...flow.guards.flatMap(({ at }, i) =>
      known.some((path) => covers(at, path)) ? [] : [misnamed('unknownPath', `/guards/${i}/at`, { path: at }, known)],
    ),
    ...flow.exceptions.flatMap(({ at }, i) => lost(`/exceptions/${i}/at`, at)),
  ]
}

/** Choices narrow what a field offers, and what a field offers its schema admits. */
const options: LintRule = ({ flow }) => [
  ...Object.entries(flow.steps).flatMap(([path, { choices = {} }]) =>
    Object.entries(choices).flatMap(([field, values]) => {
      const definition = flow.fields[field]
      const at = `${stepAt(path)}/choices/${field}`
      return definition ? impossible(at, field, values, optionValues(definition)) : []
    }),
  ),
  ...Object.entries(flow.fields).flatMap(([name, definition]) => {
    const values = domainOf(flow, isField(flow, fieldOf('main', name)) ? fieldOf('main', name) : name)?.values
    return optionValues(definition).flatMap((value, i) =>
      values ? impossible(`/fields/${name}/options/${i}`, name, [value], values) : [],
    )
  }),
]

/** The rules about what the file names: each is there, and can be what it is said to be. */
export const nameRules: LintRule[] = [unknownFields, facts, writes, paths, options, readyAnswers, ...wordRules]
