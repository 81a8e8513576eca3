import { inputRows, inputWidth } from './raster'

/** Letters of the zone in the order of the network's answers. */
export const alphabet = '<0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Two foldings and two full layers. The first looks at 5 × 5 points, the second at 3 × 3, both in steps of two. */
export const shape = { first: 8, second: 24, hidden: 48, answers: alphabet.length }
const { first, second, hidden, answers } = shape
export const halfWidth = inputWidth / 2
export const halfRows = inputRows / 2
export const flat = second * (halfWidth / 2) * (halfRows / 2)

/** The rows of weights of each layer: how many, and how long; the last of each row is its constant. */
export const layers = [
  [first, 26],
  [second, first * 9 + 1],
  [hidden, flat + 1],
  [answers, hidden + 1],
] as const

/** Where each layer begins among all weights. */
export const starts = layers.map((_, i) => layers.slice(0, i).reduce((sum, [rows, long]) => sum + rows * long, 0))
export const weightCount = layers.reduce((sum, [rows, long]) => sum + rows * long, 0)

/**
 * Returns the weights of a stored file: for each row a 32-bit scale and constant, then its weights as signed bytes.
 * @param bytes As `npm run reader` writes them.
 */
export const weightsOf = (bytes: Uint8Array): Float32Array => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const weights = new Float32Array(weightCount)
  let from = 0
  let to = 0
  for (const [rows, long] of layers)
    for (let row = 0; row < rows; row++) {
      const scale = view.getFloat32(from, true)
      for (let i = 0; i < long - 1; i++) weights[to++] = view.getInt8(from + 8 + i) * scale
      weights[to++] = view.getFloat32(from + 4, true)
      from += 7 + long
    }
  return weights
}

/** What a network makes of one cell on the way to its answer. */
export type Thoughts = {
  padded: Float32Array
  one: Float32Array
  two: Float32Array
  three: Float32Array
  answer: Float32Array
}
const paddedWidth = inputWidth + 4
const onePadded = (halfWidth + 2) * (halfRows + 2)

/** Returns room for a network's thoughts, used again for every cell. */
export const thoughts = (): Thoughts => ({
  padded: new Float32Array(paddedWidth * (inputRows + 4)),
  one: new Float32Array(first * onePadded),
  two: new Float32Array(flat),
  three: new Float32Array(hidden),
  answer: new Float32Array(answers),
})

/** Writes how likely each letter is, as unscaled logarithms, into `thoughts.answer`. */
export const think = (weights: Float32Array, cell: Float32Array, mind: Thoughts): void => {
  const { padded, one, two, three, answer } = mind
  for (let y = 0; y < inputRows; y++)
    for (let x = 0; x < inputWidth; x++) padded[(y + 2) * paddedWidth + x + 2] = cell[y * inputWidth + x]!
  for (let c = 0; c < first; c++) {
    const w = c * 26
    for (let y = 0; y < halfRows; y++)
      for (let x = 0; x < halfWidth; x++) {
        let sum = weights[w + 25]!
        for (let j = 0, p = 2 * y * paddedWidth + 2 * x, k = w; j < 5; j++, p += paddedWidth - 5)
          for (let i = 0; i < 5; i++) sum += weights[k++]! * padded[p++]!
        one[c * onePadded + (y + 1) * (halfWidth + 2) + x + 1] = Math.max(0, sum)
      }
  }
  for (let c = 0; c < second; c++) {
    const w = starts[1]! + c * (first * 9 + 1)
    for (let y = 0; y < halfRows / 2; y++)
      for (let x = 0; x < halfWidth / 2; x++) {
        let sum = weights[w + first * 9]!
        for (let f = 0, k = w; f < first; f++)
          for (let j = 0, p = f * onePadded + 2 * y * (halfWidth + 2) + 2 * x; j < 3; j++, p += halfWidth - 1)
            for (let i = 0; i < 3; i++) sum += weights[k++]! * one[p++]!
        two[c * (flat / second) + y * (halfWidth / 2) + x] = Math.max(0, sum)
      }
  }
  full(weights, starts[2]!, two, three, true)
  full(weights, starts[3]!, three, answer, false)
}

const full = (weights: Float32Array, start: number, from: Float32Array, to: Float32Array, isRectified: boolean) => {
  const long = from.length
  for (let row = 0, k = start; row < to.length; row++, k += long + 1) {
    let sum = weights[k + long]!
    for (let i = 0; i < long; i++) sum += weights[k + i]! * from[i]!
    to[row] = isRectified && sum < 0 ? 0 : sum
  }
}
