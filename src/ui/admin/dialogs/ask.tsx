import type { ReactNode } from 'react'
import { store, useStore } from '../../shared/page-store'

type Asked = { key: number; draw: () => ReactNode; answer: () => void }
const asked = store<readonly Asked[]>([])
let count = 0

/** Shows a question over the page; resolves to the answer, undefined if cancelled. */
export const ask = <T,>(draw: (answer: (value?: T) => void) => ReactNode): Promise<T | undefined> =>
  new Promise((done) => {
    const key = ++count
    const answer = (value?: T) => {
      asked.set(asked.get().filter((one) => one.key !== key))
      done(value)
    }
    asked.set([...asked.get(), { key, draw: () => draw(answer), answer: () => answer() }])
  })

/** Cancels all open questions: the page is left. */
export const cancelQuestions = () => {
  for (const { answer } of asked.get()) answer()
}

/** The open questions, each over the one before. */
export const OpenQuestions = () => useStore(asked).map(({ key, draw }) => <div key={key}>{draw()}</div>)
