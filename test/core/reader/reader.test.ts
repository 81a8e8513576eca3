import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { checkDigit, type KindName, kinds } from '../../../src/core/reader/kinds'
import { weightsOf } from '../../../src/core/reader/network'
import { readZone } from '../../../src/core/reader/reader'
import { stripPicture } from '../../../src/core/reader/strip'
import { judgingLevels } from '../../reader/levels'
import { type Drawn, wholePicture, zonePicture } from '../../reader/pictures'
import { randomOf } from '../../reader/random'
import { stored } from '../../reader/train'
import { assertNear, digits } from './near'

const test = suite('the reader of documents')
const weights = weightsOf(new Uint8Array(readFileSync('src/data/reader-weights.bin')))
const names = Object.keys(kinds) as KindName[]

const linesOf = (picture: Drawn) => {
  const reading = readZone(weights, picture)
  return 'belief' in reading ? reading.belief.lines : undefined
}

test('a good picture of each kind’s zone is read to the letter', () => {
  for (const kind of names) {
    const random = randomOf(3)
    const picture = zonePicture(random, kind, judgingLevels(random, 'all', 1))
    assert.equal(linesOf(picture), picture.lines, kind)
  }
})

/** Whole pages of half a million points, one for each way to lie, with the tries and the belief. */
const pages: [kind: KindName, seed: number, told: string][] = [
  ['TD2', 1, '14 TD2 1 0 0'],
  ['FRA', 3, '5 FRA 1 -0.0011 0'],
  ['TD3', 6, '7 TD3 1 -0.0001 0'],
  ['TD1', 5, '2 TD1 1 0 0'],
]

test('a whole page is read whichever way it lies, and the strip shows its lines', () => {
  const turns = new Set<number>()
  for (const [kind, seed, told] of pages) {
    const random = randomOf(seed)
    const picture = wholePicture(random, kind, judgingLevels(random, 'all', 0.8), 0.5)
    let tries = 0
    const reading = readZone(weights, picture, () => ++tries > 99)
    assert.ok('belief' in reading, `${seed}`)
    const { belief } = reading
    assertNear([`${tries} ${belief.kind} ${digits(belief.sure, belief.fit, belief.mended)}`], [told])
    assert.equal(belief.lines, picture.lines)
    const [lines, cells] = [picture.lines.length, picture.lines[0]!.length]
    for (const [cell, line] of [
      [0, 0],
      [cells, 0],
      [cells / 2, lines / 2],
      [cells, lines],
    ] as const) {
      const [at, truth] = [new Float64Array(2), picture.place(cell * 2.54, line * 4.233)]
      reading.place(cell, line, at)
      assert.ok(Math.hypot(at[0]! - truth[0], at[1]! - truth[1]) < 7, `${seed}: ${at} beside ${truth}`)
    }
    const [right, down] = [picture.place(10, 0), picture.place(0, 0)]
    turns.add(Math.round((Math.atan2(right[1] - down[1], right[0] - down[0]) * 2) / Math.PI) & 3)
    const strip = stripPicture(picture, reading.place, picture.lines.length, picture.lines[0]!.length)
    assert.ok(new Set(strip.data).size > 40)
  }
  assert.is(turns.size, 4)
})

test('a picture without a readable zone gives no result', () => {
  const grey = { data: new Uint8Array(640 * 480).fill(128), width: 640, height: 480 }
  assert.equal(readZone(weights, grey), { seen: false, doubted: undefined })
  const random = randomOf(8)
  const noise = { ...grey, data: Uint8Array.from(grey.data, () => random.below(256)) }
  assert.not.ok('belief' in readZone(weights, noise))
  for (const width of [1, 2, 40])
    assert.not.ok('belief' in readZone(weights, { data: new Uint8Array(width * 9), width, height: 9 }))
  const none = () => true
  assert.not.ok('belief' in readZone(weights, zonePicture(random, 'TD1', judgingLevels(random, 'all', 1)), none))
})

test('a zone whose check digit is wrong is not believed, however clear', () => {
  const random = randomOf(5)
  const picture = zonePicture(random, 'TD3', judgingLevels(random, 'all', 0), ([one, two]) => [
    one!,
    `${two!.slice(0, 19)}${(Number(two![19]) + 1) % 10}${two!.slice(20)}`,
  ])
  assert.is(linesOf(picture), undefined)
})

test('a line laid too low does not turn fillers into digits that no check digit tells from them', () => {
  // The last two fillers of this card were once read as 55, whose part of every check digit is 0 as theirs.
  for (const [distortion, level] of [
    ['scratches', 3],
    ['noise', 3],
    ['light', 2],
  ] as const) {
    const random = randomOf(400000260)
    const levels = judgingLevels(random, distortion, level)
    random.next()
    const picture = zonePicture(random, 'TD1', levels)
    assert.equal(linesOf(picture) ?? picture.lines, picture.lines, distortion)
  }
  assert.is(checkDigit('I<<'), checkDigit('I55'))
})

test('stored weights are read again with little loss', () => {
  const again = weightsOf(stored(weights))
  assert.ok(weights.every((weight, i) => Math.abs(weight - again[i]!) < 0.02))
})

test.run()
