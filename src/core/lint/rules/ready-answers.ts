import { writeForms } from '../../../../schema/vocabulary'
import { lawFields } from '../answers/provenance'
import { error, type LintRule } from '../findings'

/** No card shows an answer that the law's files need before the guest gives it, but for the fields allowed to. */
export const readyAnswers: LintRule = ({ flow }) =>
  Object.entries(flow.fields).flatMap(([field, { default: ready }]) =>
    ready !== undefined && lawFields.has(field) && !writeForms[field]?.ready
      ? [error('readyAnswer', `/fields/${field}/default`, { field })]
      : [],
  )
