import { guests } from '../../../../../schema/guest'
import { languages } from '../../../../../schema/languages'
import type { Flow } from '../../../../../schema/steps'
import { ownNames, ownQuestionOf } from '../../../../core/editor/edits/own-question-edits'
import { hasOptions, type OwnWords, type Texts } from '../../../../core/editor/operations'
import { shortOf } from '../../../../core/flow/names'
import { perform } from '../draft/perform'
import { editDraft } from '../draft/session'
import type { StepProps } from '../edit-dialogs/choices-of'
import { askQuestion } from '../edit-dialogs/question-dialog'

const namesOf = (flow: Flow, field: string): string[] => {
  const { who, short } = shortOf(field)
  return who && guests.includes(who) ? ownNames(short, true).filter((name) => flow.fields[name]) : [field]
}

const wordsOf = ({ words }: Flow, field: string, values: readonly string[]): OwnWords => {
  const texts = (key: string): Texts =>
    Object.fromEntries(languages.flatMap((one) => (words[one]?.[key] ? [[one, words[one][key]]] : [])))
  return {
    label: texts(`${field}.label`),
    hint: texts(`${field}.hint`),
    options: Object.fromEntries(values.map((value) => [value, texts(`${field}.${value}`)])),
  }
}

const write = (flow: Flow, key: string, texts: Texts | undefined) => {
  for (const language of languages) {
    const before = flow.words[language]?.[key] ?? ''
    const after = texts?.[language]?.trim() ? texts[language]! : ''
    if (after !== before) editDraft({ kind: 'setWord', key, language, text: after || null })
  }
}

/** Asks for changes of a host's question, and makes them wherever it is asked. */
export const changeOwnQuestion = async ({ flow, path, cards, field }: StepProps & { field: string }) => {
  const before = ownQuestionOf(flow.fields[field])
  if (!before) return
  const known = { question: before, words: wordsOf(flow, field, before.options ?? []) }
  const asked = await askQuestion({ flow, path, cards, known })
  if (!asked) return
  const { question, words } = asked
  for (const name of namesOf(flow, field)) {
    const isSame = JSON.stringify(ownQuestionOf(flow.fields[name])) === JSON.stringify(question)
    if (!isSame && !(await perform({ kind: 'changeQuestion', field: name, question }))) return
    write(flow, `${name}.label`, words.label)
    write(flow, `${name}.hint`, words.hint)
    for (const value of hasOptions(question.kind) ? (question.options ?? []) : [])
      write(flow, `${name}.${value}`, words.options?.[value])
  }
}
