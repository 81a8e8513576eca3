/** A picture in grey: a byte a pixel, 0 is black, row by row from the top left. */
export type GreyPicture = { width: number; height: number; pixels: ArrayLike<number> }

/** The signs of Code 39 (ISO/IEC 16388): the widths of nine elements, bar first; `w` is wide. */
const signs = new Map(
  (
    'nnnwwnwnn0 wnnwnnnnw1 nnwwnnnnw2 wnwwnnnnn3 nnnwwnnnw4 wnnwwnnnn5 nnwwwnnnn6 nnnwnnwnw7 wnnwnnwnn8 nnwwnnwnn9 ' +
    'wnnnnwnnwA nnwnnwnnwB wnwnnwnnnC nnnnwwnnwD wnnnwwnnnE nnwnwwnnnF nnnnnwwnwG wnnnnwwnnH nnwnnwwnnI nnnnwwwnnJ ' +
    'wnnnnnnwwK nnwnnnnwwL wnwnnnnwnM nnnnwnnwwN wnnnwnnwnO nnwnwnnwnP nnnnnnwwwQ wnnnnnwwnR nnwnnnwwnS nnnnwnwwnT ' +
    'wwnnnnnnwU nwwnnnnnwV wwwnnnnnnW nwnnwnnnwX wwnnwnnnnY nwwnwnnnnZ nwnnwnwnn*'
  )
    .split(' ')
    .map((row) => [row.slice(0, 9), row[9]!] as const),
)

/** Returns the widths, in modules, of the bars and spaces of a text between two stop signs. */
export const code39 = (text: string, wide = 2.5): number[] => {
  const byName = new Map([...signs].map(([widths, name]) => [name, widths]))
  return [...`*${text}*`].flatMap((name, i) => [
    ...(i ? [1] : []),
    ...[...byName.get(name)!].map((width) => (width === 'w' ? wide : 1)),
  ])
}

const elements = 9
const pitch = 10

/** How much wider the narrowest wide element must be than the widest narrow one. */
const leastRatio = 1.25

const bit = (element: number) => 1 << element

const byWide = new Map(
  [...signs].map(([widths, name]) => [
    [...widths].reduce((bits, one, i) => bits | (one === 'w' ? bit(i) : 0), 0),
    name,
  ]),
)

/** Returns the widest bar (`first` 0) or space (1) of nine widths from `at` on, without those of the bits `but`. */
const widestOf = (runs: readonly number[], at: number, first: 0 | 1, but = 0) => {
  let widest = -1
  for (let i = first; i < elements; i += 2)
    if (!(but & bit(i)) && (widest < 0 || runs[at + i]! > runs[at + widest]!)) widest = i
  return widest
}

/** Returns the sign of nine widths from `at` on: two wide bars, one wide space; undefined if they are not clear. */
const signAt = (runs: readonly number[], at: number): string | undefined => {
  // Without lists: a line has hundreds of places to try, and a picture hundreds of lines.
  const bar = widestOf(runs, at, 0)
  const second = widestOf(runs, at, 0, bit(bar))
  const space = widestOf(runs, at, 1)
  const isClear = (wide: number, narrow: number) => runs[at + wide]! >= runs[at + narrow]! * leastRatio
  if (!isClear(second, widestOf(runs, at, 0, bit(bar) | bit(second)))) return undefined
  return isClear(space, widestOf(runs, at, 1, bit(space))) ? byWide.get(bit(bar) | bit(second) | bit(space)) : undefined
}

const widthOf = (runs: readonly number[], at: number) => {
  let width = 0
  for (let i = at; i < at + elements; i++) width += runs[i]!
  return width
}

/** Returns the text between a start and a stop sign in runs that begin with a bar; undefined without both. */
const textFrom = (runs: readonly number[], start: number): string | undefined => {
  if (start + elements > runs.length || signAt(runs, start) !== '*') return undefined
  const width = widthOf(runs, start)
  let text = ''
  for (let at = start + pitch; at + elements <= runs.length; at += pitch) {
    const ratio = widthOf(runs, at) / width
    const sign = ratio > 0.7 && ratio < 1.4 ? signAt(runs, at) : undefined
    if (sign === undefined) return undefined
    if (sign === '*') return text
    text += sign
  }
  return undefined
}

/** The least difference of grey that is an edge: in a pale picture, and in one with much noise. */
const leastEdges = [20, 50]

/** Returns the widths of the runs of a line, the first a bar; an edge is halfway between its sides. */
const runsOf = (line: readonly number[], leastEdge: number): number[] => {
  const extremes: number[] = []
  let direction = 0
  let best = 0
  for (let i = 1; i < line.length; i++) {
    const change = line[i]! - line[best]!
    if (direction === 0) {
      if (Math.abs(change) >= leastEdge) {
        direction = Math.sign(change)
        extremes.push(best)
        best = i
      }
    } else if (change * direction > 0) best = i
    else if (-change * direction >= leastEdge) {
      extremes.push(best)
      best = i
      direction = -direction
    }
  }
  extremes.push(best)
  const edges = extremes.slice(1).map((to, i) => {
    const from = extremes[i]!
    const half = (line[from]! + line[to]!) / 2
    let at = from + 1
    while (line[at]! < half === line[from]! < half) at++
    const [before, after] = [line[at - 1]!, line[at]!]
    return at - 1 + (half - before) / (after - before)
  })
  const runs = edges.slice(1).map((edge, i) => edge - edges[i]!)
  const isLightFirst = extremes.length > 1 && line[extremes[0]!]! < line[extremes[1]!]!
  return isLightFirst ? runs.slice(1) : runs
}

/** Returns every text of Code 39 on a line, read from either end. */
const textsOn = (line: readonly number[]): string[] => {
  const found: string[] = []
  const waysToRead = leastEdges.flatMap((leastEdge) => {
    const runs = runsOf(line, leastEdge)
    return [[runs, 0] as const, [[...runs].reverse(), runs.length % 2 ? 0 : 1] as const]
  })
  for (const [all, first] of waysToRead)
    for (let at = first; at + 2 * pitch < all.length; at += 2) {
      const text = textFrom(all, at)
      if (text) found.push(text)
    }
  return found
}

/** Offsets along the bars, in pixels: a grey of a line is the mean of the greys at them. */
const beside = [-3, -1.5, 0, 1.5, 3]

const lineThrough = ({ width, height, pixels }: GreyPicture, angle: number, offset: number): number[] => {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const shifts = beside.map((away) => ({ down: away * cos, left: away * sin }))
  const reach = Math.hypot(width, height) / 2
  const line: number[] = []
  for (let t = -reach; t <= reach; t++) {
    const x = width / 2 + t * cos - offset * sin
    const y = height / 2 + t * sin + offset * cos
    if (x < 4 || y < 4 || x > width - 5 || y > height - 5) continue
    let sum = 0
    for (const { down, left } of shifts) sum += pixels[Math.round(y + down) * width + Math.round(x - left)]!
    line.push(sum / beside.length)
  }
  return line
}

/** The angles to try, in degrees, the likeliest first: a bar code is some ten times as wide as high. */
const angles = [
  0, 90, 4, -4, 94, 86, 8, -8, 98, 82, 12, -12, 16, -16, 20, -20, 102, 78, 106, 74, 25, -25, 110, 70, 30, -30,
]

/**
 * Returns the text of a Code 39 in a picture that `isGood` accepts and two lines have, at any of the four sides up and
 * turned by up to thirty degrees; undefined if there is none. It has no error correction, so one line alone is not
 * believed.
 */
export const readCode39 = (picture: GreyPicture, isGood: (text: string) => boolean): string | undefined => {
  const seen = new Set<string>()
  const step = Math.max(3, Math.round(Math.min(picture.width, picture.height) / 60))
  for (const degrees of angles) {
    const angle = (degrees * Math.PI) / 180
    const across = degrees % 180 > 45 && degrees % 180 < 135 ? picture.width : picture.height
    for (let offset = 0; offset < across / 2; offset += step)
      for (const side of offset ? [offset, -offset] : [0])
        for (const text of textsOn(lineThrough(picture, angle, side)).filter(isGood)) {
          if (seen.has(text)) return text
          seen.add(text)
        }
  }
  return undefined
}
