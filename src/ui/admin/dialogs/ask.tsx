import type { ReactNode } from 'react'
import { store, useStore } from '../../shared/store'
import { Dialog } from './dialog'

type Asked = { key: number; draw: () => ReactNode }
const asked = store<readonly Asked[]>([])
let count = 0

/** Ask something over the page, and wait for the answer; undefined when it was cancelled. */
export const ask = <T,>(draw: (answer: (value?: T) => void) => ReactNode): Promise<T | undefined> =>
  new Promise((done) => {
    const key = ++count
    const answer = (value?: T) => {
      asked.set(asked.get().filter((one) => one.key !== key))
      done(value)
    }
    asked.set([...asked.get(), { key, draw: () => draw(answer) }])
  })

/** Where the questions appear; one asked from within another lies over it, and what was typed below stays. */
export const Asking = () => useStore(asked).map(({ key, draw }) => <div key={key}>{draw()}</div>)

type ChoiceProps = {
  title: string
  yes: string
  no?: string
  danger?: boolean
  children?: ReactNode
  className?: string
  answer: (value?: true) => void
}

/** A choice between yes and no; the focus begins on the no of one that cannot be taken back. */
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
