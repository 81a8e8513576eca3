import type { Draft } from '../../../schema/checkin'
import { isPaperCardTyped } from '../../core/checkin/paper-card'
import { shortOf } from '../../core/flow/names'
import { say, today } from '../shared/published'

/**
 * Returns the warning of a field: a sentence, empty if there is nothing to warn of, undefined if the field has no
 * warnings. A warning does not stop the guest.
 */
export const cautionOf = (field: string, answers: Draft): string | undefined => {
  const { who, short } = shortOf(field)
  if (!who || short !== 'documentNumber') return undefined
  return isPaperCardTyped(answers, who, answers.arrivalDate ?? today()) ? say('documentNumber.paperCard') : ''
}
