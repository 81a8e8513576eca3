import { type KindName, kinds } from './kinds'
import { alphabet, networkBuffers, runNetwork } from './network'
import {
  cellInto,
  cellWidth,
  type Grey,
  inputRows,
  inputWidth,
  type Placing,
  type Raster,
  rasterOf,
  rasterRows,
} from './raster'

/** For each cell of a line, the log probability of each letter of the alphabet. */
export type Seen = Float32Array[]

/** The displacement of a line's left, middle and right third, in points of its raster. */
type Shift = { dx: number; dy: number }[]

const furthest = 2

/** A network bound to its weights and buffers. */
export type Network = (raster: Raster, cell: number, dx: number, dy: number) => Float32Array

const likeliest = (answer: Float32Array) => answer.reduce((most, value) => Math.max(most, value))

/** Returns a network with its weights; each call overwrites the last result. */
export const readerNetwork = (weights: Float32Array): Network => {
  const buffers = networkBuffers()
  const cell = new Float32Array(inputWidth * inputRows)
  return (raster, at, dx, dy) => {
    cellInto(raster, at, dx, dy, cell)
    runNetwork(weights, cell, buffers)
    const { answer } = buffers
    const most = likeliest(answer)
    const whole = most + Math.log(answer.reduce((sum, value) => sum + Math.exp(value - most), 0))
    for (let i = 0; i < answer.length; i++) answer[i]! -= whole
    return answer
  }
}

/** Returns the mean log probability of the best letters of some cells. */
export const confidenceOf = (network: Network, raster: Raster, cells: readonly number[], dx = 0, dy = 0): number =>
  cells.reduce((sum, cell) => sum + Math.max(-4, likeliest(network(raster, cell, dx, dy))), 0) / cells.length

/** Returns the log probability of a line's most probable letters. */
export const bestFit = (seen: Seen): number => seen.reduce((sum, answer) => sum + likeliest(answer), 0)

const shiftOf = (network: Network, raster: Raster): Shift =>
  [0, 1, 2].map((third) => {
    const cells = Array.from({ length: 4 }, (_, i) => Math.floor(((third + (i + 0.5) / 4) * raster.cells) / 3))
    let best = { dx: 0, dy: 0 }
    let most = confidenceOf(network, raster, cells)
    for (const name of ['dy', 'dx', 'dy'] as const) {
      const from = best
      for (let by = -furthest; by <= furthest; by++) {
        if (by === from[name]) continue
        const tried = { ...from, [name]: by }
        const sure = confidenceOf(network, raster, cells, tried.dx, tried.dy)
        if (sure > most + 0.002) [best, most] = [tried, sure]
      }
    }
    return best
  })

/** Moves a placing by the shift of its line, interpolated between the middles of the thirds. */
const moved =
  (place: Placing, cells: number, [left, middle, right]: Shift): Placing =>
  (cell, line, out) => {
    const t = Math.max(-1.5, Math.min(1.5, (cell / cells - 0.5) * 3))
    const at = (name: 'dx' | 'dy') => {
      const [l, m, r] = [left![name], middle![name], right![name]]
      return m + t * ((r - l) / 2 + t * ((l + r) / 2 - m))
    }
    place(cell + at('dx') / cellWidth, line + (at('dy') / rasterRows) * 1.03, out)
  }

/** Offsets at which each cell is read. */
const offsets = [
  [0, 0],
  [0, -1],
  [0, 1],
  [-1, 0],
  [1, 0],
] as const

/**
 * Returns a cell's log probabilities as the mean of several offsets, so that a letter that changes with the offset is
 * uncertain: a line placed too low shows `55` for `<<`, which have the same check digit.
 */
const seenAround = (network: Network, raster: Raster, cell: number): Float32Array => {
  const mean = new Float32Array(alphabet.length)
  for (const [dx, dy] of offsets) {
    const answer = network(raster, cell, dx, dy)
    for (let i = 0; i < mean.length; i++) mean[i]! += Math.exp(answer[i]!) / offsets.length
  }
  return mean.map((share) => Math.log(share + 1e-12))
}

const lineAround = (network: Network, raster: Raster): Seen =>
  Array.from({ length: raster.cells }, (_, cell) => seenAround(network, raster, cell))

/** A line with a better `bestFit` is not placed again. */
const clear = -0.002

/** Returns the log probabilities of a line, placed again while it is displaced, at most three times. */
export const lineSeen = (network: Network, picture: Grey, place: Placing, line: number, cells: number): Seen => {
  let laid = place
  let raster = rasterOf(picture, laid, line, cells)
  const seen = lineAround(network, raster)
  if (bestFit(seen) > clear) return seen
  for (let round = 0; round < 3; round++) {
    const shift = shiftOf(network, raster)
    if (shift.every(({ dx, dy }) => !dx && !dy)) return round ? lineAround(network, raster) : seen
    laid = moved(laid, cells, shift)
    raster = rasterOf(picture, laid, line, cells)
  }
  return lineAround(network, raster)
}

/** Lines with correct check digits, and their confidence. */
export type Belief = {
  kind: KindName
  lines: string[]
  /** Probability (0 to 1) of these letters among all that satisfy the check digits. */
  sure: number
  /** Log probability of the letters in the picture; 0 is perfect. */
  fit: number
  /** Number of letters that were not the most probable before the check digits. */
  mended: number
}

type Guess = { text: string; fit: number }

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const digits = '0123456789'
const legal: { readonly [sign: string]: string } = {
  a: `${letters}<`,
  '9': digits,
  '0': `${digits}<`,
  x: 'MF<',
  t: 'ACI',
  '*': alphabet,
}
const indices = new Map(
  [...Object.keys(legal), ...letters].map((sign) => [
    sign,
    [...(legal[sign] ?? sign)].map((letter) => alphabet.indexOf(letter)),
  ]),
)

/** Guesses per part, and the least log probability of a letter relative to the best. */
const mostGuesses = 80
const unlikely = -9

const best = (guesses: Guess[], count: number) => guesses.sort((one, other) => other.fit - one.fit).slice(0, count)

/** Returns the most probable texts of some cells, with or without correct check digits. */
const guessesOf = (seen: Seen, places: string, from: number, to: number): Guess[] => {
  let guesses: Guess[] = [{ text: '', fit: 0 }]
  for (let cell = from; cell < to; cell++) {
    const answer = seen[cell]!
    const options = indices.get(places[cell]!)!
    const most = Math.max(...options.map((i) => answer[i]!))
    const likely = options.filter((i) => answer[i]! >= most + unlikely)
    const next = guesses.flatMap(({ text, fit }) =>
      likely.map((i) => ({ text: text + alphabet[i], fit: fit + answer[i]! })),
    )
    guesses = next.length > mostGuesses ? best(next, mostGuesses) : next
  }
  return guesses
}

/** Returns the most probable lines of a kind with correct check digits, or undefined. */
export const believed = (kind: KindName, seen: readonly Seen[]): Belief | undefined => {
  const { places, parts, holds } = kinds[kind]
  let wholes: { texts: string[]; fit: number }[] = [{ texts: [], fit: 0 }]
  for (const part of parts) {
    const some = guessesOf(seen[part.line]!, places[part.line]!, part.from, part.to).filter(({ text }) =>
      part.holds(text),
    )
    if (!some.length) return
    wholes = wholes
      .flatMap(({ texts, fit }) => best(some, 24).map((one) => ({ texts: [...texts, one.text], fit: fit + one.fit })))
      .sort((one, other) => other.fit - one.fit)
      .slice(0, mostGuesses * 3)
  }
  const whole = wholes
    .map(({ texts, fit }) => ({
      lines: places.map((_, line) => texts.filter((_, i) => parts[i]!.line === line).join('')),
      fit,
    }))
    .filter(({ lines }) => holds(lines))
  const [first] = whole
  if (!first) return
  const sum = whole.reduce((all, { fit }) => all + Math.exp(fit - first.fit), 0)
  const mended = first.lines.reduce(
    (count, text, line) =>
      count +
      [...text].filter((letter, cell) => letter !== likeliestAt(seen[line]![cell]!, places[line]![cell]!)).length,
    0,
  )
  return { kind, lines: first.lines, sure: 1 / sum, fit: first.fit, mended }
}

const likeliestAt = (answer: Float32Array, sign: string) =>
  alphabet[indices.get(sign)!.reduce((most, i) => (answer[i]! > answer[most]! ? i : most))]!
