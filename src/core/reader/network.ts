import { inputRows, inputWidth } from './raster'

/** Letters of the zone in the order of the network's outputs. */
export const alphabet = '<0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Two convolutions (5 × 5 and 3 × 3, stride 2) and two full layers. */
export const shape = { first: 8, second: 24, hidden: 48, answers: alphabet.length }
const { first, second, hidden, answers } = shape
export const halfWidth = inputWidth / 2
export const halfRows = inputRows / 2
export const flat = second * (halfWidth / 2) * (halfRows / 2)

/** Number and length of each layer's rows of weights; the last weight of a row is its bias. */
export const layers = [
  [first, 26],
  [second, first * 9 + 1],
  [hidden, flat + 1],
  [answers, hidden + 1],
] as const

/** The index of each layer's first weight. */
export const starts = layers.map((_, i) => layers.slice(0, i).reduce((sum, [rows, long]) => sum + rows * long, 0))
export const weightCount = layers.reduce((sum, [rows, long]) => sum + rows * long, 0)

/**
 * Returns the weights of a stored file: for each row a 32-bit scale and bias, then its weights as signed bytes.
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

type NetworkBuffers = {
  padded: Float32Array
  one: Float32Array
  two: Float32Array
  three: Float32Array
  answer: Float32Array
}
const paddedWidth = inputWidth + 4
const wide = halfWidth + 2
const onePadded = wide * (halfRows + 2)

/** Returns buffers that are reused for every cell. */
export const networkBuffers = (): NetworkBuffers => ({
  padded: new Float32Array(paddedWidth * (inputRows + 4)),
  one: new Float32Array(first * onePadded),
  two: new Float32Array(flat),
  three: new Float32Array(hidden),
  answer: new Float32Array(answers),
})

const patch = new Float32Array(first * 9)

const square = (from: Float32Array, start: number, width: number, side: number, to: number) => {
  for (let j = 0, p = start, k = to; j < side; j++, p += width - side)
    for (let i = 0; i < side; i++) patch[k++] = from[p++]!
}

/** Runs the network on a cell and writes the logits to `answer`. */
export const runNetwork = (weights: Float32Array, cell: Float32Array, buffers: NetworkBuffers): void => {
  const { padded, one, two, three, answer } = buffers
  for (let y = 0; y < inputRows; y++)
    for (let x = 0; x < inputWidth; x++) padded[(y + 2) * paddedWidth + x + 2] = cell[y * inputWidth + x]!
  for (let y = 0; y < halfRows; y++)
    for (let x = 0; x < halfWidth; x++) {
      square(padded, 2 * y * paddedWidth + 2 * x, paddedWidth, 5, 0)
      layer(weights, 0, patch, one, (y + 1) * wide + x + 1, onePadded)
    }
  for (let y = 0; y < halfRows / 2; y++)
    for (let x = 0; x < halfWidth / 2; x++) {
      for (let f = 0; f < first; f++) square(one, f * onePadded + 2 * y * wide + 2 * x, wide, 3, f * 9)
      layer(weights, 1, patch, two, y * (halfWidth / 2) + x, flat / second)
    }
  layer(weights, 2, two, three, 0, 1)
  layer(weights, 3, three, answer, 0, 1)
}

/** Writes a layer's outputs, `step` apart; four rows at once is faster. */
const layer = (
  weights: Float32Array,
  which: 0 | 1 | 2 | 3,
  from: Float32Array,
  to: Float32Array,
  at: number,
  step: number,
) => {
  const [rows, row] = layers[which]
  const long = row - 1
  const least = which < 3 ? 0 : Number.NEGATIVE_INFINITY
  const end = starts[which]! + rows * row
  let out = at
  let a = starts[which]!
  for (; a + 3 * row < end; a += 4 * row, out += 4 * step) {
    const [b, c, d] = [a + row, a + 2 * row, a + 3 * row]
    let [one, two, three, four] = [weights[a + long]!, weights[b + long]!, weights[c + long]!, weights[d + long]!]
    for (let i = 0; i < long; i++) {
      const value = from[i]!
      one += weights[a + i]! * value
      two += weights[b + i]! * value
      three += weights[c + i]! * value
      four += weights[d + i]! * value
    }
    to[out] = Math.max(least, one)
    to[out + step] = Math.max(least, two)
    to[out + 2 * step] = Math.max(least, three)
    to[out + 3 * step] = Math.max(least, four)
  }
  for (; a < end; a += row, out += step) {
    let sum = weights[a + long]!
    for (let i = 0; i < long; i++) sum += weights[a + i]! * from[i]!
    to[out] = Math.max(least, sum)
  }
}
