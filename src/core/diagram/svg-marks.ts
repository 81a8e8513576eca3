import { escapeMarkup } from '../text/escape'

type Attributes = Record<string, string | number>

/** The grey of words beside boxes. */
export const captionColour = '#475569'

/** Returns an SVG element. */
export const tag = (name: string, attributes: Attributes, inner = '') =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeMarkup(String(value))}"`)
    .join('')}>${inner}</${name}>`
/** Returns words at a point in pixels; `more` are attributes. */
export const textAt = (text: string, x: number, y: number, more: Attributes = {}) =>
  tag('text', { x, y, 'font-size': 12, fill: '#0f172a', ...more }, escapeMarkup(text))
/** The widest average letter of the fonts a browser may use, in parts of its height. */
const widest = { words: 0.62, code: 0.61 }

/** Returns the greatest width of a text in pixels; nothing can be measured here. */
export const widthOf = (text: string, points: number, kind: keyof typeof widest = 'words') =>
  text.length * points * widest[kind]

/** Returns a text cut to `room` pixels, with an ellipsis. */
export const cutTo = (text: string, room: number, points: number, kind: keyof typeof widest = 'words') => {
  const most = Math.floor(room / (points * widest[kind]))
  return text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text
}

/** Returns a text in at most two even lines of `room` pixels. */
export const inTwoLines = (text: string, room: number, points: number): string[] => {
  if (widthOf(text, points) <= room) return [text]
  const breaks = [...text.matchAll(/ /g)].map(({ index }) => index)
  const fitting = breaks.filter((at) => widthOf(text.slice(0, at), points) <= room)
  const rest = (at: number) => Math.max(at, text.length - at - 1)
  const at = fitting.toSorted((a, b) => rest(a) - rest(b))[0]
  return at === undefined ? [cutTo(text, room, points)] : [text.slice(0, at), cutTo(text.slice(at + 1), room, points)]
}

/** Returns an arrow's words, with a white edge so that they stay readable over lines. */
export const label = (text: string, x: number, y: number, more: Attributes = {}) =>
  text &&
  textAt(text, x, y, {
    'font-size': 11,
    fill: captionColour,
    stroke: '#fff',
    'stroke-width': 4,
    'paint-order': 'stroke',
    'stroke-linejoin': 'round',
    ...more,
  })

/** Returns a path of right angles with rounded corners and an arrowhead. */
export const roundedPath = (points: [number, number][], more: Attributes = {}) => {
  const d = points.map(([x, y], i) => {
    const [before, after] = [points[i - 1], points[i + 1]]
    if (!before) return `M${x} ${y}`
    if (!after) return `L${x} ${y}`
    const near = ([px, py]: [number, number]) => {
      const length = Math.abs(px - x) + Math.abs(py - y)
      const reach = Math.min(8, length / 2) / (length || 1)
      return `${x + (px - x) * reach} ${y + (py - y) * reach}`
    }
    return `L${near(before)}Q${x} ${y} ${near(after)}`
  })
  return tag('path', {
    d: d.join(''),
    fill: 'none',
    stroke: '#64748b',
    'stroke-width': 1.5,
    'marker-end': 'url(#head)',
    ...more,
  })
}
