import {
  flat,
  halfRows,
  halfWidth,
  layers,
  networkBuffers,
  runNetwork,
  shape,
  starts,
  weightCount,
} from '../../src/core/reader/network'
import { cellInto, inputRows, inputWidth } from '../../src/core/reader/raster'
import type { Example } from './dataset'
import { type Random, randomOf } from './random'

const { first, second, hidden, answers } = shape
const batch = 32

/** Weights to begin with: each row as wide as its length allows. */
const begun = (random: Random) => {
  const weights = new Float32Array(weightCount)
  let at = 0
  for (const [rows, long] of layers)
    for (let i = 0; i < rows * long; i++)
      weights[at++] = (i + 1) % long ? random.normal() * Math.sqrt(2 / (long - 1)) : 0
  return weights
}

/** The share of each letter among examples is far from even: half of a zone are fillers, and few names have a Q. */
const byLetter = (all: readonly Example[]) => {
  const places: [line: number, cell: number][][] = Array.from({ length: answers }, () => [])
  all.forEach(({ letters }, line) => letters.forEach((letter, cell) => places[letter]!.push([line, cell])))
  return places
}

const paddedWidth = inputWidth + 4
const wide = halfWidth + 2
const onePadded = wide * (halfRows + 2)
const perFold = flat / second

/** Adds to the gradient what one cell says, and returns its loss. */
const learner = (weights: Float32Array, gradient: Float32Array) => {
  const buffers = networkBuffers()
  const dThree = new Float32Array(hidden)
  const dTwo = new Float32Array(flat)
  const dOne = new Float32Array(buffers.one.length)
  const dAnswer = new Float32Array(answers)
  const back = (start: number, from: Float32Array, dFrom: Float32Array, dTo: Float32Array) => {
    const long = from.length
    dFrom.fill(0)
    for (let row = 0, k = start; row < dTo.length; row++, k += long + 1) {
      const d = dTo[row]!
      if (!d) continue
      for (let i = 0; i < long; i++) {
        dFrom[i]! += d * weights[k + i]!
        gradient[k + i]! += d * from[i]!
      }
      gradient[k + long]! += d
    }
    for (let i = 0; i < long; i++) if (from[i]! <= 0) dFrom[i] = 0
  }
  return (cell: Float32Array, letter: number) => {
    runNetwork(weights, cell, buffers)
    const { padded, one, two, three, answer } = buffers
    const most = answer.reduce((a, b) => Math.max(a, b))
    let sum = 0
    for (let i = 0; i < answers; i++) sum += dAnswer[i] = Math.exp(answer[i]! - most)
    for (let i = 0; i < answers; i++) dAnswer[i]! /= sum
    const loss = -Math.log(dAnswer[letter]! + 1e-9)
    dAnswer[letter]! -= 1
    back(starts[3]!, three, dThree, dAnswer)
    back(starts[2]!, two, dTwo, dThree)
    dOne.fill(0)
    for (let c = 0; c < second; c++) {
      const w = starts[1]! + c * (first * 9 + 1)
      for (let y = 0; y < halfRows / 2; y++)
        for (let x = 0; x < halfWidth / 2; x++) {
          const d = dTwo[c * perFold + y * (halfWidth / 2) + x]!
          if (!d) continue
          gradient[w + first * 9]! += d
          for (let f = 0, k = w; f < first; f++)
            for (let j = 0, p = f * onePadded + 2 * y * wide + 2 * x; j < 3; j++, p += wide - 3)
              for (let i = 0; i < 3; i++, k++, p++) {
                dOne[p]! += d * weights[k]!
                gradient[k]! += d * one[p]!
              }
        }
    }
    for (let c = 0; c < first; c++)
      for (let y = 0; y < halfRows; y++)
        for (let x = 0; x < halfWidth; x++) {
          const at = c * onePadded + (y + 1) * wide + x + 1
          const d = one[at]! > 0 ? dOne[at]! : 0
          if (!d) continue
          gradient[c * 26 + 25]! += d
          for (let j = 0, p = 2 * y * paddedWidth + 2 * x, k = c * 26; j < 5; j++, p += paddedWidth - 5)
            for (let i = 0; i < 5; i++) gradient[k++]! += d * padded[p++]!
        }
    return loss
  }
}

/**
 * Returns weights learnt from examples: so many cells drawn one by one, fillers and common letters less often than they
 * come, each moved a little and its contrast changed (Adam, rate falling to nothing).
 * @param say Told the mean loss now and then.
 */
export const trained = (
  all: readonly Example[],
  cells: number,
  seed: number,
  say: (line: string) => void,
  from?: Float32Array,
): Float32Array => {
  const random = randomOf(seed)
  const weights = from ?? begun(random)
  const gradient = new Float32Array(weightCount)
  const [mean, square] = [new Float32Array(weightCount), new Float32Array(weightCount)]
  const learn = learner(weights, gradient)
  const places = byLetter(all)
  // A filler is what others are taken for, and they for it.
  const order = places.flatMap((of, letter) => Array(of.length ? (letter ? 4 : 12) : 0).fill(letter) as number[])
  const cell = new Float32Array(inputWidth * inputRows)
  const steps = Math.floor(cells / batch)
  let told = 0
  for (let step = 1; step <= steps; step++) {
    gradient.fill(0)
    for (let i = 0; i < batch; i++) {
      const letter = random.pick(order)
      const [line, at] = random.pick(places[letter]!)
      const dx = Math.round(random.normal() * 0.6)
      const dy = Math.round(random.normal() * 0.6)
      cellInto(all[line]!.raster, at, Math.max(-2, Math.min(2, dx)), Math.max(-2, Math.min(2, dy)), cell)
      const gain = random.next(0.8, 1.2)
      for (let k = 0; k < cell.length; k++) cell[k]! *= gain
      told += learn(cell, letter)
    }
    const rate = 0.002 * Math.min(1, step / 200) * 0.5 * (1 + Math.cos((Math.PI * step) / steps))
    const [m, v] = [1 - 0.9 ** step, 1 - 0.999 ** step]
    for (let i = 0; i < weightCount; i++) {
      const g = gradient[i]! / batch
      mean[i]! += 0.1 * (g - mean[i]!)
      square[i]! += 0.001 * (g * g - square[i]!)
      weights[i]! -= (rate * (mean[i]! / m)) / (Math.sqrt(square[i]! / v) + 1e-8)
    }
    if (step % 1000 === 0) {
      say(`${step * batch} cells, loss ${(told / batch / 1000).toFixed(4)}`)
      told = 0
    }
  }
  return weights
}

/** Returns weights as they are stored (`weightsOf` reads them). */
export const stored = (weights: Float32Array): Uint8Array => {
  const bytes = new Uint8Array(weightCount + layers.reduce((sum, [rows]) => sum + rows * 7, 0))
  const view = new DataView(bytes.buffer)
  let from = 0
  let to = 0
  for (const [rows, long] of layers)
    for (let row = 0; row < rows; row++, from += long) {
      const some = weights.subarray(from, from + long - 1)
      const scale = some.reduce((most, one) => Math.max(most, Math.abs(one)), 1e-9) / 127
      view.setFloat32(to, scale, true)
      view.setFloat32(to + 4, weights[from + long - 1]!, true)
      some.forEach((one, i) => view.setInt8(to + 8 + i, Math.round(one / scale)))
      to += 7 + long
    }
  return bytes
}
