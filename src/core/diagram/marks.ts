import { escapeMarkup } from '../text/escape'

type Attributes = Record<string, string | number>

/** What is said beside the boxes is written in this grey. */
export const grey = '#475569'

/** An element of SVG with its attributes and what is in it. */
export const tag = (name: string, attributes: Attributes, inner = '') =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeMarkup(String(value))}"`)
    .join('')}>${inner}</${name}>`
/** Words that begin at a point, in pixels; `more` are further attributes. */
export const write = (text: string, x: number, y: number, more: Attributes = {}) =>
  tag('text', { x, y, 'font-size': 12, fill: '#0f172a', ...more }, escapeMarkup(text))
/** The words of an arrow, with a white edge that keeps them readable over lines; nothing for none. */
export const label = (text: string, x: number, y: number, more: Attributes = {}) =>
  text &&
  write(text, x, y, {
    'font-size': 11,
    fill: grey,
    stroke: '#fff',
    'stroke-width': 4,
    'paint-order': 'stroke',
    'stroke-linejoin': 'round',
    ...more,
  })

/** A path of right angles with their corners rounded, ending in an arrowhead. */
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
