import { definitionOf } from '../../flow/fields'
import { shortOf } from '../../flow/names'
import { optionValues, ruleOf } from '../domains'
import { error, type Finding, journeyOf, type LintRule, stepAt } from '../findings'
import { admits } from './admits'
import { accepts, answersToTry, requiredAnswers } from './constructed'
import { lawFields } from './provenance'

/** Each kind of person can give every answer the law needs, and every required question accepts some answer. */
export const answerable: LintRule = ({ flow, routes }) =>
  [...routes].flatMap(([{ path, asks, optional }, route]) =>
    asks.flatMap((field): Finding[] => {
      const { short } = shortOf(field)
      const definition = definitionOf(flow, field)
      const rule = ruleOf(flow, field)
      if (!definition || !rule) return []
      const choices = flow.steps[path]!.choices?.[short]
      const values = optionValues(definition, choices)
      const always = lawFields.has(short) ? values.filter((value) => definition.options?.includes(value)) : values
      const canSay = (offered: readonly string[]) => (text: string) =>
        accepts(definition, offered, text) && admits(rule, text)
      const place = choices ? `${stepAt(path)}/choices/${short}` : `/fields/${short}`
      const refused = requiredAnswers[short]?.filter((text) => !canSay(always)(text)) ?? []
      const listed = choices ? place : `${place}/options`
      if (definition.options && refused.length)
        return refused.map((value) => error('answerLost', listed, { field: short, value }))
      if (refused.length) return [error('unanswerable', place, { field: short, value: refused[0]!, keyword: 'kind' })]
      if (requiredAnswers[short] || optional.includes(field)) return []
      if (answersToTry(definition, values).some(canSay(values))) return []
      return [error('unanswerable', place, { field: short }, journeyOf(route))]
    }),
  )
