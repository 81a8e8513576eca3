import type { DraftToProve, ProvedDraft } from '../../../../core/editor/draft/draft-proof'

/** Milliseconds without another key before a draft is proved. */
const rest = 40

/** Milliseconds after which a proof is given up: so large a flow nobody could follow. */
const patience = 20_000

/** Where the thread's file stands; the build puts it in. */
declare const flowProofFile: string

/** What can be sent to a thread and answered by it: a Worker. */
type Thread = {
  postMessage: (message: DraftToProve) => void
  onmessage: ((event: MessageEvent<ProvedDraft>) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
  terminate: () => void
}

const newThread = (): Thread => new Worker(flowProofFile, { type: 'module' })

/**
 * Proves drafts while the host types: `prove` once more puts the last one aside. `told` hears what was found, or
 * `undefined` when the proof failed or took too long.
 */
export const prover = (told: (proved: ProvedDraft | undefined) => void, makeThread = newThread) => {
  let thread = makeThread()
  let isBusy = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let late: ReturnType<typeof setTimeout> | undefined
  const begin = (draft: DraftToProve) => {
    // Ended only when it is at work: a thread that waits has its code warm.
    if (isBusy) {
      thread.terminate()
      thread = makeThread()
    }
    const end = (proved: ProvedDraft | undefined) => {
      clearTimeout(late)
      isBusy = false
      told(proved)
    }
    isBusy = true
    clearTimeout(late)
    late = setTimeout(() => {
      thread.terminate()
      thread = makeThread()
      end(undefined)
    }, patience)
    thread.onmessage = ({ data }) => end(data)
    thread.onerror = () => end(undefined)
    thread.postMessage(draft)
  }
  return {
    prove: (draft: DraftToProve) => {
      // What a proof under way says no longer matters.
      thread.onmessage = null
      clearTimeout(timer)
      timer = setTimeout(() => begin(draft), rest)
    },
    stop: () => {
      clearTimeout(timer)
      clearTimeout(late)
      thread.terminate()
    },
  }
}
