import { type KindName, kinds } from '../../src/core/reader/kinds'
import { alphabet } from '../../src/core/reader/network'
import { halved, type Placing, rasterOf } from '../../src/core/reader/raster'
import { linePitch, pitch } from './letters'
import { trainingLevels } from './levels'
import { type Drawn, zonePicture } from './pictures'
import { type Random, randomOf } from './random'

/** A line laid straight nearly where it lies, and its letters as numbers of the alphabet. */
export type Example = { raster: ReturnType<typeof rasterOf>; letters: Uint8Array }

/** Returns the lines of one drawn zone, each laid as far off as the reader may lay it. */
const examplesOf = (random: Random, drawn: Drawn): Example[] => {
  const { lines, place } = drawn
  const [ax, ay] = place(0, linePitch)
  const [bx, by] = place(pitch * 10, linePitch)
  const picture = Math.hypot(bx - ax, by - ay) > 250 ? halved(drawn) : drawn
  const scale = picture === drawn ? 1 : 0.5
  const off = { x: random.normal() * 0.03, y: random.normal() * 0.025, across: random.normal() * 0.0006 }
  const bow = { x: random.normal() * 0.02, y: random.normal() * 0.03, tilt: random.normal() * 0.03 }
  const stretch = 1 + random.normal() * 0.02
  return lines.map((text, row) => {
    const laid: Placing = (cell, line, out) => {
      const t = cell / text.length - 0.5
      const u = cell + off.x + cell * off.across + bow.x * (4 * t * t - 0.5)
      const v = row + 0.5 + (line - row - 0.5) * stretch + off.y + bow.y * (4 * t * t - 0.5) + bow.tilt * t
      const [x, y] = place(u * pitch, v * linePitch)
      out[0] = x * scale
      out[1] = y * scale
    }
    const letters = Uint8Array.from(text, (letter) => alphabet.indexOf(letter))
    return { raster: rasterOf(picture, laid, row, text.length), letters }
  })
}

const names = Object.keys(kinds) as KindName[]

/** Returns the lines of so many zones of a seed, all distortions but the unseen ones. */
export function* examples(seed: number, zones: number): Generator<Example> {
  for (let i = 0; i < zones; i++) {
    const random = randomOf(seed + i)
    const levels = trainingLevels(random)
    // A larger picture of a zone teaches nothing that a smaller one does not.
    levels.small = Math.max(1, levels.small)
    yield* examplesOf(random, zonePicture(random, random.pick(names), levels))
  }
}
