import type { KindName } from './kinds'
import { type Cells, cellsIn, edgeOf, type LinePositions, lineAt, linesIn } from './lines'
import { type Grey, type Placing, rasterOf, turned, turnedBack } from './raster'
import { type Band, bandsIn, type Strip, sizesOf, stripOf } from './strip'
import {
  type Belief,
  believed,
  bestFit,
  confidenceOf,
  lineSeen,
  type Network,
  readerNetwork,
  type Seen,
} from './zone-letters'

/** A believed zone and its place; or none, with whether a zone was `seen` and the best doubtful reading. */
export type Reading = { belief: Belief; place: Placing } | { seen: boolean; doubted?: Belief | undefined }

/** Limits for a believed zone (`mended` is a maximum), chosen by `npm run reader` on separate pictures. */
export const trust = { sure: 0.998, fit: -8, mended: 1 }

const layouts = [
  [3, 30, ['TD1']],
  [2, 44, ['TD3']],
  [2, 36, ['TD2', 'FRA']],
] as const satisfies [lines: 2 | 3, cells: number, kinds: KindName[]][]

const isTrusted = ({ sure, fit, mended }: Belief) => sure >= trust.sure && fit >= trust.fit && mended <= trust.mended

const placeOf = (strip: Strip, lines: LinePositions, cells: Cells): Placing => {
  const middle = (lines.count - 1) / 2
  return (cell, line, out) => {
    const x = edgeOf(cells, cell, line - 0.5 - middle)
    strip.back(x, lineAt(lines, line - 0.5, (2 * x) / strip.width - 1), out)
  }
}

const upsideDown =
  (place: Placing, lines: number, cells: number): Placing =>
  (cell, line, out) =>
    place(cells - cell, lines - line, out)

/** Chooses the size of the picture in which a cell is 11 to 22 points wide. */
const sized = (sizes: readonly Grey[], place: Placing): { picture: Grey; place: Placing } => {
  const [a, b] = [new Float64Array(2), new Float64Array(2)]
  place(0, 0.5, a)
  place(10, 0.5, b)
  const cell = Math.hypot(b[0]! - a[0]!, b[1]! - a[1]!) / 10
  const level = Math.max(0, Math.min(sizes.length - 1, Math.floor(Math.log2(cell / 11))))
  const picture = sizes[level]!
  return {
    picture,
    place: (cell, line, out) => {
      place(cell, line, out)
      out[0]! /= 2 ** level
      out[1]! /= 2 ** level
    },
  }
}

const sample = [0, 0.09, 0.17, 0.31, 0.42, 0.55, 0.66, 0.78, 0.86, 0.999]

/** Reads one layout: finds out which way up it is, then reads every cell. */
const readLaid = (network: Network, sizes: readonly Grey[], laid: Placing, count: number, long: number) => {
  const cells = sample.map((share) => Math.floor(share * long))
  const [up, over] = [laid, upsideDown(laid, count, long)].map((one) => {
    const { picture, place } = sized(sizes, one)
    return { picture, place, whole: one, sure: confidenceOf(network, rasterOf(picture, place, 0, long), cells) }
  }) as [Way, Way]
  const way = up.sure > over.sure ? up : over
  const seen = way.sure > clear.letters ? linesSeen(network, way, count, long) : undefined
  return { seen, place: way.whole }
}
type Way = { picture: Grey; place: Placing; whole: Placing; sure: number }

/** A reading with a `fit` down to this below `trust.fit` is returned as `doubted`. */
const doubtful = 6

/** Reads line after line; stops when the zone can no longer be believed. */
const linesSeen = (network: Network, { picture, place }: Way, count: number, long: number): Seen[] => {
  const seen: Seen[] = []
  for (let line = 0, fit = 0; line < count && fit > trust.fit - doubtful; line++) {
    seen.push(lineSeen(network, picture, place, line, long))
    fit += bestFit(seen[line]!)
  }
  return seen
}

const clear = { lines: 0.15, cells: 0.55, letters: -0.35 }

const layoutsIn = (strip: Strip) => {
  const [two, three] = [linesIn(strip, 2), linesIn(strip, 3)]
  return layouts
    .flatMap(([count, long, names]) => {
      const { lines, score } = count === 2 ? two : three
      return score < clear.lines ? [] : [{ count, long, names, lines, ...cellsIn(strip, lines, long) }]
    })
    .filter(({ score }) => score > clear.cells)
    .sort((one, other) => other.score - one.score)
}

const readBand = (network: Network, sizes: readonly Grey[], band: Band, isLate: () => boolean): Reading => {
  const strip = stripOf(sizes, band)
  let doubted: Belief | undefined
  let seen = false
  for (const { count, long, names, lines, cells } of layoutsIn(strip)) {
    if (isLate()) break
    const read = readLaid(network, sizes, placeOf(strip, lines, cells), count, long)
    if (!read.seen) continue
    seen = true
    for (const kind of read.seen.length < count ? [] : names) {
      const belief = believed(kind, read.seen)
      if (belief && isTrusted(belief)) return { belief, place: read.place }
      doubted ??= belief
    }
  }
  return { seen, doubted }
}

const longest = ({ width, height }: Grey) => Math.max(width, height)

/** Reads a zone along the rows, upright or upside down. */
const readLevel = (network: Network, picture: Grey, isLate: () => boolean): Reading => {
  const sizes = sizesOf(picture)
  let [seen, tries] = [false, 0]
  let doubted: Belief | undefined
  for (const most of [700, 1400]) {
    const level = sizes.findIndex((size) => longest(size) <= most)
    if (level < 0 || (most > 700 && longest(picture) <= 700)) continue
    for (const band of bandsIn(sizes[level]!)) {
      if (isLate()) return { seen, doubted }
      const scale = 2 ** level
      const { x, y, long } = band
      const read = readBand(network, sizes, { ...band, x: x * scale, y: y * scale, long: long * scale }, isLate)
      if ('belief' in read) return read
      seen ||= read.seen
      doubted ??= read.doubted
      // Further bands would not be clearer than the zone already seen.
      if (read.seen && ++tries >= 2) return { seen, doubted }
    }
  }
  return { seen, doubted }
}

/**
 * Reads the machine-readable zone anywhere in a picture, in any of four directions.
 * @param weights As `weightsOf` gives them. @param isLate Whether to give up.
 */
export const readZone = (weights: Float32Array, picture: Grey, isLate: () => boolean = () => false): Reading => {
  const network = readerNetwork(weights)
  const level = readLevel(network, picture, isLate)
  if ('belief' in level || level.seen) return level
  const upright = readLevel(network, turned(picture), isLate)
  return 'belief' in upright
    ? { ...upright, place: turnedBack(upright.place, picture.width) }
    : { seen: level.seen || upright.seen, doubted: upright.doubted }
}
