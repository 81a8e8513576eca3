import type { Flow } from '../../../schema/steps'
import { speaker } from '../flow/speaker'
import { escapeMarkup } from '../text/escape'
import { type Box, graphOf, type Lane } from './graph'
import {
  captionColour,
  cutTo,
  type Edge,
  exitAt,
  guttersOf,
  inTwoLines,
  isLeftwards,
  isStraight,
  type Layout,
  label,
  layout,
  type PlacedBox,
  roundedPath,
  size,
  tag,
  textAt,
} from './map-layout'

type Tone = [ground: string, ink: string]

const further: Tone = ['#fff7ed', '#9a3412']
const tones: Partial<Record<Lane, Tone>> = {
  start: ['#f1f5f9', '#334155'],
  main: ['#ecfeff', '#0e7490'],
  second: ['#eff6ff', '#1d4ed8'],
  third: ['#f5f3ff', '#6d28d9'],
  rest: ['#f0fdf4', '#15803d'],
  off: ['#fafaf9', '#78716c'],
}

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

const lineHeights = { 1: { titles: [25], path: 43 }, 2: { titles: [19, 35], path: 50 } }

const boxOf = ({ x, y, title, path, lane, outside }: PlacedBox) => {
  const [, ink] = tones[lane] ?? further
  const middle = x + size.width / 2
  const room = size.width - (outside ? 28 : 12)
  const titles = inTwoLines(title, room, 14)
  const at = lineHeights[titles.length as 1 | 2]
  return [
    tag('title', {}, escapeMarkup(`${title} ${path}`)),
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
    ...titles.map((line, i) =>
      textAt(line, middle, y + at.titles[i]!, { 'font-size': 14, 'font-weight': 600, 'text-anchor': 'middle' }),
    ),
    textAt(cutTo(path, room, 11, 'code'), middle, y + at.path, {
      'font-size': 11,
      fill: ink,
      'text-anchor': 'middle',
      'font-family': 'ui-monospace, Menlo, Consolas, monospace',
    }),
  ]
}

const groundOf = (lane: Lane, name: string, x: number, bottom: number) => {
  const [ground, ink] = tones[lane] ?? further
  return [
    tag('rect', {
      x: x - size.pad,
      y: 62,
      width: size.width + 2 * size.pad,
      height: bottom - 62 + size.pad,
      rx: 12,
      fill: ground,
    }),
    textAt(cutTo(name, size.width + 2 * size.pad, 13), x + size.width / 2, 84, {
      'font-size': 13,
      'font-weight': 700,
      fill: ink,
      'text-anchor': 'middle',
    }),
  ].join('')
}

const lineOf = (line: Edge, { lines, trackAt }: Layout, buses: string[]) => {
  const { a, b } = line
  if (isStraight(line)) {
    const x = a.x + size.width / 2
    return (
      roundedPath([
        [x, a.y + size.height],
        [x, b.y - 2],
      ]) + label(line.label, x + 9, a.y + size.height + size.gap / 2 + 2)
    )
  }
  const left = isLeftwards(line)
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

type ChartBox = Pick<Box, 'path' | 'title' | 'lane' | 'outside'> & { x: number; y: number }

/** The picture, and its boxes so that links can be laid over them. */
type Chart = {
  svg: string
  width: number
  height: number
  size: { width: number; height: number }
  boxes: ChartBox[]
}

/** Returns the journey as a picture: a box for each screen, an arrow for each arm, a column for each guest. */
export const flowChart = (flow: Flow, words: Record<string, string>): Chart => {
  const speak = speaker(words)
  const { say } = speak
  const { boxes, arrows, guards } = graphOf(flow, speak)
  const plan = layout(boxes, arrows)
  const { used, spots, lines, columns, width, bottom } = plan
  const buses = [
    ...new Set(lines.filter((line) => !isStraight(line) && guttersOf(line).length > 1).map(({ b }) => b.key)),
  ]
  const height = bottom + 56 + (guards.length ? 30 + guards.length * 20 : 0)
  const notes = guards.length
    ? [
        textAt(say('map.guards'), size.margin, bottom + 56, { 'font-weight': 700 }),
        ...guards.map((guard, i) => textAt(guard, size.margin, bottom + 80 + i * 20, { fill: captionColour })),
      ]
    : []
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
      textAt(say('map.title'), size.margin - size.pad, 40, { 'font-size': 22, 'font-weight': 700 }),
      ...used.map((lane, i) => groundOf(lane, say(`map.${lane}`), columns[i]!, bottom)),
      ...lines.map((line) => lineOf(line, plan, buses)),
      ...spots.map((spot) => tag('g', { class: 'box' }, boxOf(spot).join(''))),
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

/** Returns the picture as an SVG file. */
export const flowMap = (flow: Flow, words: Record<string, string>): string => flowChart(flow, words).svg
