import type { ReactNode } from 'react'
import { ask } from './ask'
import { Dialog } from './dialog'

type ChoiceProps = {
  title: string
  yes: string
  no?: string
  danger?: boolean
  children?: ReactNode
  className?: string
  answer: (value?: true) => void
}

/** A choice between yes and no; if yes cannot be undone, no has the focus. */
export const Choice = ({ title, yes, no, danger = false, children, className = 'question', answer }: ChoiceProps) => (
  <Dialog title={title} onClose={() => answer()} className={className}>
    {children}
    <footer className="actions">
      {no && (
        <button type="button" className="button" data-first={danger || undefined} onClick={() => answer()}>
          {no}
        </button>
      )}
      <button
        type="button"
        className={danger ? 'button danger' : 'button primary'}
        data-first={!danger || undefined}
        onClick={() => answer(true)}
      >
        {yes}
      </button>
    </footer>
  </Dialog>
)

/** A question; `danger` if yes cannot be undone. */
export type Confirmation = { title: string; text: string; yes: string; no: string; danger?: boolean }

let before: (() => void) | undefined

/** Asks the host to confirm; Escape and another question count as no. */
export const confirmed = async ({ text, ...question }: Confirmation): Promise<boolean> => {
  before?.()
  const said = await ask<true>((answer) => {
    before = answer
    return (
      <Choice {...question} answer={answer}>
        <p>{text}</p>
      </Choice>
    )
  })
  before = undefined
  return said === true
}
