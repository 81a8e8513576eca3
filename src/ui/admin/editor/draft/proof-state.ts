import type { ProvedDraft } from '../../../../core/editor/draft/draft-proof'
import { applyAll } from '../../../../core/editor/draft/flow-draft'
import type { Operation } from '../../../../core/editor/operations'
import { brokenSeals, type Seal } from '../../../../core/editor/seals'
import type { Finding } from '../../../../core/lint/findings'
import { store } from '../../../shared/page-store'
import { prover } from './prover'
import { kept } from './saving'
import { type Session, session } from './session'

/**
 * What the proof says of the draft. `proved` is the last answer there was; it may speak of a draft some edits ago while
 * `state` is `proving`. `tooLarge` is a draft whose journeys could not be walked in time.
 */
export type ProofState = { state: 'proving' | 'proved' | 'tooLarge'; proved?: ProvedDraft }
export const proof = store<ProofState>({ state: 'proving' })

/** Milliseconds a question waits for what the law says of an edit: the draft is proved again before it is published. */
const patience = 4000

/** What is found in the draft, errors first; undefined until it has been proved the first time. */
export const findingsOf = ({ proved }: ProofState): readonly Finding[] | undefined =>
  proved?.findings.toSorted((a, b) => (a.severity < b.severity ? -1 : a.severity > b.severity ? 1 : 0))

const draftOf = ({ history }: Session) => {
  const { text, said } = kept.get()!
  return { text, operations: history.done, said }
}

/** Prove the draft as it changes, on a thread of its own, until the page is left. */
export const followDraft = (): (() => void) => {
  const thread = prover((proved) => {
    proof.set(proved ? { state: 'proved', proved } : { ...proof.get(), state: 'tooLarge' })
  })
  const look = () => {
    const now = session.get()
    if (!now || !kept.get()) return
    proof.set({ ...proof.get(), state: 'proving' })
    thread.prove(draftOf(now))
  }
  const stop = session.subscribe(look)
  look()
  return () => {
    stop()
    thread.stop()
    proof.set({ state: 'proving' })
  }
}

const provedOnce = (operations: readonly Operation[]): Promise<ProvedDraft | undefined> =>
  new Promise((done) => {
    const thread = prover((proved) => end(proved))
    const timer = setTimeout(() => end(undefined), patience)
    const end = (proved: ProvedDraft | undefined) => {
      clearTimeout(timer)
      thread.stop()
      done(proved)
    }
    thread.prove({ ...draftOf(session.get()!), operations })
  })

/** What was published, proved: what the draft is compared with. */
export const provedBase = (): Promise<ProvedDraft | undefined> => provedOnce([])

/**
 * What the law's records would lack after an edit and do not lack before it; nothing where that takes too long to tell.
 */
export const brokenBy = async (operation: Operation): Promise<Seal[]> => {
  const { base, history, shipped } = session.get()!
  const { done } = applyAll(base, history.done, shipped)
  const [before, after] = await Promise.all([
    proof.get().state === 'proved' ? proof.get().proved : provedOnce(done),
    provedOnce([...done, operation]),
  ])
  return before && after ? brokenSeals(before.seals, after.seals) : []
}
