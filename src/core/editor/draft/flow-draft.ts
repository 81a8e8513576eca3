import type { Flow } from '../../../../schema/steps'
import { rewritten } from '../../json/json-layout'
import { excuse, placeQuestion, setEntry, setStep, setWord } from '../edits/content-edits'
import { type Edit, refuse } from '../edits/editing'
import { changeQuestion, makeQuestion } from '../edits/own-question-edits'
import { addStep, moveStep, removeStep, renameStep } from '../edits/step-edits'
import type { EditOutcome, Operation, OperationKind, RefusedEdit, ShippedWords } from '../operations'

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

export type RefusedOperation = { operation: Operation; why: RefusedEdit }

type AppliedOperations = { flow: Flow; done: Operation[]; lost: RefusedOperation[] }

/** Does operations in order and skips refused ones. */
export const applyAll = (
  base: Flow,
  operations: readonly Operation[],
  shipped: ShippedWords = {},
): AppliedOperations => {
  let flow = base
  const done: Operation[] = []
  const lost: RefusedOperation[] = []
  for (const operation of operations) {
    const outcome = applyOperation(flow, operation, shipped)
    if ('refused' in outcome) lost.push({ operation, why: outcome })
    else {
      flow = outcome.flow
      done.push(operation)
    }
  }
  return { flow, done, lost }
}

/** Replays operations on the text of a flow, whose shape must be valid: the published flow may have changed since. */
export const replayDraft = (
  text: string,
  operations: readonly Operation[],
  shipped: ShippedWords = {},
): AppliedOperations & { text: string } => {
  const base = JSON.parse(text) as Flow
  const after = applyAll(base, operations, shipped)
  return { ...after, text: after.flow === base ? text : rewritten(text, after.flow) }
}

export type History = { done: readonly Operation[]; undone: readonly Operation[] }

/** Returns a history with one more operation; nothing can be redone. */
export const afterDoing = ({ done }: History, operation: Operation): History => ({
  done: [...done, operation],
  undone: [],
})

/** Returns a history without its last operation. */
export const afterUndo = ({ done, undone }: History): History =>
  done.length ? { done: done.slice(0, -1), undone: [done.at(-1)!, ...undone] } : { done, undone }

/** Returns a history with the last undone operation done again. */
export const afterRedo = ({ done, undone }: History): History =>
  undone.length ? { done: [...done, undone[0]!], undone: undone.slice(1) } : { done, undone }
