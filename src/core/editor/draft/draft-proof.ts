import { spotsIn } from '../../json/json-text'
import type { Finding } from '../../lint/findings'
import { citizenshipNames } from '../../places/country-names'
import { type ProofWords, proofOf } from '../../proof/proof'
import type { Operation, RefusedEdit } from '../operations'
import { type Seal, sealsOf } from '../seals'
import { workedOut } from './flow-draft'

/** A draft to prove: the bytes it stands on and its operations. */
export type DraftToProve = { text: string; operations: readonly Operation[]; said: ProofWords }

/**
 * A proved draft: its text, what the checker finds, how many journeys (`Infinity` where they cannot be counted), the
 * most questions on one, the steps on them, the law's fields with their seals, and the operations that no longer apply,
 * by their place.
 */
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

/** Proves a draft as the server will: what is told while the host types is what publishing will say. */
export const provedDraft = ({ text, operations, said }: DraftToProve): ProvedDraft => {
  countries ??= new Set(citizenshipNames('it').map(({ italian }) => italian))
  const { flow, text: after, lost } = workedOut(text, operations, said.words)
  const isCountry = (name: string) => countries!.has(name)
  const { findings, journeys, questions, paths } = proofOf(flow, spotsIn(after), said, isCountry)
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
