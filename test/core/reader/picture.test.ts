import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { brightness, type Grey, halved, turned, turnedBack } from '../../../src/core/reader/raster'
import { sizesOf, stripPicture } from '../../../src/core/reader/strip'
import { randomOf } from '../../reader/random'

const test = suite('pictures of the reader')

const grey = (width: number, ...rows: number[][]): Grey => ({
  data: Uint8Array.from(rows.flat()),
  width,
  height: rows.length,
})

test('between points brightness is interpolated, and beyond the edge it is that of the edge', () => {
  const picture = grey(3, [0, 100, 200], [40, 80, 120], [0, 0, 60])
  const cases: [x: number, y: number, expected: number][] = [
    [1, 0, 100],
    [0.5, 0, 50],
    [1.25, 0, 125],
    [1, 0.5, 90],
    [0.5, 0.5, 55],
    [-1, 0, 0],
    [-5, 1, 40],
    [1, -5, 100],
    [9, 0, 200],
    [9, 9, 60],
  ]
  for (const [x, y, expected] of cases)
    assert.ok(Math.abs(brightness(picture, x, y) - expected) < 0.3, `${x}, ${y}: ${brightness(picture, x, y)}`)
})

test('a halved picture has the rounded means of four points; an odd edge is dropped', () => {
  const half = halved(
    grey(5, [0, 2, 9, 9, 1], [3, 4, 9, 10, 1], [0, 0, 255, 255, 7], [0, 1, 255, 254, 7], [1, 1, 1, 1, 1]),
  )
  assert.equal(half, grey(2, [2, 9], [0, 255]))
  const sizes = sizesOf({ data: new Uint8Array(1000 * 40), width: 1000, height: 40 })
  assert.equal(
    sizes.map(({ width, height }) => [width, height]),
    [
      [1000, 40],
      [500, 20],
      [250, 10],
    ],
  )
})

test('a turned picture has every point, its edges too, and a place in it leads back to the same point', () => {
  const picture = grey(3, [1, 2, 3], [4, 5, 6])
  const left = turned(picture)
  assert.equal(left, grey(2, [3, 6], [2, 5], [1, 4]))
  assert.equal(turned(turned(turned(left))), picture)
  const at = new Float64Array(2)
  for (let y = 0; y < left.height; y++)
    for (let x = 0; x < left.width; x++) {
      turnedBack((_cell, _line, out) => out.set([x, y]), picture.width)(0, 0, at)
      assert.is(picture.data[at[1]! * picture.width + at[0]!], left.data[y * left.width + x])
    }
})

test('the strip shown to the guest is the zone with half a cell around it', () => {
  const random = randomOf(1)
  const width = 100
  const picture = { data: Uint8Array.from({ length: width * 80 }, () => random.below(256)), width, height: 80 }
  // A cell of 16 points and a line of 27, as in the strip, from the picture's corner.
  const strip = stripPicture(
    picture,
    (cell, line, out) => {
      out[0] = (cell + 0.5) * 16
      out[1] = (line + 0.15) * 27
    },
    2,
    4,
  )
  assert.equal([strip.width, strip.height], [80, 62])
  const wrong = strip.data.findIndex((value, i) => {
    const [x, y] = [i % 80, Math.floor(i / 80)]
    return Math.abs(value - picture.data[y * width + x]!) > 1
  })
  assert.is(wrong, -1)
})

test.run()
