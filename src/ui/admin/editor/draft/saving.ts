import type { FlowDraft } from '../../../../../schema/calls/flow-editor'
import type { Flow } from '../../../../../schema/steps'
import type { Operation } from '../../../../core/editor/operations'
import type { ProofWords } from '../../../../core/proof/proof'
import { hostCall as call, Refused } from '../../../shared/api'
import { store } from '../../../shared/page-store'
import { say } from '../../../shared/published'
import { toast } from '../../../shared/toast'
import { asHost } from '../../session/host'
import { session, withHistory } from './session'

/** What the server keeps of the draft, and the words a proof of it needs. */
export type Kept = Omit<FlowDraft, 'operations' | 'lost' | 'savedAt'> & { said: ProofWords }
export const kept = store<Kept | undefined>(undefined)

/** How the saving stands, and whether another window has the draft open. */
export const saving = store<{ state: 'saved' | 'saving' | 'unsaved'; others: number }>({ state: 'saved', others: 0 })

/** Milliseconds after an edit before it is saved, after a failure until the next try, and between two looks around. */
const pause = { save: 400, again: 5000, look: 30_000 }
const windowKey = 'flow-window'

/**
 * What this window calls itself. It keeps its name over a reload, so that it is not taken for another; while it is open
 * the name is not in the browser's store, where a copy of the window would find it.
 */
const windowName = (): string => {
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
const name = windowName()

/** The most characters a browser still sends for a page that is being left. */
const keptAlive = 60_000

type Operations = readonly Operation[]
let sent: Operations = []

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** A list without what it begins with alike another. */
const beyond = (list: Operations, other: Operations) => {
  const differs = list.findIndex((one, place) => !isSame(one, other[place]))
  return differs < 0 ? [] : list.slice(differs)
}

/**
 * Takes the draft as the server has it, and makes the edits it has not heard of again on it: those there are now, not
 * those there were when it was asked, and none that it has from a save whose answer was lost.
 */
const take = ({ operations, lost: _, savedAt: __, ...draft }: FlowDraft, said: ProofWords) => {
  const theirs = operations as Operation[]
  const { done = sent, undone = [] } = session.get()?.history ?? {}
  const unsaved = beyond(beyond(done, sent), beyond(theirs, sent))
  sent = theirs
  kept.set({ ...draft, said })
  const history = { done: [...theirs, ...unsaved], undone }
  session.set(withHistory({ base: JSON.parse(draft.text) as Flow, shipped: said.words }, history))
}

/** Read the draft as the server has it now; edits not saved yet are made again on it. */
export const readFlowDraft = async (): Promise<void> => {
  const [{ data: words }, { data: draft }] = await Promise.all([
    asHost(() => call('GET /api/flow/words')),
    asHost(() => call('GET /api/flow/draft')),
  ])
  take(draft, { words: words.words, host: words.hostWords })
}

const isSaved = () => isSame(session.get()?.history.done, sent)

const sendDraft = async () => {
  const operations = session.get()?.history.done
  if (!operations) return
  if (isSame(operations, sent)) return saving.set({ ...saving.get(), state: 'saved' })
  saving.set({ ...saving.get(), state: 'saving' })
  try {
    const body = { revision: kept.get()!.revision, operations: [...operations] }
    const isSmall = JSON.stringify(body).length < keptAlive
    const given = { body, ...(isSmall && { keepalive: true as const }) }
    const { data } = await asHost(() => call('POST /api/flow/draft', given))
    sent = operations
    kept.set({ ...kept.get()!, revision: data.revision, isRebased: false })
    saving.set({ ...saving.get(), state: isSaved() ? 'saved' : 'saving' })
  } catch (error) {
    saving.set({ ...saving.get(), state: 'unsaved' })
    if (error instanceof Refused && error.status === 409) {
      await readFlowDraft().catch(() => {})
      toast.show({ tone: 'bad', title: say('flow.overtaken'), life: 10_000 })
    }
  }
  if (!isSaved()) setTimeout(() => void save(), saving.get().state === 'unsaved' ? pause.again : 0)
}

let running: Promise<void> | undefined

/** Saves the draft as it is; while it is being saved, resolves with that. */
const save = (): Promise<void> => {
  running ??= sendDraft().finally(() => {
    running = undefined
  })
  return running
}

/** Whether everything is saved: waits for what is under way, and for what was edited meanwhile. */
export const allSaved = async (): Promise<boolean> => {
  for (let turn = 0; turn < 3 && (running || !isSaved()); turn++) await save()
  return isSaved()
}

/** Looks for other windows, and takes what one of them, or a hand on the file, has changed meanwhile. */
const look = () => {
  const known = kept.get()
  call('GET /api/flow/draft/state', { query: { window: name } }).then(
    async ({ data }) => {
      saving.set({ ...saving.get(), others: data.others })
      // What was saved or read since says more than an answer that was on its way.
      if (!known || running || known !== kept.get() || (data.revision === known.revision && data.base === known.served))
        return
      await readFlowDraft()
      toast.show({ tone: 'good', title: say('flow.broughtUp'), life: 10_000 })
    },
    () => {},
  )
}

/**
 * Open the draft on this page and save it as it changes, until the page is left; `fail` hears that it could not be
 * read.
 */
export const openDraft = (fail: () => void) => {
  session.set(undefined)
  readFlowDraft().catch(fail)
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = session.subscribe(() => {
    if (saving.get().state !== 'unsaved') saving.set({ ...saving.get(), state: isSaved() ? 'saved' : 'saving' })
    clearTimeout(timer)
    timer = setTimeout(() => void save(), pause.save)
  })
  look()
  const looking = setInterval(look, pause.look)
  const seen = () => (document.visibilityState === 'visible' ? look() : void save())
  document.addEventListener('visibilitychange', seen)
  return () => {
    stop()
    clearTimeout(timer)
    clearInterval(looking)
    document.removeEventListener('visibilitychange', seen)
    void save()
  }
}
