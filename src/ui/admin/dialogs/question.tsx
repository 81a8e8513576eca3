import { store, useStore } from '../../shared/store'
import { Dialog } from './dialog'

/** A question with two answers; `danger` where yes cannot be taken back. */
export type Question = { title: string; text: string; yes: string; no: string; danger?: boolean }

const open = store<(Question & { answer: (yes: boolean) => void }) | undefined>(undefined)

/** Ask the host; Escape is no. */
export const ask = (question: Question) =>
  new Promise<boolean>((done) => {
    open.get()?.answer(false)
    open.set({
      ...question,
      answer: (yes) => {
        open.set(undefined)
        done(yes)
      },
    })
  })

/** Where questions appear. */
export const Questions = () => {
  const question = useStore(open)
  if (!question) return null
  const { title, text, yes, no, danger, answer } = question
  return (
    <Dialog title={title} onClose={() => answer(false)} className="question">
      <p>{text}</p>
      <footer className="actions">
        <button type="button" className="button" data-first={danger || undefined} onClick={() => answer(false)}>
          {no}
        </button>
        <button type="button" className={`button ${danger ? 'danger' : 'primary'}`} onClick={() => answer(true)}>
          {yes}
        </button>
      </footer>
    </Dialog>
  )
}
