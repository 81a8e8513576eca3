import type { Flow } from '../../../schema/steps'
import sentences from '../../text/findings.json'
import { speaker } from '../text/speaker'
import { type Arrow, type Box, graphOf, type Lane, lanes } from './graph'

type PlacedBox = Box & { column: number; row: number; x: number; y: number }
type Edge = Arrow & { a: PlacedBox; b: PlacedBox }

const size = { width: 208, height: 54, gap: 42, top: 128, margin: 32, pad: 14, track: 14 }
const tones: Record<Lane, [ground: string, ink: string]> = {
  start: ['#f1f5f9', '#334155'],
  main: ['#ecfeff', '#0e7490'],
  second: ['#eff6ff', '#1d4ed8'],
  third: ['#f5f3ff', '#6d28d9'],
  rest: ['#f0fdf4', '#15803d'],
  off: ['#fafaf9', '#78716c'],
}
const grey = '#475569'

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const widthOf = (text: string, points: number) => text.length * points * 0.54
const tag = (name: string, attributes: Record<string, string | number>, inner = '') =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
    .join('')}>${inner}</${name}>`
const write = (text: string, x: number, y: number, more: Record<string, string | number> = {}) =>
  tag('text', { x, y, 'font-size': 12, fill: '#0f172a', ...more }, escaped(text))
const label = (text: string, x: number, y: number, more: Record<string, string | number> = {}) =>
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
const roundedPath = (points: [number, number][], more: Record<string, string | number> = {}) => {
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

/** Whether an arrow goes straight down to the box below. */
const straight = ({ a, b }: Edge) => a.column === b.column && b.row === a.row + 1
const leftwards = ({ a, b }: Edge) => b.column < a.column
/** The gutters an arrow runs through: beside its source, and beside its target where that is further away. */
const guttersOf = (line: Edge) => {
  const out = leftwards(line) ? line.a.column - 1 : line.a.column
  const into = line.a.column === line.b.column ? out : leftwards(line) ? line.b.column : line.b.column - 1
  return [...new Set([out, into])]
}

const boxOf = ({ x, y, title, path, lane, outside }: PlacedBox) => {
  const [, ink] = tones[lane]
  const middle = x + size.width / 2
  return [
    tag('rect', {
      x,
      y,
      width: size.width,
      height: size.height,
      rx: outside ? size.height / 2 : 8,
      fill: '#fff',
      stroke: ink,
      'stroke-width': outside ? 1 : 1.5,
      ...(outside && { 'stroke-dasharray': '4 3' }),
    }),
    write(title, middle, y + 23, { 'font-size': 14, 'font-weight': 600, 'text-anchor': 'middle' }),
    write(path, middle, y + 41, {
      'font-size': 11,
      fill: ink,
      'text-anchor': 'middle',
      'font-family': 'ui-monospace, Menlo, Consolas, monospace',
    }),
  ].join('')
}

/**
 * Where everything stands: columns by lane, rows by the order of the journey, and in each gutter a track for every
 * target.
 */
const layout = (boxes: Box[], arrows: Arrow[]) => {
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
  const bowed = lines.filter((line) => !straight(line))
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
        .filter((line) => straight(line) && line.a.column === gutter)
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

type Layout = ReturnType<typeof layout>

/** Where on a box's side its bowed arrows leave: below each other, so that each has room for its words. */
const exitAt = (line: Edge, lines: readonly Edge[]) => {
  const fellows = lines.filter(
    (other) => other.a === line.a && !straight(other) && leftwards(other) === leftwards(line),
  )
  return line.a.y + size.height / 2 + (fellows.indexOf(line) - (fellows.length - 1) / 2) * 20 + 6
}

const lineOf = (line: Edge, { lines, trackAt }: Layout, buses: string[]) => {
  const { a, b } = line
  if (straight(line)) {
    const x = a.x + size.width / 2
    return (
      roundedPath([
        [x, a.y + size.height],
        [x, b.y - 2],
      ]) + label(line.label, x + 9, a.y + size.height + size.gap / 2 + 2)
    )
  }
  const left = leftwards(line)
  const side = left ? a.x : a.x + size.width
  const out = exitAt(line, lines)
  const fromRight = a.column === b.column || left
  const into = fromRight ? b.y + 13 : b.y + size.height / 2
  const end = fromRight ? b.x + size.width + 2 : b.x - 2
  const [here, there] = guttersOf(line)
  const x = trackAt(here!, b.key)
  const bus = size.top - 22 - buses.indexOf(b.key) * 10
  const points: [number, number][] =
    there === undefined
      ? [
          [side, out],
          [x, out],
          [x, into],
          [end, into],
        ]
      : [
          [side, out],
          [x, out],
          [x, bus],
          [trackAt(there, b.key), bus],
          [trackAt(there, b.key), into],
          [end, into],
        ]
  return roundedPath(points) + label(line.label, side + (left ? -8 : 8), out - 5, left ? { 'text-anchor': 'end' } : {})
}

/** Where a box of the picture stands, in its pixels. */
export type ChartBox = Pick<Box, 'path' | 'title' | 'lane' | 'outside'> & { x: number; y: number }

/** The picture of a journey, and where each of its boxes stands, so that links can be laid over them. */
export type Chart = {
  svg: string
  width: number
  height: number
  size: { width: number; height: number }
  boxes: ChartBox[]
}

/**
 * The journey as a picture a host can read: a box for each screen, an arrow for each way on, a column for each guest.
 */
export const flowChart = (flow: Flow, words: Record<string, string>): Chart => {
  const { say, ...rest } = speaker({ ...sentences, ...words })
  const { boxes, arrows, guards } = graphOf(flow, { say, ...rest })
  const plan = layout(boxes, arrows)
  const { used, spots, lines, columns, width, bottom } = plan
  const buses = [
    ...new Set(lines.filter((line) => !straight(line) && guttersOf(line).length > 1).map(({ b }) => b.key)),
  ]
  const height = bottom + 56 + (guards.length ? 30 + guards.length * 20 : 0)
  const grounds = used.map((lane, i) => {
    const [ground, ink] = tones[lane]
    return [
      tag('rect', {
        x: columns[i]! - size.pad,
        y: 62,
        width: size.width + 2 * size.pad,
        height: bottom - 62 + size.pad,
        rx: 12,
        fill: ground,
      }),
      write(say(`map.${lane}`), columns[i]! + size.width / 2, 84, {
        'font-size': 13,
        'font-weight': 700,
        fill: ink,
        'text-anchor': 'middle',
      }),
    ].join('')
  })
  const notes = guards.length
    ? [
        write(say('map.guards'), size.margin, bottom + 56, { 'font-weight': 700 }),
        ...guards.map((guard, i) => write(guard, size.margin, bottom + 80 + i * 20, { fill: grey })),
      ]
    : []
  const head = tag(
    'marker',
    {
      id: 'head',
      viewBox: '0 0 8 8',
      refX: 7,
      refY: 4,
      markerWidth: 8,
      markerHeight: 8,
      orient: 'auto',
      markerUnits: 'userSpaceOnUse',
    },
    tag('path', { d: 'M0 0.5L8 4L0 7.5Z', fill: '#64748b' }),
  )
  const svg = tag(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${Math.ceil(width)} ${height}`,
      width: Math.ceil(width),
      height,
      'font-family': 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
      role: 'img',
      'aria-label': say('map.title'),
    },
    [
      tag('defs', {}, head),
      tag('rect', { width: '100%', height: '100%', fill: '#fff' }),
      write(say('map.title'), size.margin - size.pad, 40, { 'font-size': 22, 'font-weight': 700 }),
      ...grounds,
      ...lines.map((line) => lineOf(line, plan, buses)),
      ...spots.map(boxOf),
      ...notes,
    ].join('\n'),
  )
  return {
    svg,
    width: Math.ceil(width),
    height,
    size: { width: size.width, height: size.height },
    boxes: spots.map(({ path, title, lane, outside, x, y }) => ({ path, title, lane, outside, x, y })),
  }
}

/** The picture alone, as a file of its own. */
export const flowMap = (flow: Flow, words: Record<string, string>): string => flowChart(flow, words).svg
