import { useEffect, useRef, useState } from 'react'
import { store, useStore } from './page-store'
import { say } from './published'

/**
 * A notice. A `bad` one is announced at once. `life` is in milliseconds, 5000 by default; with Infinity the notice is
 * shown until it is dismissed, again after other notices. One that `stays` outlives the step.
 */
type ToastNotice = {
  id: number
  tone: 'good' | 'bad'
  title: string
  text?: string
  life?: number
  stays?: true
}

const current = store<ToastNotice | undefined>(undefined)
let lasting: ToastNotice | undefined
let count = 0

/** The single notice: a new one replaces the old one. */
export const toast = {
  show: (notice: Omit<ToastNotice, 'id'>) => {
    const shown = { ...notice, id: ++count }
    if (notice.life === Infinity) lasting = shown
    current.set(shown)
    return count
  },
  dismiss: (id?: number) => {
    const now = current.get()
    if (lasting?.id === (id ?? now?.id)) lasting = undefined
    if (id === undefined || now?.id === id) current.set(lasting)
  },
  /** Dismisses the notice of the attempt before, unless it stays. */
  pass: () => {
    if (!current.get()?.stays) current.set(lasting)
  },
}

const swipe = 50

const ToastCard = ({ notice, close }: { notice: ToastNotice; close: () => void }) => {
  const [drag, setDrag] = useState<{ from: number; by: number }>()
  return (
    <div
      className={`toast ${notice.tone}`}
      style={drag && { transform: `translateX(${Math.max(0, drag.by)}px)` }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ from: event.clientX, by: 0 })
      }}
      onPointerMove={(event) => drag && setDrag({ ...drag, by: event.clientX - drag.from })}
      onPointerUp={({ clientX }) => {
        if (drag && clientX - drag.from > swipe) toast.dismiss(notice.id)
        setDrag(undefined)
      }}
      onPointerCancel={() => setDrag(undefined)}
    >
      <p>
        <strong>{notice.title}</strong>
        {notice.text && <span>{notice.text}</span>}
      </p>
      <button
        type="button"
        className="plain"
        aria-label={say('close')}
        onPointerDown={(event) => event.stopPropagation()}
        onClick={close}
      >
        <span aria-hidden="true">×</span>
      </button>
    </div>
  )
}

/** Dismisses a notice after its life; returns a function that pauses the time. */
const useClock = (notice: ToastNotice | undefined) => {
  const [paused, pause] = useState(false)
  useEffect(() => {
    if (!notice) pause(false)
    if (!notice || paused || notice.life === Infinity) return
    const timer = setTimeout(() => toast.dismiss(notice.id), notice.life ?? 5000)
    return () => clearTimeout(timer)
  }, [notice, paused])
  return pause
}

/** The place of notices. F8 focuses it, a swipe to the right dismisses a notice, hover and focus pause it. */
export const Toasts = () => {
  const notice = useStore(current)
  const region = useRef<HTMLDivElement>(null)
  const before = useRef<Element>(null)
  const pause = useClock(notice)
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== 'F8') return
      before.current = document.activeElement
      region.current?.focus()
    }
    addEventListener('keydown', focus)
    return () => removeEventListener('keydown', focus)
  }, [])
  const close = () => {
    toast.dismiss()
    if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus()
    before.current = null
  }
  return (
    <div
      ref={region}
      className="toasts"
      role="region"
      aria-label={say('toast.region')}
      tabIndex={-1}
      onMouseEnter={() => pause(true)}
      onMouseLeave={() => pause(false)}
      onFocus={() => pause(true)}
      onBlur={() => pause(false)}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <div role="status" aria-live={notice?.tone === 'bad' ? 'assertive' : 'polite'}>
        {notice && <ToastCard key={notice.id} notice={notice} close={close} />}
      </div>
    </div>
  )
}
