import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from '../look/icon'
import { store } from './page-store'

const boxesIn = (card: HTMLElement) =>
  [...card.querySelectorAll<HTMLInputElement>('main input:not([type=checkbox], [type=radio], [type=file])')].filter(
    (box) => !box.disabled && box.offsetParent !== null,
  )

/** The key code of keys for an input method. In Safari the Enter that accepts a composition comes after its end. */
const inputMethodKey = 229

/** Returns whether a key is for an input method, which uses Escape, Enter and arrows while it composes a text. */
export const isForInputMethod = ({ nativeEvent, keyCode }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || keyCode === inputMethodKey

/** Enter moves to the next empty input, and submits in the last. Input methods and lists keep their Enter. */
const enterInBox = (event: KeyboardEvent<HTMLElement>) => {
  if (event.key !== 'Enter' || event.isDefaultPrevented() || isForInputMethod(event)) return
  const boxes = boxesIn(event.currentTarget)
  const after = boxes.slice(boxes.indexOf(event.target as HTMLInputElement) + 1)
  if (!boxes.includes(event.target as HTMLInputElement) || !after.length) return
  event.preventDefault()
  const next = after.find(({ value }) => !value) ?? after[0]!
  next.focus()
  next.select()
}

/** Handles the browser's Back before the router, and may stop it. The host's pages set it. */
export const onBack = store<((event: PopStateEvent) => void) | undefined>(undefined)

/** The longest time between the two presses of a double press, in milliseconds. */
const doublePress = 300

let lastInput = ''
/** The last press, and whether it was the second of a double tap: on phones `event.detail` does not count taps. */
let lastPress = { x: 0, y: 0, at: 0, isSecondTap: false }
if (typeof addEventListener === 'function') {
  addEventListener('keydown', ({ key }) => (lastInput = key === 'Unidentified' ? '' : 'key'), true)
  addEventListener(
    'pointerdown',
    ({ pointerType, clientX: x, clientY: y, timeStamp: at }) => {
      const isNear = Math.hypot(x - lastPress.x, y - lastPress.y) < 40
      lastPress = { x, y, at, isSecondTap: pointerType === 'touch' && isNear && at - lastPress.at < doublePress }
      lastInput = pointerType
    },
    true,
  )
  // Listeners run in the order they were added: this one is added before the router's.
  addEventListener('popstate', (event) => onBack.get()?.(event))
}

/** Stops the second press of a double press: on a new card it would accept answers that the guest has not read. */
const stopSecond = (event: MouseEvent, shownAt: number) => {
  if (!(event.detail > 1 || lastPress.isSecondTap) || event.timeStamp - shownAt > doublePress) return
  event.preventDefault()
  event.stopPropagation()
}

/** The text to announce when the focus skips a card's heading. */
export const announcement = store('')

/** Announces a text to screen readers, also if it is the same as before. */
export const announce = (text: string) => announcement.set(announcement.get() === text ? `${text}\u00a0` : text)

/** Focuses the heading of a new card; after a key press the first empty input, and announces the title. */
const focusOn = (card: HTMLElement | null, heading: HTMLElement | null) => {
  const empty = lastInput === 'key' && card ? boxesIn(card).find(({ value }) => !value) : undefined
  announcement.set(empty ? (heading?.textContent ?? '') : '')
  ;(empty ?? heading)?.focus()
}

/** The main button; with `href` a real link, which popup blockers let through. */
type Ok = { text: string; ready: boolean; busy: boolean; press: () => void; href?: string | undefined }

/** The guest's progress: the parts before `number` are done, part `number` is `filled` from 0 to 1. */
type Progress = { number: number; of: number; filled: number }

/** The progress of a card whose part is not known yet. */
export const begun: Progress = { number: 1, of: 4, filled: 0.1 }

type CardProps = {
  title: string
  home?: { to: string; text: string }
  back?: { to: string; text: string } | undefined
  ok?: Ok | undefined
  progress?: Progress | undefined
  /** The progress in words, for screen readers. */
  where?: string | undefined
  /** The side the card comes from; undefined if the page was loaded with it. */
  arrived?: 'forward' | 'back' | undefined
  /** The house in the title bar; without it the title stands there. */
  brand?: ReactNode
  /** The greeting under the title, in the title bar. */
  greeting?: ReactNode
  children: ReactNode
}

const OkButton = ({ ok: { text, ready, busy, href, press } }: { ok: Ok }) => {
  const state = { className: 'ok', 'aria-disabled': !ready || busy || undefined, 'aria-busy': busy || undefined }
  const isOutside = href && !href.startsWith('#')
  return href ? (
    <a {...state} href={href} {...(isOutside && { target: '_blank', rel: 'noopener noreferrer' })} onClick={press}>
      {text}
    </a>
  ) : (
    <button type="submit" {...state}>
      {text}
    </button>
  )
}

const Segments = ({ number, of, filled }: Progress) => (
  <div className="progress" aria-hidden="true">
    {Array.from({ length: of }, (_, before) => before).map((before) => (
      <progress key={before} value={Math.min(1, Math.max(0, number - 1 + filled - before))} max={1} />
    ))}
  </div>
)

/** The guest's card: title bar with house and progress, title, content, Home and OK; without `home` no foot. */
export const Card = (props: CardProps) => {
  const { title, home, back, ok, progress, where, brand, greeting, children } = props
  // Only the first value counts: a later one would start the animation again.
  const [arrived] = useState(props.arrived)
  const [shownAt] = useState(() => performance.now())
  const card = useRef<HTMLFormElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (arrived) focusOn(card.current, heading.current)
  }, [])
  const name = (
    <h1 ref={heading} tabIndex={-1} aria-describedby={where && 'where'}>
      {title}
    </h1>
  )
  return (
    <form
      ref={card}
      className={arrived ? `card arrived ${arrived}` : 'card'}
      noValidate
      onClickCapture={(event) => arrived && stopSecond(event, shownAt)}
      onKeyDown={enterInBox}
      onFocus={({ target }) => {
        // For browsers a box behind the sticky foot is visible.
        if (target.matches('input, textarea')) target.scrollIntoView({ block: 'nearest' })
      }}
      onSubmit={(event) => {
        event.preventDefault()
        ok?.press()
      }}
    >
      <header>
        {back && (
          <a className="back" href={back.to} aria-label={back.text}>
            <Icon name="heroicons:chevron-left" />
          </a>
        )}
        {brand || name}
        {greeting}
        {progress && <Segments {...progress} />}
      </header>
      <main>
        {brand && name}
        {where && (
          <span id="where" className="unseen">
            {where}
          </span>
        )}
        {children}
      </main>
      {home && (
        <footer>
          <a className="home" href={home.to}>
            {home.text}
          </a>
          {ok && <OkButton ok={ok} />}
        </footer>
      )}
    </form>
  )
}

/** Link to the host's pages, shown on the first card of a new house on its own machine. */
export const HostDoor = ({ say }: { say: (key: string) => string }) => (
  <p className="panel">
    {say('/.host')}{' '}
    <a className="link" href="/admin-login">
      {say('/.hostGo')}
    </a>
  </p>
)
