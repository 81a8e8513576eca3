import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { isForInputMethod } from '../../shared/card'
import { store, useStore } from '../../shared/page-store'
import { say } from '../../shared/published'

// The page under a dialog has two history entries, `under` and above it `over`: Back then stays in the document.
type Place = 'under' | 'over' | undefined

const place = (): Place => (history.state as { place?: Place } | null)?.place

let wasOver = false

/** Stores at which of the two entries the page is: a reload keeps both. */
export const readPlace = () => {
  wasOver = place() === 'over'
}

/** Adds the entry `over` with this address. */
export const putOver = (address: string) => {
  history.pushState({ place: 'over' }, '', address)
  wasOver = true
}

/** Makes the two entries, so that Back stays in the document, also on a page that was just loaded. */
const keepBackInside = () => {
  if (place() === 'over') return
  history.replaceState({ place: 'under' }, '')
  putOver(location.href)
}

/** Returns whether a `popstate` went from `over` to `under`. Must be called once for each `popstate`. */
export const isBackInside = (): boolean => {
  const isInside = wasOver && place() === 'under'
  readPlace()
  return isInside
}

type DialogProps = {
  title: string
  subtitle?: string | undefined
  onClose: () => void
  className?: string
  children: ReactNode
}

/** Returns the ancestors of an element that match a selector, from the inside out. */
export const ancestors = (from: Element | null, selector: string): Element[] => {
  const outer = from?.parentElement?.closest(selector)
  return outer ? [outer, ...ancestors(outer, selector)] : []
}

/** A modal dialog: the browser traps the focus, Escape closes it, and the focus returns to where it was. */
export const Dialog = ({ title, subtitle, onClose, className = '', children }: DialogProps) => {
  const box = useRef<HTMLDialogElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  const id = useId()
  useEffect(() => {
    const dialog = box.current!
    const before = document.activeElement
    const places = [before, ...ancestors(before, '[tabindex]'), ...document.querySelectorAll('h1')]
    const cancel = (event: Event) => {
      if (event.target !== dialog) return
      event.preventDefault()
      close.current()
    }
    keepBackInside()
    dialog.showModal()
    const first = dialog.querySelector<HTMLElement>(
      '[data-first], .body input:not([type=hidden]), .body select, .body textarea',
    )
    // The button to focus may be at the foot, but the host reads from the top.
    first?.focus({ preventScroll: first.matches('[data-first]') })
    if (first instanceof HTMLInputElement) first.select()
    dialog.addEventListener('cancel', cancel)
    return () => {
      dialog.close()
      // If the opener is gone, focus what was around it.
      const place = places.find((one) => one?.isConnected && one !== document.body)
      if (place instanceof HTMLElement) place.focus({ preventScroll: place !== before })
    }
  }, [])
  // Browsers let a page cancel only one Escape in a row: handle the key first, unless a list inside used it.
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isForInputMethod(event)) return
    event.preventDefault()
    onClose()
  }
  // In `body`, because forms cannot be nested, and so that a dialog can be printed alone.
  return createPortal(
    <dialog ref={box} className={`dialog ${className}`} aria-labelledby={id} onKeyDown={key}>
      <div className="heading">
        <h2 id={id}>{title}</h2>
        {subtitle && <p>{subtitle}</p>}
      </div>
      <div className="body">{children}</div>
    </dialog>,
    document.body,
  )
}

const asked = store<readonly { key: number; draw: () => ReactNode; answer: () => void }[]>([])
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

const paper = store<ReactNode>(undefined)

/** Prints content that the screen does not show. */
export const printPaper = (page: ReactNode) => paper.set(page)

/** Renders the content to print outside the host's page, and prints it. */
export const Paper = () => {
  const page = useStore(paper)
  useEffect(() => {
    if (!page) return
    const done = () => paper.set(undefined)
    addEventListener('afterprint', done)
    print()
    return () => removeEventListener('afterprint', done)
  }, [page])
  return page && createPortal(<div className="paper">{page}</div>, document.body)
}

type PartProps = { id: string; title: string; count: string; action?: ReactNode; children: ReactNode }

/** A part of the day's page or the arrivals' page: a heading with a count, an action, and rows. */
export const RowsSection = ({ id, title, count, action, children }: PartProps) => (
  <section className="day-part" aria-labelledby={`part-${id}`}>
    <header className="bar">
      <h2 id={`part-${id}`}>
        {title} <small>{count}</small>
      </h2>
      {action}
    </header>
    {children}
  </section>
)

type TitleProps = {
  mark?: ReactNode
  name: string
  open?: (() => void) | undefined
  small?: ReactNode
  more?: ReactNode
}

/** The first cell of a row: an icon or initials, the name, and smaller words. With `open` the name is a button. */
export const RowTitle = ({ mark, name, open, small, more }: TitleProps) => (
  <div className="who">
    {mark}
    <div>
      <RowName {...{ name, open }} />
      {small && <small>{small}</small>}
      {more}
    </div>
  </div>
)

/** The name of a row; with `open` a button. */
export const RowName = ({ name, open }: { name: string; open?: (() => void) | undefined }) => (
  <h3>
    {open ? (
      <button type="button" className="name-link" onClick={open}>
        <span className="unseen">{say('today.open')} </span>
        {name}
      </button>
    ) : (
      name
    )}
  </h3>
)
