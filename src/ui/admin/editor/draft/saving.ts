import type { FlowDraft } from '../../../../../schema/calls/flow-editor'
import type { Flow } from '../../../../../schema/steps'
import type { Operation } from '../../../../core/editor/operations'
import type { ProofWords } from '../../../../core/proof/proof'
import { hostCall as call, Refused } from '../../../shared/api'
import { store } from '../../../shared/page-store'
import { say } from '../../../shared/published'
import { toast } from '../../../shared/toast'
import { callAsHost } from '../../session/host'
import { editorSession, withHistory } from './session'

/** The server's draft, with the words a check needs. */
type ServerDraft = Omit<FlowDraft, 'operations' | 'lost' | 'savedAt'> & { proofWords: ProofWords }
export const serverDraft = store<ServerDraft | undefined>(undefined)

/** The state of saving, and how many other windows have the draft open. */
export const saving = store<{ state: 'saved' | 'saving' | 'unsaved'; others: number }>({ state: 'saved', others: 0 })

/** Milliseconds: after an edit, after a failed save, between two polls. */
const pause = { save: 400, again: 5000, look: 30_000 }
const windowKey = 'flow-window'

/**
 * The id of this window survives a reload. It leaves sessionStorage while the page is open: a new tab would copy it.
 * Made when it is first needed: the frame of the shown card loads this file too and must not take the id.
 */
const makeWindowName = (): string => {
  try {
    const name = sessionStorage.getItem(windowKey) ?? crypto.randomUUID()
    sessionStorage.removeItem(windowKey)
    addEventListener('pagehide', () => sessionStorage.setItem(windowKey, name))
    addEventListener('pageshow', () => sessionStorage.removeItem(windowKey))
    return name
  } catch {
    return String(Math.random())
  }
}
let windowName: string | undefined

/** Browsers limit the body of a `keepalive` request to 64 KiB. */
const keepaliveLimit = 60_000

type Operations = readonly Operation[]
let sent: Operations = []

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const afterCommonStart = (list: Operations, other: Operations) => {
  const differs = list.findIndex((one, place) => !isSame(one, other[place]))
  return differs < 0 ? [] : list.slice(differs)
}

/** Replays the unsaved edits, without those the server already has. */
const takeServerDraft = ({ operations, lost: _, savedAt: __, ...draft }: FlowDraft, proofWords: ProofWords) => {
  const theirs = operations as Operation[]
  const { done = sent, undone = [] } = editorSession.get()?.history ?? {}
  const unsaved = afterCommonStart(afterCommonStart(done, sent), afterCommonStart(theirs, sent))
  sent = theirs
  serverDraft.set({ ...draft, proofWords })
  const history = { done: [...theirs, ...unsaved], undone }
  editorSession.set(withHistory({ base: JSON.parse(draft.text) as Flow, shipped: proofWords.words }, history))
}

/** Reads the server's draft; unsaved edits are replayed on it. */
export const readFlowDraft = async (): Promise<void> => {
  const [{ data: words }, { data: draft }] = await Promise.all([
    callAsHost('GET /api/flow/words'),
    callAsHost('GET /api/flow/draft'),
  ])
  takeServerDraft(draft, { words: words.words, host: words.hostWords })
}

const isSaved = () => isSame(editorSession.get()?.history.done, sent)

const sendDraft = async () => {
  const operations = editorSession.get()?.history.done
  if (!operations) return
  if (isSame(operations, sent)) return saving.set({ ...saving.get(), state: 'saved' })
  saving.set({ ...saving.get(), state: 'saving' })
  try {
    const body = { revision: serverDraft.get()!.revision, operations: [...operations] }
    const isSmall = JSON.stringify(body).length < keepaliveLimit
    const given = { body, ...(isSmall && { keepalive: true as const }) }
    const { data } = await callAsHost('POST /api/flow/draft', given)
    sent = operations
    serverDraft.set({ ...serverDraft.get()!, revision: data.revision, isRebased: false })
    saving.set({ ...saving.get(), state: isSaved() ? 'saved' : 'saving' })
  } catch (error) {
    saving.set({ ...saving.get(), state: 'unsaved' })
    if (error instanceof Refused && error.status === 409) {
      await readFlowDraft().catch(() => {}) // The next save is refused and reads it again.
      toast.show({ tone: 'bad', title: say('flow.overtaken'), life: 10_000 })
    }
  }
  if (!isSaved()) setTimeout(() => void save(), saving.get().state === 'unsaved' ? pause.again : 0)
}

let running: Promise<void> | undefined

/** A running save is shared. */
const save = (): Promise<void> => {
  running ??= sendDraft().finally(() => {
    running = undefined
  })
  return running
}

/** Resolves to whether everything is saved, edits made meanwhile included. */
export const allSaved = async (): Promise<boolean> => {
  for (let turn = 0; turn < 3 && (running || !isSaved()); turn++) await save()
  return isSaved()
}

/** Another window or the file may have changed the draft. */
const pollServer = () => {
  const draftAtRequest = serverDraft.get()
  windowName ??= makeWindowName()
  call('GET /api/flow/draft/state', { query: { window: windowName } }).then(
    async ({ data }) => {
      saving.set({ ...saving.get(), others: data.others })
      // A save or read since this request is newer than its response.
      if (
        !draftAtRequest ||
        running ||
        draftAtRequest !== serverDraft.get() ||
        (data.revision === draftAtRequest.revision && data.base === draftAtRequest.served)
      )
        return
      await readFlowDraft()
      toast.show({ tone: 'good', title: say('flow.broughtUp'), life: 10_000 })
    },
    () => {}, // It polls again.
  )
}

/** Loads the draft and saves every edit. Returns the function that stops it; `fail`: the draft is unreadable. */
export const openDraft = (fail: () => void) => {
  editorSession.set(undefined)
  readFlowDraft().catch(fail)
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = editorSession.subscribe(() => {
    if (saving.get().state !== 'unsaved') saving.set({ ...saving.get(), state: isSaved() ? 'saved' : 'saving' })
    clearTimeout(timer)
    timer = setTimeout(() => void save(), pause.save)
  })
  pollServer()
  const looking = setInterval(pollServer, pause.look)
  const seen = () => (document.visibilityState === 'visible' ? pollServer() : void save())
  document.addEventListener('visibilitychange', seen)
  return () => {
    stop()
    clearTimeout(timer)
    clearInterval(looking)
    document.removeEventListener('visibilitychange', seen)
    void save()
  }
}
