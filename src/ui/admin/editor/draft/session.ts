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
import { remembered } from '../../../../core/remember'
import { store } from '../../../shared/page-store'
import { start } from '../../../shared/published'
import { hostHouse } from '../../session/host'

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
export const withHistory = (session: Pick<Session, 'base' | 'shipped'>, history: History): Session => {
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

export const undo = changeHistory((history) => (history.done.length ? afterUndo(history) : history))

export const redo = changeHistory((history) => (history.undone.length ? afterRedo(history) : history))

/** Removes an edit that no longer applies. */
export const dropOperation = (operation: Operation) =>
  changeHistory(({ done, undone }) => ({ done: done.filter((one) => one !== operation), undone }))()

/** Undoes every edit; each can be redone. */
export const discardAll = changeHistory(({ done, undone }) => ({ done: [], undone: [...done, ...undone] }))
