import type { DraftToProve, ProvedDraft } from '../../../../core/editor/draft/draft-proof'
import { applyAll } from '../../../../core/editor/draft/flow-draft'
import type { Operation } from '../../../../core/editor/operations'
import { brokenSeals, type Seal } from '../../../../core/editor/seals'
import type { Finding } from '../../../../core/lint/findings'
import { store } from '../../../shared/page-store'
import { say } from '../../../shared/published'
import { editorSession, type Session, serverDraft } from './draft-session'

const idleMs = 40

const checkTimeoutMs = 20_000

/** Defined by the build. */
declare const flowProofFile: string

type Thread = {
  postMessage: (message: DraftToProve) => void
  onmessage: ((event: MessageEvent<ProvedDraft>) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
  terminate: () => void
}

const newThread = (): Thread => new Worker(flowProofFile, { type: 'module' })

type Report = (proved: ProvedDraft | undefined, failure?: 'tooLarge' | 'notStarted') => void

/** Checks drafts in a worker; a new draft cancels the last one. `report` gets undefined and why without a result. */
export const prover = (report: Report, makeThread = newThread) => {
  let isBroken = false
  let fail = () => {}
  const started = () => {
    const made = makeThread()
    isBroken = false
    // After an update of the server the worker's file may be gone: the error comes before the first draft.
    made.onerror = () => {
      if (made !== thread) return
      isBroken = true
      fail()
    }
    return made
  }
  let thread = started()
  let isBusy = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let late: ReturnType<typeof setTimeout> | undefined
  const begin = (draft: DraftToProve) => {
    // An idle worker is reused: its code is compiled already.
    if (isBusy || isBroken) {
      thread.terminate()
      thread = started()
    }
    const end: Report = (...result) => {
      clearTimeout(late)
      isBusy = false
      fail = () => {}
      report(...result)
    }
    isBusy = true
    clearTimeout(late)
    late = setTimeout(() => {
      thread.terminate()
      thread = started()
      end(undefined, 'tooLarge')
    }, checkTimeoutMs)
    thread.onmessage = ({ data }) => end(data)
    fail = () => end(undefined, 'notStarted')
    thread.postMessage(draft)
  }
  return {
    prove: (draft: DraftToProve) => {
      // The running check is out of date.
      thread.onmessage = null
      clearTimeout(timer)
      timer = setTimeout(() => begin(draft), idleMs)
    },
    stop: () => {
      clearTimeout(timer)
      clearTimeout(late)
      thread.terminate()
    },
  }
}

/** The state of the check. `proved` may be older than the draft. `tooLarge`: it timed out; `notStarted`: no worker. */
type ProofState = { state: 'proving' | 'proved' | 'tooLarge' | 'notStarted'; proved?: ProvedDraft }
export const proof = store<ProofState>({ state: 'proving' })

/** Milliseconds. Publishing checks again, so a question need not wait longer. */
const questionTimeout = 4000

/** Returns the words for a check without a result; undefined with one, or while it runs. */
export const proofFailure = ({ state }: ProofState): string | undefined =>
  state === 'tooLarge' || state === 'notStarted' ? say(`flow.${state}`) : undefined

/** Returns the findings, errors first; undefined before the first check. */
export const findingsOf = ({ proved }: ProofState): readonly Finding[] | undefined =>
  proved?.findings.toSorted((a, b) => (a.severity < b.severity ? -1 : a.severity > b.severity ? 1 : 0))

const draftOf = ({ history }: Session) => {
  const { text, proofWords } = serverDraft.get()!
  return { text, operations: history.done, proofWords }
}

/** Checks the draft after every edit, in a worker. Returns the function that stops it. */
export const followDraft = (): (() => void) => {
  const thread = prover((proved, failure = 'tooLarge') => {
    proof.set(proved ? { state: 'proved', proved } : { ...proof.get(), state: failure })
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
