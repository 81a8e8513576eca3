import { escapeMarkup } from '../text/escape'
import { type Arrow, type Box, lanes } from './graph'

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

/** The greatest mean width of letters in the fonts a browser may use, as a share of their height. */
const letterWidths = { words: 0.62, code: 0.61 }

/** Returns the greatest width of a text in pixels: without a browser no text can be measured. */
export const widthOf = (text: string, points: number, kind: keyof typeof letterWidths = 'words') =>
  text.length * points * letterWidths[kind]

/** Returns a text cut to `room` pixels, with an ellipsis. */
export const cutTo = (text: string, room: number, points: number, kind: keyof typeof letterWidths = 'words') => {
  const most = Math.floor(room / (points * letterWidths[kind]))
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
export const roundedPath = (points: [number, number][]) => {
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
  })
}

/** A box with its column, row and upper left corner in pixels. */
export type PlacedBox = Box & { column: number; row: number; x: number; y: number }

export type Edge = Arrow & { a: PlacedBox; b: PlacedBox }

/** The measures of the picture, in pixels. */
export const size = { width: 208, height: 58, gap: 42, top: 128, margin: 32, pad: 14, track: 14 }

/** Returns whether an arrow goes to the box below. */
export const isStraight = ({ a, b }: Edge) => a.column === b.column && b.row === a.row + 1

/** Returns whether an arrow leads to an earlier column. */
export const isLeftwards = ({ a, b }: Edge) => b.column < a.column

/** Returns the gutters of an arrow: beside its source, and beside a distant target. */
export const guttersOf = (line: Edge) => {
  const out = isLeftwards(line) ? line.a.column - 1 : line.a.column
  const into = line.a.column === line.b.column ? out : isLeftwards(line) ? line.b.column : line.b.column - 1
  return [...new Set([out, into])]
}

/** Returns the positions: columns by lane, rows by journey, and a track for each target in a gutter. */
export const layout = (boxes: Box[], arrows: Arrow[]) => {
  const used = lanes.filter((lane) => boxes.some((box) => box.lane === lane))
  const spots = new Map<string, PlacedBox>()
  used.forEach((lane, column) =>
    boxes
      .filter((box) => box.lane === lane)
      .forEach((box, row) =>
        spots.set(box.key, { ...box, column, row, x: 0, y: size.top + row * (size.height + size.gap) }),
      ),
  )
  const lines = arrows.map((arrow): Edge => ({ ...arrow, a: spots.get(arrow.from)!, b: spots.get(arrow.to)! }))
  const bowed = lines.filter((line) => !isStraight(line))
  const gutters = used.map((_, gutter) => {
    const through = bowed.filter((line) => guttersOf(line).includes(gutter))
    const inner = (line: Edge) => line.b.column === gutter && line.a.column === gutter
    const keys = [
      ...new Set([...through.filter(inner), ...through.filter((line) => !inner(line))].map(({ b }) => b.key)),
    ]
    const words = Math.max(
      24,
      ...through.filter((line) => guttersOf(line)[0] === gutter).map((line) => widthOf(line.label, 11) + 18),
    )
    const below = Math.max(
      0,
      ...lines
        .filter((line) => isStraight(line) && line.a.column === gutter)
        .map((line) => widthOf(line.label, 11) + 14 - size.width / 2),
    )
    return { keys, words: Math.max(words, below), wide: Math.max(words, below) + keys.length * size.track + 30 }
  })
  const columns = used.map(
    (_, i) => size.margin + i * size.width + gutters.slice(0, i).reduce((sum, { wide }) => sum + wide, 0),
  )
  for (const spot of spots.values()) spot.x = columns[spot.column]!
  const trackAt = (gutter: number, key: string) =>
    columns[gutter]! + size.width + gutters[gutter]!.words + (gutters[gutter]!.keys.indexOf(key) + 0.5) * size.track
  const width = columns.at(-1)! + size.width + (gutters.at(-1)!.keys.length ? gutters.at(-1)!.wide : 0) + size.margin
  const bottom = Math.max(...[...spots.values()].map(({ y }) => y)) + size.height
  return { used, spots: [...spots.values()], lines, columns, trackAt, width, bottom }
}

export type Layout = ReturnType<typeof layout>

/** Returns the y at which an arrow leaves its box: 20 pixels below the one before, for its words. */
export const exitAt = (line: Edge, lines: readonly Edge[]) => {
  const siblings = lines.filter(
    (other) => other.a === line.a && !isStraight(other) && isLeftwards(other) === isLeftwards(line),
  )
  return line.a.y + size.height / 2 + (siblings.indexOf(line) - (siblings.length - 1) / 2) * 20 + 6
}
