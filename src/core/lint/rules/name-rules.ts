import { fieldOf } from '../../../../schema/checkin'
import { guests } from '../../../../schema/guest'
import type { Flow, Ready } from '../../../../schema/steps'
import { type Effect, effects } from '../../../../schema/vocabulary'
import { apolide } from '../../../data/countries'
import { covers } from '../../flow/arms'
import { definitionOf, fieldNamesOf } from '../../flow/fields'
import { nameResolver, shortOf } from '../../flow/names'
import { admits } from '../answers/admits'
import { type Clause, domainOf, isField, ruleOf } from '../domains'
import { error, type Finding, hint, impossible, type LintRule, stepAt } from '../findings'
import { labelsApart, placeholders } from './host-words'
import { readyAnswers } from './ready-answers'
import { takenNames } from './taken-names'
import { missingWords } from './word-rules'

/** The other answers a field begins with, each with its place in what says so. */
const sourcesOf = (ready: Ready | undefined): (readonly [at: string, field: string])[] => {
  if (Array.isArray(ready))
    return ready.flatMap((one, i) => (typeof one === 'string' ? [] : [[`${i}/from`, one.from] as const]))
  return typeof ready === 'object' ? [['by', ready.by]] : []
}

/** The conditions on what a field begins with. They turn no road, so no journey is walked for them. */
const defaultClauses = (flow: Flow): Pick<Clause, 'at' | 'path' | 'when' | 'name' | 'kind'>[] =>
  Object.entries(flow.fields).flatMap(([field, { default: ready }]) =>
    Array.isArray(ready)
      ? ready.flatMap((one, i) =>
          typeof one === 'string'
            ? []
            : [
                {
                  at: `/fields/${field}/default/${i}`,
                  when: one.when,
                  name: nameResolver('main'),
                  kind: 'field' as const,
                },
              ],
        )
      : [],
  )

/** Every name a step asks for, an answer forgets or a choice narrows is a field that `fields` says how to ask. */
const unknownFields: LintRule = ({ flow }) => {
  const known = Object.keys(flow.fields)
  const inSteps = Object.entries(flow.steps).flatMap(([path, step]) =>
    [...fieldNamesOf(step), ...Object.keys(step.choices ?? {})]
      .filter((field) => !flow.fields[field])
      .map((field) => error('unknownField', stepAt(path), { field }, hint(field, known))),
  )
  const inFields = Object.entries(flow.fields).flatMap(([name, { forgets = [] }]) =>
    forgets
      .filter((field) => !flow.fields[field])
      .map((field) => error('unknownField', `/fields/${name}/forgets`, { field }, hint(field, known))),
  )
  const whole = guests.flatMap((who) => known.map((field) => fieldOf(who, field)))
  const inDefaults = Object.entries(flow.fields).flatMap(([name, { default: ready }]) =>
    sourcesOf(ready)
      .filter(([, field]) => !domainOf(flow, field))
      .map(([at, field]) => error('unknownFact', `/fields/${name}/default/${at}`, { field }, hint(field, whole))),
  )
  const withoutSchema = known
    .filter((name) => !name.includes('.') && !isField(flow, name))
    .map((field) =>
      error(
        'fieldWithoutSchema',
        `/fields/${field}`,
        { field },
        hint(
          field,
          known.filter((name) => isField(flow, name)),
        ),
      ),
    )
  return [...inSteps, ...inFields, ...inDefaults, ...withoutSchema]
}

/** Every fact a condition names exists, and can be what the condition says. */
const facts: LintRule = (context) =>
  [...context.clauses, ...defaultClauses(context.flow)].flatMap(({ at, when, name, path, kind }) =>
    Object.entries(when ?? {}).flatMap(([short, expected]): Finding[] => {
      const fact = name(short)
      const effect = path ? context.flow.steps[path]?.do : undefined
      const values = typeof expected === 'boolean' ? [] : [expected].flat()
      if (fact === 'outcome') {
        const outcomes: readonly string[] = effect && kind === 'next' ? effects[effect as Effect].outcomes : []
        return values
          .filter((value) => !outcomes.includes(value))
          .map((value) =>
            error(
              'unknownOutcome',
              `${at}/when/outcome`,
              { outcome: value, effect: effect ?? '-' },
              hint(value, outcomes),
            ),
          )
      }
      const domain = domainOf(context.flow, fact)
      if (!domain)
        return [
          error('unknownFact', `${at}/when/${short}`, { field: short }, hint(short, Object.keys(context.flow.fields))),
        ]
      const countries = definitionOf(context.flow, fact)?.control === 'country'
      const isCountryName = (name: string) =>
        context.isCountry(name) && (name !== apolide || shortOf(fact).short === 'citizenship')
      return values
        .filter((value) => (domain.values ? !domain.values.includes(value) : countries && !isCountryName(value)))
        .map((value) => impossible(`${at}/when/${short}`, short, value, domain.values, domain.values ?? ['Italia']))
    }),
  )

/** Every field an arm writes exists and can hold what is written. */
const writes: LintRule = ({ flow, clauses }) =>
  clauses.flatMap(({ at, set, name }) =>
    Object.entries(set ?? {}).flatMap(([short, value]): Finding[] => {
      const source = value && typeof value === 'object' ? value.from : undefined
      const missing = [short, ...(source ? [source] : [])].filter((field) => !isField(flow, name(field)))
      if (missing.length)
        return missing.map((field) =>
          error('unknownFact', `${at}/set/${short}`, { field }, hint(field, Object.keys(flow.fields))),
        )
      const values = domainOf(flow, name(short))?.values
      const rule = ruleOf(flow, name(short))
      return typeof value === 'string' && rule && !(values?.includes(value) ?? admits(rule, value))
        ? [impossible(`${at}/set/${short}`, short, value, values)]
        : []
    }),
  )

/** Every address led to exists. */
const paths: LintRule = ({ flow, clauses, elsewhere }) => {
  const known = [...Object.keys(flow.steps), ...elsewhere]
  const lost = (at: string, to: unknown) =>
    typeof to === 'string' && to.startsWith('/') && !known.includes(to)
      ? [error('unknownPath', at, { path: to }, hint(to, known))]
      : []
  return [
    ...clauses.flatMap(({ at, to }) => lost(`${at}/to`, to)),
    ...flow.homes.flatMap(({ to }, i) => lost(`/homes/${i}/to`, to)),
    ...Object.entries(flow.steps).flatMap(([path, { home }]) => lost(`${stepAt(path)}/home`, home)),
    ...flow.guards.flatMap(({ at }, i) =>
      known.some((path) => covers(at, path))
        ? []
        : [error('unknownPath', `/guards/${i}/at`, { path: at }, hint(at, known))],
    ),
    ...flow.exceptions.flatMap(({ at }, i) => lost(`/exceptions/${i}/at`, at)),
  ]
}

/** Choices narrow what a field offers, and what a field offers its schema admits. */
const options: LintRule = ({ flow }) => [
  ...Object.entries(flow.steps).flatMap(([path, step]) =>
    Object.entries(step.choices ?? {})
      .filter(([field]) => flow.fields[field])
      .flatMap(([field, values]) => {
        const offered = (flow.fields[field]?.options ?? []).map((option) =>
          typeof option === 'string' ? option : option.value,
        )
        return values
          .filter((value) => !offered.includes(value))
          .map((value) => impossible(`${stepAt(path)}/choices/${field}`, field, value, offered))
      }),
  ),
  ...Object.entries(flow.fields).flatMap(([name, { options = [] }]) => {
    const values = domainOf(
      flow,
      name in flow.fields && isField(flow, fieldOf('main', name)) ? fieldOf('main', name) : name,
    )?.values
    return options.flatMap((option, i) => {
      const value = typeof option === 'string' ? option : option.value
      return values && !values.includes(value) ? [impossible(`/fields/${name}/options/${i}`, name, value, values)] : []
    })
  }),
]

/** The rules about what the file names: each is there, and can be what it is said to be. */
export const nameRules: LintRule[] = [
  unknownFields,
  facts,
  writes,
  paths,
  options,
  missingWords,
  readyAnswers,
  takenNames,
  labelsApart,
  placeholders,
]
