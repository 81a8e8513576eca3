import type { CardText } from './scene'

/** Marks of the private use area: one before each text, which numbers its key, and one after all of them. */
const firstMark = 0xe000
const endMark = '\uf8ff'

/** A part of a text node that shows the text of a key. */
type Shown = { key: string; node: Text; from: number; to: number }

/**
 * Returns words with each text of these keys between two marks. A text of the house stays as it is: its lines decide
 * what its card draws, which says itself whose text it is.
 */
export const markedWords = (words: Readonly<Record<string, string>>, keys: readonly string[]) => ({
  ...words,
  ...Object.fromEntries(
    keys.flatMap((key, i) =>
      /^\/.*\.text$/.test(key) ? [] : [[key, String.fromCharCode(firstMark + i) + (words[key] ?? key) + endMark]],
    ),
  ),
})

const shownIn = (node: Text, keys: readonly string[]): Shown[] => {
  const open: { key: string; from: number }[] = []
  const shown: Shown[] = []
  let at = 0
  for (const char of node.data) {
    const key = keys[char.charCodeAt(0) - firstMark]
    if (key !== undefined) open.push({ key, from: at })
    else if (char !== endMark) at += char.length
    else {
      const text = open.pop()
      // A text inside another, as a name in a sentence, is changed where it stands alone.
      if (text && !open.length && text.from < at) shown.push({ ...text, node, to: at })
    }
  }
  return shown
}

/** Returns the parts of text nodes that show texts, while the card is drawn with marked words. */
export const findTexts = (root: Element, keys: readonly string[]): Shown[] => {
  const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: Shown[] = []
  while (nodes.nextNode()) found.push(...shownIn(nodes.currentNode as Text, keys))
  return found
}

const boxOf = ({ node, from, to }: Shown, found: readonly Shown[]) => {
  // A button whose only text it is, is pressed as a whole.
  const button = node.parentElement!.closest('button, a')
  if (button && found.filter((other) => button.contains(other.node)).length === 1) return button.getBoundingClientRect()
  const range = document.createRange()
  range.setStart(node, from)
  range.setEnd(node, to)
  return range.getBoundingClientRect()
}

const placed = (key: string, said: string, { x, y, width, height }: DOMRect, isLong = false): CardText => ({
  key,
  said,
  place: { left: x, top: y, width, height },
  isLong,
})

/** Returns the texts that somebody sees on a card, with their places in the frame's window, in pixels. */
export const placedTexts = (root: Element, found: readonly Shown[]): CardText[] => {
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
