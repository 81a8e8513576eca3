import type { Draft } from '../../../schema/checkin'
import { isPaperCardTyped } from '../../core/checkin/paper-card'
import { shortOf } from '../../core/flow/names'
import { say, today } from '../shared/published'

/**
 * What a guest is warned of at a field, while they answer: a sentence, empty where there is nothing to say; undefined
 * at a field that has no warnings. Nobody is kept from going on.
 */
export const cautionOf = (field: string, answers: Draft): string | undefined => {
  const { who, short } = shortOf(field)
  if (!who || short !== 'documentNumber') return undefined
  return isPaperCardTyped(answers, who, answers.arrivalDate ?? today()) ? say('documentNumber.paperCard') : ''
}
