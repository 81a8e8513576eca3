import { fieldOf } from '../../../../schema/checkin'
import { partyFlags } from '../../../../schema/guest'
import type { Flow } from '../../../../schema/steps'
import { writeForms } from '../../../../schema/vocabulary'
import { definitionOf } from '../../flow/fields'
import { admits } from '../answers/admits'
import { lawFields } from '../answers/provenance'
import { isField, optionValues, ruleOf } from '../domains'
import { error, type LintRule } from '../findings'

const isFlag = (field: string) => Object.values(partyFlags).includes(field)

const isTaken = (flow: Flow, field: string, text: string) => {
  const definition = definitionOf(flow, field)!
  const rule = ruleOf(flow, isField(flow, fieldOf('main', field)) ? fieldOf('main', field) : field)
  return (!definition.options || optionValues(definition).includes(text)) && (!rule || admits(rule, text))
}

/** Checks that no card proposes an answer the law needs from the guest, nor one that the question refuses. */
export const readyAnswers: LintRule = ({ flow }) =>
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
