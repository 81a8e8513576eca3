import type { Flow } from '../../../../schema/steps'
import { rewritten } from '../../json/json-layout'
import type { Operation, RefusedEdit, ShippedWords } from '../operations'
import { applyOperation } from './apply-operation'

export type RefusedOperation = { operation: Operation; why: RefusedEdit }

export type AppliedOperations = { flow: Flow; done: Operation[]; lost: RefusedOperation[] }

/** Skips refused operations. */
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

export type ReplayedDraft = AppliedOperations & { text: string }

/** The published flow may have changed since the operations were made; its shape must be valid. */
export const replayDraft = (
  text: string,
  operations: readonly Operation[],
  shipped: ShippedWords = {},
): ReplayedDraft => {
  const base = JSON.parse(text) as Flow
  const after = applyAll(base, operations, shipped)
  return { ...after, text: after.flow === base ? text : rewritten(text, after.flow) }
}

export type History = { done: readonly Operation[]; undone: readonly Operation[] }

/** After a new operation nothing can be redone. */
export const afterDoing = ({ done }: History, operation: Operation): History => ({
  done: [...done, operation],
  undone: [],
})

export const afterUndo = ({ done, undone }: History): History =>
  done.length ? { done: done.slice(0, -1), undone: [done.at(-1)!, ...undone] } : { done, undone }

export const afterRedo = ({ done, undone }: History): History =>
  undone.length ? { done: [...done, undone[0]!], undone: undone.slice(1) } : { done, undone }
