import type { ReactNode } from 'react'
import { store, useStore } from '../../shared/page-store'

type Asked = { key: number; draw: () => ReactNode; answer: () => void }
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
    asked.set([...asked.get(), { key, draw: () => draw(answer), answer: () => answer() }])
  })

/** Cancel every question that is open: the page they were asked on is left. */
export const cancelQuestions = () => {
  for (const { answer } of asked.get()) answer()
}

/** Where the questions appear; one asked from within another lies over it, and what was typed below stays. */
export const OpenQuestions = () => useStore(asked).map(({ key, draw }) => <div key={key}>{draw()}</div>)
