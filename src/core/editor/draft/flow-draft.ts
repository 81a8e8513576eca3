import type { Flow } from '../../../../schema/steps'
import { rewritten } from '../../json/json-layout'
import type { Operation, RefusedEdit, ShippedWords } from '../operations'
import { applied } from './applied'

/** An operation that no longer applies, and why. */
export type Lost = { operation: Operation; why: RefusedEdit }

/** Operations done on a flow: what they make of it, those that apply, and those that no longer do. */
export type DoneOn = { flow: Flow; done: Operation[]; lost: Lost[] }

/** Operations done one after the other; one that cannot be done is told and left out. */
export const doneOn = (base: Flow, operations: readonly Operation[], shipped: ShippedWords = {}): DoneOn => {
  let flow = base
  const done: Operation[] = []
  const lost: Lost[] = []
  for (const operation of operations) {
    const outcome = applied(flow, operation, shipped)
    if ('refused' in outcome) lost.push({ operation, why: outcome })
    else {
      flow = outcome.flow
      done.push(operation)
    }
  }
  return { flow, done, lost }
}

/** A draft worked out: besides what its operations do, the text of the file that they make. */
export type WorkedOut = DoneOn & { text: string }

/**
 * A draft worked out anew on the bytes it stands on: published ones that changed, and another window's operations,
 * are met by running the list again. `text` must be a flow whose shape is right.
 */
export const workedOut = (text: string, operations: readonly Operation[], shipped: ShippedWords = {}): WorkedOut => {
  const base = JSON.parse(text) as Flow
  const after = doneOn(base, operations, shipped)
  return { ...after, text: after.flow === base ? text : rewritten(text, after.flow) }
}

/** What was done in order, and what was taken back and can be done again. */
export type History = { done: readonly Operation[]; undone: readonly Operation[] }

/** A history with one more operation; what had been taken back is gone. */
export const afterDoing = ({ done }: History, operation: Operation): History => ({
  done: [...done, operation],
  undone: [],
})

/** A history with its last operation taken back. */
export const afterUndo = ({ done, undone }: History): History =>
  done.length ? { done: done.slice(0, -1), undone: [done.at(-1)!, ...undone] } : { done, undone }

/** A history with the operation last taken back done again. */
export const afterRedo = ({ done, undone }: History): History =>
  undone.length ? { done: [...done, undone[0]!], undone: undone.slice(1) } : { done, undone }
