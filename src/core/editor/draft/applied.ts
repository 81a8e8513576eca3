import type { Flow } from '../../../../schema/steps'
import { branchEdits } from '../edits/branch-edits'
import { type Edit, refused } from '../edits/editing'
import { ownQuestionEdits } from '../edits/own-question-edits'
import { questionEdits } from '../edits/question-edits'
import { settingEdits } from '../edits/setting-edits'
import { stepEdits } from '../edits/step-edits'
import type { Consequence, EditOutcome, Operation, OperationKind, ShippedWords } from '../operations'

/** How each kind of operation is done. */
const edits: { [K in OperationKind]: Edit<K> } = {
  ...stepEdits,
  ...questionEdits,
  ...ownQuestionEdits,
  ...branchEdits,
  ...settingEdits,
}

/** Whether two values are the same JSON, in the same order; what an edit took over as it was is not looked into. */
const isUnchanged = (before: unknown, after: unknown): boolean => {
  if (before === after) return true
  if (typeof before !== 'object' || typeof after !== 'object' || !before || !after) return false
  const [were, are] = [Object.entries(before), Object.entries(after)]
  return (
    Array.isArray(before) === Array.isArray(after) &&
    were.length === are.length &&
    were.every(([key, value], i) => key === are[i]![0] && isUnchanged(value, are[i]![1]))
  )
}

/** What another version of the program wrote may lack a part that is read here: refused, and the list goes on. */
const attempted = (edit: () => EditOutcome): EditOutcome => {
  try {
    return edit()
  } catch (reason) {
    if (reason instanceof TypeError) return refused('badShape')
    throw reason
  }
}

/**
 * The flow after an operation, with what went along, or why it cannot be done. The flow given is left as it is.
 * `shipped` are the project's words: a renamed step takes them along.
 */
export const applied = (flow: Flow, operation: Operation, shipped: ShippedWords = {}): EditOutcome => {
  if (!Object.hasOwn(edits, operation.kind)) return refused('badShape', { kind: String(operation.kind) })
  const edit = edits[operation.kind] as unknown as Edit<OperationKind>
  const outcome = attempted(() => edit(flow, operation, shipped))
  if ('flow' in outcome && isUnchanged(flow, outcome.flow)) return refused('nothingChanges')
  return outcome
}

/** What goes along with an operation, to be told before it is done; nothing where it cannot be done. */
export const consequences = (flow: Flow, operation: Operation, shipped: ShippedWords = {}): Consequence[] => {
  const outcome = applied(flow, operation, shipped)
  return 'flow' in outcome ? outcome.along : []
}
