import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import {
  brightness,
  cellInto,
  cellWidth,
  type Grey,
  inputRows,
  inputWidth,
  margin,
  rasterOf,
  rasterRows,
} from '../../../src/core/reader/raster'
import { bandsIn, sizesOf, stripOf } from '../../../src/core/reader/strip'
import { randomOf } from '../../reader/random'

const test = suite('lines of letters straightened')

const noise = (width: number, height: number): Grey => {
  const random = randomOf(2)
  return { data: Uint8Array.from({ length: width * height }, () => random.below(256)), width, height }
}
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const range = (from: number, until: number) => Array.from({ length: Math.max(0, until - from) }, (_, i) => from + i)

test('a band of strokes is found at its middle, length and slope, the longest first', () => {
  const [width, height] = [400, 300]
  const bands = [
    { x: 200, y: 90, long: 300, slope: 0 },
    { x: 210, y: 220, long: 220, slope: -0.12 },
  ]
  const data = new Uint8Array(width * height).fill(220)
  for (const { x, y, long, slope } of bands)
    for (let i = -long / 2; i < long / 2; i++)
      for (let j = -5; j < 5; j++) {
        // Strokes three points wide, one in six.
        if ((i + 600) % 6 < 3) data[Math.round(y + slope * i + j) * width + x + i] = 40
      }
  // Too short, too thick and too steep.
  for (let i = 0; i < 40; i++) for (let j = 0; j < 8; j++) if (i % 6 < 3) data[(20 + j) * width + 10 + i] = 40
  const found = bandsIn({ data, width, height })
  assert.is(found.length, 2, JSON.stringify(found))
  for (const [i, { x, y, long, slope }] of bands.entries()) {
    const one = found[i]!
    assert.ok(Math.abs(one.x - x) < 4 && Math.abs(one.y - y) < 2, JSON.stringify(one))
    assert.ok(Math.abs(one.long - long) < 16 && Math.abs(one.slope - slope) < 0.02, JSON.stringify(one))
  }
  assert.equal(bandsIn({ data: new Uint8Array(width * height).fill(220), width, height }), [])
})

test('a strip lies around its band, turned by its slope, with a margin at both ends', () => {
  const picture = noise(900, 700)
  const sizes = sizesOf(picture)
  for (const [long, level] of [
    [400, 0],
    [880, 1],
  ] as const)
    for (const slope of [0, 0.2]) {
      const strip = stripOf(sizes, { x: 450, y: 350, long, slope })
      assert.equal([strip.width, strip.height, Math.round(strip.long)], [720, 216, 571])
      const at = (x: number, y: number) => {
        const out = new Float64Array(2)
        strip.back(x, y, out)
        return out
      }
      const near = (out: Float64Array, x: number, y: number) =>
        assert.ok(Math.hypot(out[0]! - x, out[1]! - y) < 0.01, `${out} beside ${x}, ${y}`)
      near(at(360, 108), 450, 350)
      // The ends of the band in the strip are those in the picture.
      near(at(360 + 720 / 1.26 / 2, 108), 450 + long / 2, 350 + (slope * long) / 2)
      near(at(360 - 720 / 1.26 / 2, 108), 450 - long / 2, 350 - (slope * long) / 2)
      const scale = at(360, 109)
      near(scale, 450 - (scale[1]! - 350) * slope, scale[1]!)
      for (const [x, y] of [
        [200, 60],
        [500, 150],
      ] as const) {
        const [px, py] = at(x, y)
        const expected = Math.floor(brightness(sizes[level]!, px! / 2 ** level, py! / 2 ** level))
        assert.is(strip.data[y * 720 + x], expected)
      }
      const value = (x: number, y: number) => strip.data[y * 720 + x]!
      for (const x of [0, 1, 10, 400, 712, 719]) {
        const local = (y: number) => mean(range(Math.max(0, x - 16), Math.min(720, x + 17)).map((one) => value(one, y)))
        const dark = range(0, 50).map((y) => Math.max(0, local(y) - value(x, y)) / (local(y) + 20))
        const isEdge = x === 0 || x === 719
        const change = range(0, 50).map((y) =>
          isEdge ? 0 : Math.abs(value(x + 1, y) - value(x - 1, y)) / (local(y) + 20),
        )
        const sums = [strip.dark, strip.change].map((plane) => plane[50 * 720 + x]!)
        const expected = [dark, change].map((all) => all.reduce((sum, one) => sum + one, 0))
        for (const [i, sum] of sums.entries()) assert.ok(Math.abs(sum - expected[i]!) < 0.001, `${x}: ${sum}`)
      }
    }
})

test('the raster of a line is even in brightness, and a cell is cut out of its middle', () => {
  const picture = noise(400, 80)
  const cells = 4
  // A cell is 14 points wide and a raster row one point high, from (30, 20) on.
  const line = rasterOf(
    picture,
    (cell, row, out) => {
      out[0] = 30 + cell * cellWidth
      out[1] = 20 + row * (rasterRows / ((rasterRows * 2.54) / cellWidth / 4.233))
    },
    1,
    cells,
  )
  const width = cells * cellWidth + 2 * margin
  assert.equal([line.width, line.cells, line.data.length], [width, cells, width * rasterRows])
  const perLine = rasterRows / ((rasterRows * 2.54) / cellWidth / 4.233)
  const raw = (x: number, y: number) =>
    brightness(picture, 30 + x + 0.5 - margin, 20 + 1.5 * perLine + y + 0.5 - rasterRows / 2)
  for (const [x, y] of [
    [0, 0],
    [5, 3],
    [40, 12],
    [width - 1, rasterRows - 1],
  ] as const) {
    const around = range(Math.max(0, x - 21), Math.min(width, x + 22)).flatMap((one) =>
      range(0, rasterRows).map((row) => raw(one, row)),
    )
    const middle = mean(around)
    const deviation = Math.sqrt(mean(around.map((value) => (value - middle) ** 2))) + 3
    const expected = (40 * (raw(x, y) - middle)) / deviation
    assert.ok(Math.abs(line.data[y * width + x]! - expected) < 1, `${x}, ${y}: ${line.data[y * width + x]} ${expected}`)
  }
  const input = new Float32Array(inputWidth * inputRows)
  cellInto(line, 2, 1, -1, input)
  for (const [x, y] of [
    [0, 0],
    [15, 19],
    [7, 3],
  ] as const) {
    const from = line.data[(y + 2 - 1) * width + margin + 2 * cellWidth - 1 + 1 + x]!
    assert.is(input[y * inputWidth + x], Math.fround(from / 40))
  }
})

test.run()
