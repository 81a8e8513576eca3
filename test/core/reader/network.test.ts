import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import {
  layers,
  networkBuffers,
  runNetwork,
  shape,
  starts,
  weightCount,
  weightsOf,
} from '../../../src/core/reader/network'
import { inputRows, inputWidth } from '../../../src/core/reader/raster'
import { randomOf } from '../../reader/random'

const test = suite('the network of the reader')

test('a stored file is read row by row: scale and constant of 32 bits, then signed bytes', () => {
  const bytes = new Uint8Array(layers.reduce((sum, [rows, long]) => sum + rows * (long + 7), 0))
  const view = new DataView(bytes.buffer)
  const expected: number[] = []
  let at = 0
  layers.forEach(([rows, long], layer) => {
    for (let row = 0; row < rows; row++) {
      const scale = (layer + 1) / 4
      view.setFloat32(at, scale, true)
      view.setFloat32(at + 4, row - 2.5, true)
      at += 8
      for (let i = 0; i < long - 1; i++) {
        const byte = ((row * 31 + i * 7) % 255) - 127
        view.setInt8(at++, byte)
        expected.push(byte * scale)
      }
      expected.push(row - 2.5)
    }
  })
  assert.is(at, bytes.length)
  assert.equal([...weightsOf(bytes)], expected)
  // The bytes may lie within a larger file.
  const within = new Uint8Array(bytes.length + 5)
  within.set(bytes, 5)
  assert.equal([...weightsOf(within.subarray(5))], expected)
})

/** A folding in steps of two over planes with a rim of nothing, then no negative value, in the plainest words. */
const folded = (planes: number[][][], rows: number[][], side: number) => {
  const rim = side === 5 ? 2 : 1
  const [high, wide] = [planes[0]!.length / 2, planes[0]![0]!.length / 2]
  return rows.map((row) =>
    Array.from({ length: high }, (_, y) =>
      Array.from({ length: wide }, (_, x) => {
        let sum = row.at(-1)!
        planes.forEach((plane, p) => {
          for (let j = 0; j < side; j++)
            for (let i = 0; i < side; i++)
              sum += (plane[2 * y + j - rim]?.[2 * x + i - rim] ?? 0) * row[(p * side + j) * side + i]!
        })
        return Math.max(0, sum)
      }),
    ),
  )
}
const full = (values: number[], rows: number[][]) =>
  rows.map((row) => values.reduce((sum, value, i) => sum + value * row[i]!, row.at(-1)!))

test('what it answers is two foldings and two full layers, reckoned the plain way', () => {
  const random = randomOf(4)
  const weights = Float32Array.from({ length: weightCount }, () => random.normal() * 0.2)
  const cell = Float32Array.from({ length: inputWidth * inputRows }, () => random.normal())
  const [one, two, three, four] = layers.map(([rows, long], layer) =>
    Array.from({ length: rows }, (_, row) => [
      ...weights.subarray(starts[layer]! + row * long, starts[layer]! + (row + 1) * long),
    ]),
  )
  const picture = Array.from({ length: inputRows }, (_, y) => [...cell.subarray(y * inputWidth, (y + 1) * inputWidth)])
  const hidden = full(folded(folded([picture], one!, 5), two!, 3).flat(2), three!).map((value) => Math.max(0, value))
  const expected = full(hidden, four!)
  const buffers = networkBuffers()
  // Room that was used before gives the same answer.
  runNetwork(
    weights,
    cell.map((value) => -value),
    buffers,
  )
  runNetwork(weights, cell, buffers)
  assert.is(buffers.answer.length, shape.answers)
  assert.ok(
    expected.some((value) => value < 0),
    'the last layer keeps what is below nothing',
  )
  const worst = Math.max(...expected.map((value, i) => Math.abs(value - buffers.answer[i]!) / (1 + Math.abs(value))))
  assert.ok(worst < 1e-4, `${worst}`)
})

test.run()
