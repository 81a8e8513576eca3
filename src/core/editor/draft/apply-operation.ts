import type { Flow } from '../../../../schema/steps'
import { type Edit, refuse } from '../edits/editing'
import { excuse, setEntry, setWord } from '../edits/entry-edits'
import { changeQuestion, makeQuestion } from '../edits/own-question-edits'
import { placeQuestion, setStep } from '../edits/question-edits'
import { addStep, moveStep, removeStep, renameStep } from '../edits/step-edits'
import type { EditOutcome, Operation, OperationKind, ShippedWords } from '../operations'

const edits: { [K in OperationKind]: Edit<K> } = {
  addStep,
  moveStep,
  removeStep,
  renameStep,
  setStep,
  placeQuestion,
  makeQuestion,
  changeQuestion,
  setEntry,
  setWord,
  excuse,
}

/** Shared references need no look inside. */
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

/** An operation of another version may lack a member: it alone is refused. */
const attemptEdit = (edit: () => EditOutcome): EditOutcome => {
  try {
    return edit()
  } catch (reason) {
    if (reason instanceof TypeError) return refuse('badShape')
    throw reason
  }
}

/** Returns a changed copy of the flow with side effects, or the refusal. A renamed step keeps its `shipped` words. */
export const applyOperation = (flow: Flow, operation: Operation, shipped: ShippedWords = {}): EditOutcome => {
  if (!Object.hasOwn(edits, operation.kind)) return refuse('badShape', { kind: String(operation.kind) })
  const edit = edits[operation.kind] as unknown as Edit<OperationKind>
  const outcome = attemptEdit(() => edit(flow, operation, shipped))
  if ('flow' in outcome && isUnchanged(flow, outcome.flow)) return refuse('nothingChanges')
  return outcome
}
