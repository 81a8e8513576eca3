import type { FlowDraft } from '../../../../../schema/calls/flow-editor'
import { type Language, languages } from '../../../../../schema/languages'
import type { Flow } from '../../../../../schema/steps'
import {
  afterDoing,
  afterRedo,
  afterUndo,
  applyAll,
  applyOperation,
  type History,
  type RefusedOperation,
} from '../../../../core/editor/draft/flow-draft'
import { type Operation, type RefusedEdit, stepOfOperation } from '../../../../core/editor/operations'
import { operationSentence } from '../../../../core/editor/sentences'
import type { Words } from '../../../../core/lint/findings'
import type { ProofWords } from '../../../../core/proof/proof'
import { remembered } from '../../../../core/remember'
import { hostCall as call, Refused } from '../../../shared/api'
import { store } from '../../../shared/page-store'
import { say, start } from '../../../shared/published'
import { toast } from '../../../shared/toast'
import { callAsHost, hostHouse } from '../../session/host'

/** A draft being edited: the published flow, the edits, and the resulting flow. */
export type Session = {
  base: Flow
  shipped: Words
  history: History
  flow: Flow
  /** Edits that no longer apply, until the host drops them. */
  lost: readonly RefusedOperation[]
}

/** The draft of this page; undefined until it is loaded. */
export const editorSession = store<Session | undefined>(undefined)

/** Returns a session with another history. */
const withHistory = (session: Pick<Session, 'base' | 'shipped'>, history: History): Session => {
  const { flow, lost } = applyAll(session.base, history.done, session.shipped)
  return { base: session.base, shipped: session.shipped, history, flow, lost }
}

const wordsOf = remembered((shipped: Words) =>
  remembered(
    (flow: Flow) =>
      Object.fromEntries(
        languages.map((language) => [language, { ...shipped[language], ...flow.words[language] }]),
      ) as Words,
  ),
)

/** Returns the guests' words in every language, cached for each flow. */
export const sessionWords = ({ flow, shipped }: Pick<Session, 'flow' | 'shipped'>): Words => wordsOf(shipped)(flow)

/** Cards of further guests are named as the fourth's. */
const namedAsFourth = remembered((words: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(words).map(([key, text]) => [
      key,
      /^addGuest|guest-?4/.test(key) ? text.replace('{number}', '4') : text,
    ]),
  ),
)

/** Returns the words for sentences about a flow: the checker's, the editor's and the cards', in the host's language. */
export const cardWords = (of: Pick<Session, 'flow' | 'shipped'>): Record<string, string> => ({
  ...hostHouse.get()?.sentences,
  ...namedAsFourth(sessionWords(of)[start.hostLanguage]),
})

/** Returns an edit as a sentence. */
export const sentenceOf = ({ base, flow, shipped }: Session, operation: Operation) => {
  const path = stepOfOperation(operation) ?? ''
  const words = { ...cardWords({ flow: base, shipped }), ...flow.words[start.hostLanguage] }
  return operationSentence(operation, words, flow.steps[path] ?? base.steps[path])
}

/** Makes an edit; returns the refusal, if any. */
export const editDraft = (operation: Operation): RefusedEdit | undefined => {
  const session = editorSession.get()!
  const outcome = applyOperation(session.flow, operation, session.shipped)
  if ('refused' in outcome) return outcome
  editorSession.set({ ...session, history: afterDoing(session.history, operation), flow: outcome.flow })
  return undefined
}

/** Changes a text of the draft; returns the refusal, if any. An empty or shipped text removes the house's own. */
export const editText = (key: string, language: Language, text: string): RefusedEdit | undefined => {
  const { flow, shipped } = editorSession.get()!
  const own = flow.words[language]?.[key]
  const project = shipped[language][key]
  if (text === (own ?? project ?? '')) return undefined
  const isOwn = Boolean(text.trim()) && text !== project
  return isOwn || own !== undefined
    ? editDraft({ kind: 'setWord', key, language, text: isOwn ? text : null })
    : undefined
}

const changeHistory = (change: (history: History) => History) => () => {
  const session = editorSession.get()!
  const history = change(session.history)
  if (history !== session.history) editorSession.set(withHistory(session, history))
}

/** Undoes the last edit. */
export const undo = changeHistory((history) => (history.done.length ? afterUndo(history) : history))

/** Makes the last undone edit again. */
export const redo = changeHistory((history) => (history.undone.length ? afterRedo(history) : history))

/** Removes an edit that no longer applies. */
export const dropOperation = (operation: Operation) =>
  changeHistory(({ done, undone }) => ({ done: done.filter((one) => one !== operation), undone }))()

/** Undoes every edit; each can be redone. */
export const discardAll = changeHistory(({ done, undone }) => ({ done: [], undone: [...done, ...undone] }))

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
