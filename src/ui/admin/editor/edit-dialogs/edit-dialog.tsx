import { type ReactNode, useState } from 'react'
import { languageTable } from '../../../../../schema/languages'
import type { Texts } from '../../../../core/editor/operations'
import { FieldBoxes, type Pick, PickBox } from '../../../look/boxes'
import { FaultLine } from '../../../look/parts'
import { say } from '../../../shared/published'
import { ask } from '../../dialogs/dialog'
import { FormDialog } from '../../dialogs/questions'
import { useClosing } from '../../shell/unsaved'

type EditDialogProps = {
  title: string
  isReady: boolean
  /** Shown when Save is pressed too early; by default that an answer is required. */
  lacking?: string | undefined
  save: () => void
  cancel: () => void
  children: ReactNode
}

/** A dialog that edits the draft. Cancel and Back ask before they discard what was typed. */
export const EditDialog = ({ title, isReady, lacking, save, cancel, children }: EditDialogProps) => {
  const [isChanged, setChanged] = useState(false)
  const [isTried, setTried] = useState(false)
  const leave = useClosing(isChanged, title, save, cancel)
  return (
    <FormDialog
      title={title}
      yes={say('flow.keep')}
      isReady={isReady}
      className="editing"
      send={() => (isReady ? save() : setTried(true))}
      cancel={() => void leave()}
      onChange={() => setChanged(true)}
    >
      <div className="scroll">{children}</div>
      <FaultLine>{isTried && !isReady && (lacking ?? say('any.required'))}</FaultLine>
    </FormDialog>
  )
}

type PickQuestion = { title: string; label: string; picks: readonly Pick[]; none?: string }

const PickDialog = ({ title, answer, ...question }: PickQuestion & { answer: (value?: string) => void }) => {
  const [value, pick] = useState(question.none === undefined ? (question.picks[0]?.value ?? '') : '')
  return (
    <EditDialog title={title} isReady={Boolean(value)} save={() => answer(value)} cancel={() => answer()}>
      <PickBox {...question} {...{ value, pick }} />
    </EditDialog>
  )
}

/** Asks for one of several values, the first unless `none`. Resolves to undefined when cancelled. */
export const askPick = (given: PickQuestion) => ask<string>((answer) => <PickDialog {...given} answer={answer} />)

/** A text in all languages, one box each. */
export const TextsBoxes = ({ label, texts, type }: { label: string; texts: Texts; type: (texts: Texts) => void }) => (
  <fieldset className="stack tight texts">
    <legend>{label}</legend>
    <FieldBoxes
      rows={languageTable.map(({ code, name }) => ({ field: code, label: name, lang: code }))}
      values={texts}
      put={(change) => type({ ...texts, ...change })}
    />
  </fieldset>
)
