import { spotsIn } from '../../json/json-text'
import type { Finding } from '../../lint/findings'
import { citizenshipNames } from '../../places/country-names'
import { type ProofWords, proofOf } from '../../proof/proof'
import type { Operation, RefusedEdit } from '../operations'
import { type Seal, sealsOf } from '../seals'
import { replayDraft } from './flow-draft'

/** A draft to check: the published text, the operations on it, and the words of the checker. */
export type DraftToProve = { text: string; operations: readonly Operation[]; proofWords: ProofWords }

/** A checked draft. `journeys` is `Infinity` if one is circular; `lost` has the refused operations by index. */
export type ProvedDraft = {
  text: string
  findings: Finding[]
  journeys: number
  questions: number
  paths: string[]
  seals: Seal[]
  lost: { place: number; why: RefusedEdit }[]
}

let countries: ReadonlySet<string> | undefined

/** Checks a draft exactly as the server does before it publishes. */
export const proveDraft = ({ text, operations, proofWords }: DraftToProve): ProvedDraft => {
  countries ??= new Set(citizenshipNames('it').map(({ italian }) => italian))
  const { flow, text: after, lost } = replayDraft(text, operations, proofWords.words)
  const isCountry = (name: string) => countries!.has(name)
  const { findings, journeys, questions, paths } = proofOf(flow, spotsIn(after), proofWords, isCountry)
  return {
    text: after,
    findings,
    journeys,
    questions,
    paths,
    seals: sealsOf(flow, findings),
    lost: lost.map(({ operation, why }) => ({ place: operations.indexOf(operation), why })),
  }
}
