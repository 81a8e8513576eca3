import type { KeyboardEvent } from 'react'
import { store } from './page-store'

const boxesIn = (card: HTMLElement) =>
  [...card.querySelectorAll<HTMLInputElement>('main input:not([type=checkbox], [type=radio], [type=file])')].filter(
    (box) => !box.disabled && box.offsetParent !== null,
  )

/** Safari ends a composition before the Enter that accepts it, which has the key code of input methods. */
const ofInputMethod = 229

/** Enter moves to the next empty input, and submits in the last. Input methods and lists keep their Enter. */
export const enterInBox = (event: KeyboardEvent<HTMLElement>) => {
  const isComposed = event.nativeEvent.isComposing || event.keyCode === ofInputMethod
  if (event.key !== 'Enter' || event.isDefaultPrevented() || isComposed) return
  const boxes = boxesIn(event.currentTarget)
  const after = boxes.slice(boxes.indexOf(event.target as HTMLInputElement) + 1)
  if (!boxes.includes(event.target as HTMLInputElement) || !after.length) return
  event.preventDefault()
  const next = after.find(({ value }) => !value) ?? after[0]!
  next.focus()
  next.select()
}

let wasKey = false
if (typeof addEventListener === 'function') {
  addEventListener('keydown', ({ key }) => (wasKey = key !== 'Unidentified'), true)
  addEventListener('pointerdown', () => (wasKey = false), true)
}

/** The text to announce when the focus skips a card's heading. */
export const announcement = store('')

/** Announces a text to screen readers, also if it is the same as before. */
export const announce = (text: string) => announcement.set(announcement.get() === text ? `${text}\u00a0` : text)

/** Focuses the heading of a new card; after a key press the first empty input, and announces the title. */
export const focusOn = (card: HTMLElement | null, heading: HTMLElement | null) => {
  const empty = wasKey && card ? boxesIn(card).find(({ value }) => !value) : undefined
  announcement.set(empty ? (heading?.textContent ?? '') : '')
  ;(empty ?? heading)?.focus()
}
