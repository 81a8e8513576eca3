import { alphabet, think, thoughts } from './network'
import type { Grey } from './picture'
import { cellInto, cellWidth, inputRows, inputWidth, type Placing, type Raster, rasterOf, rasterRows } from './raster'

/** For every cell of one line the logarithm of how likely each letter of the alphabet stands there. */
export type Seen = Float32Array[]

/** How far a line lies off where it was laid, in points of its raster, in its left and right half. */
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

/** Looks where each half of a line lies. */
const shiftOf = (eye: Eye, raster: Raster): Shift =>
  [0, 1].map((half) => {
    const from = Math.floor((half * raster.cells) / 2)
    const cells = Array.from({ length: 5 }, (_, i) => from + Math.floor(((i + 0.5) * raster.cells) / 10))
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

/** A place moved as the shift of its line says, evenly from half to half. */
const moved =
  (place: Placing, cells: number, [left, right]: Shift): Placing =>
  (cell, line, out) => {
    const t = Math.max(-0.5, Math.min(1.5, (cell / cells - 0.25) * 2))
    const dx = left!.dx + (right!.dx - left!.dx) * t
    const dy = left!.dy + (right!.dy - left!.dy) * t
    place(cell + dx / cellWidth, line + (dy / rasterRows) * 1.03, out)
  }

/** Returns what each cell of a line may be, laid straight once more where it lay off. */
export const lineSeen = (eye: Eye, picture: Grey, place: Placing, line: number, cells: number): Seen => {
  let laid = place
  let raster = rasterOf(picture, laid, line, cells)
  for (let round = 0; round < 3; round++) {
    const shift = shiftOf(eye, raster)
    if (shift.every(({ dx, dy }) => !dx && !dy)) break
    laid = moved(laid, cells, shift)
    raster = rasterOf(picture, laid, line, cells)
  }
  return Array.from({ length: cells }, (_, cell) => Float32Array.from(eye(raster, cell, 0, 0)))
}
