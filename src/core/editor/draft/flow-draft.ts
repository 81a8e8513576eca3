import type { Flow } from '../../../../schema/steps'
import { rewritten } from '../../json/json-layout'
import type { Operation, RefusedEdit, ShippedWords } from '../operations'
import { applyOperation } from './apply-operation'

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
