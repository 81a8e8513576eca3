import type { DraftToProve, ProvedDraft } from '../../../../core/editor/draft/draft-proof'

/** Milliseconds. */
const idleBeforeCheck = 40

/** Milliseconds. */
const checkTimeout = 20_000

/** The address of the worker's file; the build defines it. */
declare const flowProofFile: string

type Thread = {
  postMessage: (message: DraftToProve) => void
  onmessage: ((event: MessageEvent<ProvedDraft>) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
  terminate: () => void
}

const newThread = (): Thread => new Worker(flowProofFile, { type: 'module' })

/** Checks drafts in a worker; a new draft cancels the last one. `report` gets undefined on failure or timeout. */
export const prover = (report: (proved: ProvedDraft | undefined) => void, makeThread = newThread) => {
  let thread = makeThread()
  let isBusy = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let late: ReturnType<typeof setTimeout> | undefined
  const begin = (draft: DraftToProve) => {
    // An idle worker is reused: its code is compiled already.
    if (isBusy) {
      thread.terminate()
      thread = makeThread()
    }
    const end = (proved: ProvedDraft | undefined) => {
      clearTimeout(late)
      isBusy = false
      report(proved)
    }
    isBusy = true
    clearTimeout(late)
    late = setTimeout(() => {
      thread.terminate()
      thread = makeThread()
      end(undefined)
    }, checkTimeout)
    thread.onmessage = ({ data }) => end(data)
    thread.onerror = () => end(undefined)
    thread.postMessage(draft)
  }
  return {
    prove: (draft: DraftToProve) => {
      // The running check is out of date.
      thread.onmessage = null
      clearTimeout(timer)
      timer = setTimeout(() => begin(draft), idleBeforeCheck)
    },
    stop: () => {
      clearTimeout(timer)
      clearTimeout(late)
      thread.terminate()
    },
  }
}
