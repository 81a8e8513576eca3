import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'

type DialogProps = {
  title: string
  subtitle?: string | undefined
  onClose: () => void
  className?: string
  children: ReactNode
}

/** What is around an element and can take the focus, from the inside out; the page's heading where nothing does. */
const around = (from: Element | null): Element[] => {
  const outer = from?.parentElement?.closest('[tabindex]')
  return outer ? [outer, ...around(outer)] : [...document.querySelectorAll('h1')]
}

/**
 * A dialog over the page: the browser keeps the focus inside, Escape closes it, and the focus goes back to where it
 * came from.
 */
export const Dialog = ({ title, subtitle, onClose, className = '', children }: DialogProps) => {
  const box = useRef<HTMLDialogElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  const id = useId()
  useEffect(() => {
    const dialog = box.current!
    const before = document.activeElement
    const places = [before, ...around(before)]
    const cancel = (event: Event) => {
      if (event.target !== dialog) return
      event.preventDefault()
      close.current()
    }
    dialog.showModal()
    const first = dialog.querySelector<HTMLElement>(
      '[data-first], .body input:not([type=hidden]), .body select, .body textarea',
    )
    // The button that is meant stands at the foot: the dialog is read from its top all the same.
    first?.focus({ preventScroll: first.matches('[data-first]') })
    if (first instanceof HTMLInputElement) first.select()
    dialog.addEventListener('cancel', cancel)
    return () => {
      dialog.close()
      // What opened the dialog may be gone meanwhile: then what was around it.
      const place = places.find((one) => one?.isConnected && one !== document.body)
      if (place instanceof HTMLElement) place.focus({ preventScroll: place !== before })
    }
  }, [])
  // A browser lets a page refuse only one Escape in a row: the key is taken before it becomes one, unless a list inside
  // took it.
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onClose()
  }
  // Out of the page's own tree, where a form is never inside a form, and can be printed alone.
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
