import type { KeyboardEvent } from 'react'
import { store } from './page-store'

/** The boxes of a card that take one line of text, in their order. */
const boxesIn = (card: HTMLElement) =>
  [...card.querySelectorAll<HTMLInputElement>('main input:not([type=checkbox], [type=radio], [type=file])')].filter(
    (box) => !box.disabled && box.offsetParent !== null,
  )

/**
 * The return key in a box: in the last of a card it presses OK, as a form does by itself; in one before it goes to the
 * next empty one, or, where none is empty, to the next. What an input method or a list of suggestions takes for itself
 * stays theirs.
 */
export const enterInBox = (event: KeyboardEvent<HTMLElement>) => {
  if (event.key !== 'Enter' || event.isDefaultPrevented() || event.nativeEvent.isComposing) return
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

/**
 * The title of a card that was come to without its heading having the focus, for a status that is read out beside the
 * box.
 */
export const announced = store('')

/** Tells a screen reader what the page shows by itself; the same text twice is told twice. */
export const announce = (text: string) => announced.set(announced.get() === text ? `${text}\u00a0` : text)

/**
 * Where the focus goes on a card the guest has just come to: to its heading, which is read out; for who came by a key,
 * and so has a keyboard under the hands, to the first empty box, and the title is announced.
 */
export const focusOn = (card: HTMLElement | null, heading: HTMLElement | null) => {
  const empty = wasKey && card ? boxesIn(card).find(({ value }) => !value) : undefined
  announced.set(empty ? (heading?.textContent ?? '') : '')
  ;(empty ?? heading)?.focus()
}
