import { readFileSync } from 'node:fs'
import type { Step } from '../../../schema/steps'
import { proveDraft as proved } from '../../../src/core/editor/draft/draft-proof'
import {
  applyOperation as applied,
  applyAll as appliedAll,
  replayDraft as replayed,
} from '../../../src/core/editor/draft/flow-draft'
import { type RecordedOperation, readOperation, stepOfOperation } from '../../../src/core/editor/operations'
import { operationSentence as sentence } from '../../../src/core/editor/sentences'
import consult from '../../../src/text/consult.it.json'
import host from '../../../src/text/host.it.json'
import { words } from '../../fixtures/words'

// Most tests of the editor write operations with the kinds that earlier versions of the program recorded, so that they
// prove both what an operation does and that a draft on a host's disk still opens.

/** An operation of today or of an earlier version of the program. */
export type Operation = RecordedOperation

type Rest<F> = F extends (first: never, second: never, ...rest: infer R) => unknown ? R : never

export const applyOperation = (
  flow: Parameters<typeof applied>[0],
  operation: object,
  ...rest: Rest<typeof applied>
): ReturnType<typeof applied> => applied(flow, readOperation(operation), ...rest)

/** Returns the side effects of an operation; none if it is refused. */
export const sideEffectsOf = (...given: Parameters<typeof applyOperation>) => {
  const outcome = applyOperation(...given)
  return 'flow' in outcome ? outcome.sideEffects : []
}

export const applyAll = (
  flow: Parameters<typeof appliedAll>[0],
  operations: readonly object[],
  ...rest: Rest<typeof appliedAll>
) => appliedAll(flow, operations.map(readOperation), ...rest)

export const replayDraft = (text: string, operations: readonly object[], ...rest: Rest<typeof replayed>) =>
  replayed(text, operations.map(readOperation), ...rest)

export const proveDraft = (draft: {
  text: string
  operations: readonly object[]
  proofWords: Parameters<typeof proved>[0]['proofWords']
}) => proved({ ...draft, operations: draft.operations.map(readOperation) })

const text = readFileSync('steps.json', 'utf8')
const proofs = new Map<string, ReturnType<typeof proved>>()

/** Returns the proof of the shipped flow after operations; the same ones are proved once. */
export const proofAfter = (...operations: Operation[]) => {
  const key = JSON.stringify(operations)
  const proof =
    proofs.get(key) ?? proveDraft({ text, operations, proofWords: { words, host: { ...host, ...consult } } })
  proofs.set(key, proof)
  return proof
}

export const operationSentence = (
  operation: object,
  cards: Parameters<typeof sentence>[1],
  step?: Pick<Step, 'guest'>,
) => sentence(readOperation(operation), cards, step)

export { readOperation, stepOfOperation }
