import { type Language, languages } from '../../../../../schema/languages'
import type { Flow } from '../../../../../schema/steps'
import { applyOperation } from '../../../../core/editor/draft/apply-operation'
import {
  afterDoing,
  afterRedo,
  afterUndo,
  applyAll,
  type History,
  type RefusedOperation,
} from '../../../../core/editor/draft/flow-draft'
import type { Operation, RefusedEdit } from '../../../../core/editor/operations'
import { operationSentence } from '../../../../core/editor/sentences'
import type { Words } from '../../../../core/lint/findings'
import { store } from '../../../shared/page-store'
import { start } from '../../../shared/published'
import { hostHouse } from '../../session/host'

/** A draft as it is being edited: the published flow it began from, the edits since, and what they make of it. */
export type Session = {
  base: Flow
  /** The project's own words, without those of any flow. */
  shipped: Words
  history: History
  flow: Flow
  /** The edits that no longer apply: they stay in the list until the host drops them. */
  lost: readonly RefusedOperation[]
}

/** The draft open on this page; undefined until it is read. */
export const session = store<Session | undefined>(undefined)

/** A session with another history. */
export const withHistory = (now: Pick<Session, 'base' | 'shipped'>, history: History): Session => {
  const { flow, lost } = applyAll(now.base, history.done, now.shipped)
  return { base: now.base, shipped: now.shipped, history, flow, lost }
}

const wordsOf = new WeakMap<Flow, Words>()

/** What guests read in every language: the flow's own words over the project's. Made once for each flow. */
export const sessionWords = ({ flow, shipped }: Pick<Session, 'flow' | 'shipped'>): Words => {
  const known = wordsOf.get(flow)
  if (known) return known
  const words = Object.fromEntries(
    languages.map((language) => [language, { ...shipped[language], ...flow.words[language] }]),
  ) as Record<Language, Record<string, string>>
  wordsOf.set(flow, words)
  return words
}

/**
 * Returns the words of sentences about a flow, in the host's language: the checker's and the editor's, and those its
 * cards show.
 */
export const cardWords = (of: Pick<Session, 'flow' | 'shipped'>): Record<string, string> => ({
  ...hostHouse.get()?.sentences,
  ...sessionWords(of)[start.hostLanguage],
})

/** Returns an edit of the draft as a sentence, in the words of the cards before and after it. */
export const sentenceOf = ({ base, flow, shipped }: Session, operation: Operation) =>
  operationSentence(
    operation,
    { ...cardWords({ flow: base, shipped }), ...flow.words[start.hostLanguage] },
    'step' in operation ? (flow.steps[operation.step] ?? base.steps[operation.step]) : undefined,
  )

/** Make an edit; answers why it cannot be made, if it cannot. */
export const edit = (operation: Operation): RefusedEdit | undefined => {
  const now = session.get()!
  const outcome = applyOperation(now.flow, operation, now.shipped)
  if ('refused' in outcome) return outcome
  session.set({ ...now, history: afterDoing(now.history, operation), flow: outcome.flow })
  return undefined
}

/**
 * Puts a text in one language into the draft; where it is the project's own wording, or empty, the house's text goes.
 * Answers why it cannot, if it cannot.
 */
export const editText = (key: string, language: Language, text: string): RefusedEdit | undefined => {
  const { flow, shipped } = session.get()!
  const own = flow.words[language]?.[key]
  const project = shipped[language][key]
  if (text === (own ?? project ?? '')) return undefined
  if (text.trim() && text !== project) return edit({ kind: 'setWord', key, language, text })
  return own === undefined ? undefined : edit({ kind: 'shipWord', key, language })
}

const turn = (change: (history: History) => History) => () => {
  const now = session.get()!
  const history = change(now.history)
  if (history !== now.history) session.set(withHistory(now, history))
}

/** Take the latest edit back. */
export const undo = turn((history) => (history.done.length ? afterUndo(history) : history))

/** Make the edit last taken back again. */
export const redo = turn((history) => (history.undone.length ? afterRedo(history) : history))

/** Take an edit that no longer applies out of the list. */
export const drop = (operation: Operation) =>
  turn(({ done, undone }) => ({ done: done.filter((one) => one !== operation), undone }))()

/** Take every edit back at once: the draft is what is published. It can be undone one by one with Redo. */
export const discard = turn(({ done, undone }) => ({ done: [], undone: [...done, ...undone] }))
