import { alphabet, think, thoughts } from './network'
import type { Grey } from './picture'
import { cellInto, cellWidth, inputRows, inputWidth, type Placing, type Raster, rasterOf, rasterRows } from './raster'

/** For every cell of one line the logarithm of how likely each letter of the alphabet stands there. */
export type Seen = Float32Array[]

/** How far a line lies off where it was laid, in points of its raster, in its left, middle and right third. */
type Shift = { dx: number; dy: number }[]

const furthest = 2

/** A network with room to think. */
export type Eye = (raster: Raster, cell: number, dx: number, dy: number) => Float32Array

/** Returns what looks at cells with some weights; its answer is used again at the next look. */
export const eyeOf = (weights: Float32Array): Eye => {
  const mind = thoughts()
  const cell = new Float32Array(inputWidth * inputRows)
  return (raster, at, dx, dy) => {
    cellInto(raster, at, dx, dy, cell)
    think(weights, cell, mind)
    const { answer } = mind
    let most = answer[0]!
    for (let i = 1; i < answer.length; i++) if (answer[i]! > most) most = answer[i]!
    let sum = 0
    for (let i = 0; i < answer.length; i++) sum += Math.exp(answer[i]! - most)
    const whole = most + Math.log(sum)
    for (let i = 0; i < answer.length; i++) answer[i]! -= whole
    return answer
  }
}

const likeliest = (answer: Float32Array) => {
  let most = answer[0]!
  for (let i = 1; i < alphabet.length; i++) if (answer[i]! > most) most = answer[i]!
  return most
}

/** Returns how sure the eye is of some cells of a line, as the mean logarithm of its best answers. */
export const sureness = (eye: Eye, raster: Raster, cells: readonly number[], dx = 0, dy = 0): number =>
  cells.reduce((sum, cell) => sum + Math.max(-4, likeliest(eye(raster, cell, dx, dy))), 0) / cells.length

/** Returns the logarithm of how likely the letters of a line can be at the very best. */
export const bestFit = (seen: Seen): number => seen.reduce((sum, answer) => sum + likeliest(answer), 0)

/** Looks where each third of a line lies. */
const shiftOf = (eye: Eye, raster: Raster): Shift =>
  [0, 1, 2].map((third) => {
    const cells = Array.from({ length: 4 }, (_, i) => Math.floor(((third + (i + 0.5) / 4) * raster.cells) / 3))
    let best = { dx: 0, dy: 0 }
    let most = sureness(eye, raster, cells)
    for (const name of ['dy', 'dx', 'dy'] as const) {
      const from = best
      for (let by = -furthest; by <= furthest; by++) {
        if (by === from[name]) continue
        const tried = { ...from, [name]: by }
        const sure = sureness(eye, raster, cells, tried.dx, tried.dy)
        if (sure > most + 0.002) [best, most] = [tried, sure]
      }
    }
    return best
  })

/** A place moved as the shift of its line says, bent evenly through the middles of its thirds. */
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

/** Where a cell is looked at: where it was laid, and a little higher, lower, to the left and to the right. */
const glances = [
  [0, 0],
  [0, -1],
  [0, 1],
  [-1, 0],
  [1, 0],
] as const

/**
 * Returns what a cell may be, as the mean of glances around it. A letter that turns into another one when it is looked
 * at a point lower is not sure: a line laid too low shows `55` for `<<`, and no check digit tells them apart.
 */
const seenAround = (eye: Eye, raster: Raster, cell: number): Float32Array => {
  const mean = new Float32Array(alphabet.length)
  for (const [dx, dy] of glances) {
    const answer = eye(raster, cell, dx, dy)
    for (let i = 0; i < mean.length; i++) mean[i]! += Math.exp(answer[i]!) / glances.length
  }
  return mean.map((share) => Math.log(share + 1e-12))
}

const lineAround = (eye: Eye, raster: Raster): Seen =>
  Array.from({ length: raster.cells }, (_, cell) => seenAround(eye, raster, cell))

/** Above this best fit a line needs no better laying. */
const clear = -0.002

/** Returns what each cell of a line may be, laid straight once more where it lay off. */
export const lineSeen = (eye: Eye, picture: Grey, place: Placing, line: number, cells: number): Seen => {
  let laid = place
  let raster = rasterOf(picture, laid, line, cells)
  const seen = lineAround(eye, raster)
  if (bestFit(seen) > clear) return seen
  for (let round = 0; round < 3; round++) {
    const shift = shiftOf(eye, raster)
    if (shift.every(({ dx, dy }) => !dx && !dy)) return round ? lineAround(eye, raster) : seen
    laid = moved(laid, cells, shift)
    raster = rasterOf(picture, laid, line, cells)
  }
  return lineAround(eye, raster)
}
