import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from './icon'

type MenuProps = {
  /** The name of the button and of the list. */
  label: string
  /** Shows the label beside the icon. */
  isWordy?: boolean
  children: ReactNode
}

const own = 'a[href], button'

/** The rest of what a row can do, opened by a button; arrow keys move along, Escape closes it. */
export const RowMenu = ({ label, isWordy = false, children }: MenuProps) => {
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isOpen) box.current?.querySelector<HTMLElement>(own)?.focus()
  }, [isOpen])
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const key = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!isOpen || (event.key !== 'Escape' && !step)) return
    event.preventDefault()
    event.stopPropagation()
    if (!step) return close()
    const entries = [...box.current!.querySelectorAll<HTMLElement>(own)]
    const at = entries.indexOf(document.activeElement as HTMLElement)
    entries[(at + step + entries.length) % entries.length]?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and leaving close what the button inside opened
    <div
      className="more"
      onKeyDown={key}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || setOpen(false)}
    >
      <button
        ref={button}
        type="button"
        className={isWordy ? 'button' : 'button icon'}
        aria-label={label}
        aria-expanded={isOpen}
        onClick={() => setOpen((now) => !now)}
      >
        <Icon name="heroicons:ellipsis-horizontal" />
        {isWordy && <span>{label}</span>}
      </button>
      {isOpen && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: a press of an entry, by mouse or key, is a click of the entry
        <div ref={box} className="menu-list" role="group" aria-label={label} onClick={close}>
          {children}
        </div>
      )}
    </div>
  )
}
