import type { ProvedDraft } from '../../../../core/editor/draft/draft-proof'
import { applyAll } from '../../../../core/editor/draft/flow-draft'
import type { Operation } from '../../../../core/editor/operations'
import { brokenSeals, type Seal } from '../../../../core/editor/seals'
import type { Finding } from '../../../../core/lint/findings'
import { store } from '../../../shared/page-store'
import { prover } from './prover'
import { serverDraft } from './saving'
import { editorSession, type Session } from './session'

/** The state of the check. `proved` may be older than the draft. `tooLarge`: the check timed out. */
export type ProofState = { state: 'proving' | 'proved' | 'tooLarge'; proved?: ProvedDraft }
export const proof = store<ProofState>({ state: 'proving' })

/** In milliseconds. Publishing checks again, so a question need not wait longer. */
const questionTimeout = 4000

/** Returns the findings, errors first; undefined before the first check. */
export const findingsOf = ({ proved }: ProofState): readonly Finding[] | undefined =>
  proved?.findings.toSorted((a, b) => (a.severity < b.severity ? -1 : a.severity > b.severity ? 1 : 0))

const draftOf = ({ history }: Session) => {
  const { text, proofWords } = serverDraft.get()!
  return { text, operations: history.done, proofWords }
}

/** Checks the draft after every edit, in a worker. Returns the function that stops it. */
export const followDraft = (): (() => void) => {
  const thread = prover((proved) => {
    proof.set(proved ? { state: 'proved', proved } : { ...proof.get(), state: 'tooLarge' })
  })
  const look = () => {
    const session = editorSession.get()
    if (!session || !serverDraft.get()) return
    proof.set({ ...proof.get(), state: 'proving' })
    thread.prove(draftOf(session))
  }
  const stop = editorSession.subscribe(look)
  look()
  return () => {
    stop()
    thread.stop()
    proof.set({ state: 'proving' })
  }
}

const proveOnce = (operations: readonly Operation[]): Promise<ProvedDraft | undefined> =>
  new Promise((done) => {
    const thread = prover((proved) => end(proved))
    const timer = setTimeout(() => end(undefined), questionTimeout)
    const end = (proved: ProvedDraft | undefined) => {
      clearTimeout(timer)
      thread.stop()
      done(proved)
    }
    thread.prove({ ...draftOf(editorSession.get()!), operations })
  })

/** Returns the checked published flow, to compare the draft with. */
export const provePublished = (): Promise<ProvedDraft | undefined> => proveOnce([])

/** Returns the seals that an edit breaks; empty if the check times out. */
export const sealsBrokenBy = async (operation: Operation): Promise<Seal[]> => {
  const { base, history, shipped } = editorSession.get()!
  const { done } = applyAll(base, history.done, shipped)
  const [before, after] = await Promise.all([
    proof.get().state === 'proved' ? proof.get().proved : proveOnce(done),
    proveOnce([...done, operation]),
  ])
  return before && after ? brokenSeals(before.seals, after.seals) : []
}
