import type { Draft } from '../../../../../schema/checkin'
import type { Language } from '../../../../../schema/languages'
import type { PublicSettings } from '../../../../../schema/settings'
import type { Flow } from '../../../../../schema/steps'
import { addDays } from '../../../../core/text/dates'
import { exampleParties } from '../../../../data/example-parties'
import { today } from '../../../shared/published'

/** The frame's content. `faults` shows errors of empty answers; a `trial` continues and sends nothing. */
export type Scene = {
  flow: Flow
  words: Record<string, string>
  language: Language
  settings: PublicSettings
  known: Draft
  path: string
  faults?: boolean
  trial?: boolean
  texts?: readonly string[]
}

/** A text on the card with its place in the frame's window, in pixels. */
export type CardText = {
  key: string
  text: string
  place: { left: number; top: number; width: number; height: number }
  isLong: boolean
}

/** A message from the frame: ready, a step reached, or the places of texts and the card's height in pixels. */
export type FrameNews =
  | { card: 'ready' }
  | { card: 'at'; path: string }
  | { card: 'texts'; texts: CardText[]; height: number }

const party = (name: keyof typeof exampleParties): Draft => {
  const answers = exampleParties[name]!
  const nights = Number(answers.numberOfNights)
  return { ...answers, arrivalDate: today(), departureDate: addDays(today(), nights), draftId: 'anteprima' }
}

/** Sample answers: none, or guests of the two most different journeys. */
export const scenes: Record<string, () => Draft> = {
  none: () => ({}),
  italians: () => party('family'),
  abroad: () => party('company'),
}

/** What each effect leaves in the draft: a journey passes an effect only once it has happened. */
export const effectResults = {
  checkInId: '1',
  paymentMethod: 'CARTA',
  paymentStatus: 'initiated',
  paymentProvider: 'cash',
} as const

/** Private-use characters: `firstMark` + index before each text, `endMark` after it. */
const firstMark = 0xe000
const endMark = '\uf8ff'

type ShownText = { key: string; node: Text; from: number; to: number }

/** Returns the words with each text between marks, except house texts: their lines decide what the card draws. */
export const markedWords = (words: Readonly<Record<string, string>>, keys: readonly string[]) => ({
  ...words,
  ...Object.fromEntries(
    keys.flatMap((key, i) =>
      /^\/.*\.text$/.test(key) ? [] : [[key, String.fromCharCode(firstMark + i) + (words[key] ?? key) + endMark]],
    ),
  ),
})

const shownIn = (node: Text, keys: readonly string[]): ShownText[] => {
  const open: { key: string; from: number }[] = []
  const shown: ShownText[] = []
  let at = 0
  for (const char of node.data) {
    const key = keys[char.charCodeAt(0) - firstMark]
    if (key !== undefined) open.push({ key, from: at })
    else if (char !== endMark) at += char.length
    else {
      const text = open.pop()
      // A text inside another one is edited where it stands alone.
      if (text && !open.length && text.from < at) shown.push({ ...text, node, to: at })
    }
  }
  return shown
}

/** Returns the text nodes that show each key, on a card drawn with marked words. */
export const findTexts = (root: Element, keys: readonly string[]): ShownText[] => {
  const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: ShownText[] = []
  while (nodes.nextNode()) found.push(...shownIn(nodes.currentNode as Text, keys))
  return found
}

const boxOf = ({ node, from, to }: ShownText, found: readonly ShownText[]) => {
  // A button with a single text is one target.
  const button = node.parentElement!.closest('button, a')
  if (button && found.filter((other) => button.contains(other.node)).length === 1) return button.getBoundingClientRect()
  const range = document.createRange()
  range.setStart(node, from)
  range.setEnd(node, to)
  return range.getBoundingClientRect()
}

const placed = (key: string, text: string, { x, y, width, height }: DOMRect, isLong = false): CardText => ({
  key,
  text,
  place: { left: x, top: y, width, height },
  isLong,
})

/** Returns the visible texts with their places in the frame's window, in pixels. */
export const placedTexts = (root: Element, found: readonly ShownText[]): CardText[] => {
  const seen = found.filter(
    ({ node: { isConnected, length, parentElement }, to }) =>
      isConnected && length >= to && parentElement!.checkVisibility() && !parentElement!.closest('.unseen'),
  )
  const texts = seen.map((one) => placed(one.key, one.node.data.slice(one.from, one.to), boxOf(one, seen)))
  const ofHouse = [...root.querySelectorAll<HTMLElement>('[data-text]')].map((element) =>
    placed(element.dataset.text!, element.textContent, element.getBoundingClientRect(), true),
  )
  return [...texts, ...ofHouse].filter(({ place }) => place.width > 1)
}
