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

/** Returns the log probabilities of a line, placed a second time if the first was displaced. */
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
