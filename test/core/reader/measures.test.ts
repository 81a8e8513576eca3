// The reader's limits and weights were chosen by `npm run reader` on many pictures. What they give on a few stands here
// so that a change of one is seen: whoever means it runs `npm run reader` and writes the new figures.
import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import type { KindName } from '../../../src/core/reader/kinds'
import { cellsIn, linesIn } from '../../../src/core/reader/lines'
import { weightsOf } from '../../../src/core/reader/network'
import { type Placing, rasterOf } from '../../../src/core/reader/raster'
import { readZone } from '../../../src/core/reader/reader'
import { bandsIn, sizesOf, stripOf } from '../../../src/core/reader/strip'
import { bestFit, confidenceOf, lineSeen, readerNetwork } from '../../../src/core/reader/zone-letters'
import { linePitch, pitch } from '../../reader/letters'
import { type Distortion, judgingLevels } from '../../reader/levels'
import { type Drawn, zonePicture } from '../../reader/pictures'
import { randomOf } from '../../reader/random'
import { assertNear, digits } from './near'

const test = suite('measures of the reader')
const weights = weightsOf(new Uint8Array(readFileSync('src/data/reader-weights.bin')))

type Spoilt = readonly [kind: KindName, distortion: Distortion | 'all', level: number, seed: number]
const drawn = ([kind, distortion, level, seed]: Spoilt) => {
  const random = randomOf(seed)
  return zonePicture(random, kind, judgingLevels(random, distortion, level))
}
const laid = (picture: Drawn) => {
  const sizes = sizesOf(picture)
  const level = sizes.findIndex(({ width }) => width <= 700)
  const bands = bandsIn(sizes[level]!)
  const [{ x, y, long, slope }] = bands as [(typeof bands)[0]]
  const scale = 2 ** level
  const strip = stripOf(sizes, { x: x * scale, y: y * scale, long: long * scale, slope })
  const [count, across] = [picture.lines.length as 2 | 3, picture.lines[0]!.length]
  const { lines, score } = linesIn(strip, count)
  const found = cellsIn(strip, lines, across)
  const { cells } = found
  return [
    `bands ${bands.length} ${digits(x, y, long, slope)}`,
    `lines ${digits(lines.y, lines.slope, lines.bend, lines.gap, lines.widening, score)}`,
    `cells ${digits(cells.x, cells.pitch, cells.bow, cells.lean, found.score)}`,
  ]
}

/** What is read, in how many tries, and how sure that is. */
const read = (picture: Drawn) => {
  let tries = 0
  const reading = readZone(weights, picture, () => ++tries > 99)
  const belief = 'belief' in reading ? reading.belief : reading.doubted
  const told = 'belief' in reading ? 'read' : reading.seen ? 'seen' : 'nothing'
  if (!belief) return `${told} in ${tries}`
  const wrong = belief.lines.join('') === picture.lines.join('') ? '' : ' wrongly'
  return `${told}${wrong} in ${tries} as ${belief.kind} ${digits(belief.sure, belief.fit, belief.mended)}`
}

const pictures: [spoilt: Spoilt, measures: string[]][] = [
  [
    ['TD1', 'all', 1, 3],
    [
      'bands 5 178 98.644 352 0.0142',
      'lines 58.955 -2.9833 0.9944 25.457 0.5967 0.6278',
      'cells 128.05 16.283 0.0295 0.2949 1.1546',
      'read in 5 as TD1 1 0 0',
    ],
  ],
  [
    ['FRA', 'shape', 2, 7],
    [
      'bands 5 272 70.423 420 0.1064',
      'lines 96.275 -1.0211 3.0633 23.689 1.838 0.889',
      'cells 86.151 15.429 0.0669 0 1.2022',
      'read in 4 as FRA 1 -0.0001 0',
    ],
  ],
  [
    ['TD3', 'blur', 3, 9],
    [
      'bands 3 245 37.944 490 0.0011',
      'lines 106.83 1.558 0.779 19.475 -1.8696 0.6285',
      'cells 108.5 11.242 -0.0186 -0.2026 1.1946',
      'seen in 4 as TD3 0.771 -2.4595 0',
    ],
  ],
  [
    ['TD1', 'blur', 3, 11],
    [
      'bands 3 175 21.818 296 -0.0015',
      'lines 141.23 -0.6091 -2.4364 31.552 -1.4619 0.4847',
      'cells 82.131 18.801 -0.0075 0 1.3379',
      'seen wrongly in 6 as TD1 0.3007 -10.526 0',
    ],
  ],
  [
    ['TD1', 'shape', 3, 5],
    [
      'bands 6 281 156.12 562 -0.1148',
      'lines 78.558 6.8311 1.7078 28.805 -6.4896 0.7737',
      'cells 73.639 19.053 -0.1188 -1.2027 0.397',
      'nothing in 12',
    ],
  ],
  [
    ['TD2', 'light', 3, 9],
    [
      'bands 4 213 89.526 426 0.006',
      'lines 52.238 14.27 -0.8919 22.297 0 0.8009',
      'cells 102.48 14.053 -0.0026 -1.1383 1.3838',
      'read in 2 as TD2 1 -0.0018 0',
    ],
  ],
  [
    ['TD1', 'motion', 3, 16],
    [
      'bands 6 308 173.3 566 -0.011',
      'lines 83.763 -5.1233 1.1385 28.463 1.3662 0.4054',
      'cells 133.8 18.147 0.0032 -1.6365 0.2451',
      'seen in 4 as TD1 0.7583 -2.2779 1',
    ],
  ],
  [
    ['TD3', 'motion', 3, 2],
    [
      'bands 2 245.5 50.204 453 0.0093',
      'lines 96.831 -0.8919 3.1215 21.761 1.3378 0.7506',
      'cells 81.5 12.685 0.0097 0.2286 1.3732',
      'read in 2 as TD3 0.998 -0.0204 0',
    ],
  ],
  [
    ['TD1', 'noise', 3, 24],
    [
      'bands 4 324.5 183.25 649 -0.0052',
      'lines 58.218 -1.064 -6.3842 25.005 -0.9576 0.324',
      'cells 122.23 16.365 -0.0157 0.8846 0.9808',
      'read in 5 as TD1 0.9985 -0.0104 0',
    ],
  ],
  [
    ['FRA', 'ground', 3, 47],
    [
      'bands 3 215 52.524 342 -0.0186',
      'lines 97.296 0.5105 -0.5105 24.915 1.838 0.3055',
      'cells 71.957 15.783 0.0205 -0.1422 0.9326',
      'read in 4 as FRA 0.9986 -3.6673 0',
    ],
  ],
  [
    ['TD2', 'glare', 3, 13],
    [
      'bands 2 185.5 46.694 339 -0.0074',
      'lines 96.793 0 1.4314 23.571 1.4314 0.7546',
      'cells 85.645 15.306 0.0028 0 1.3908',
      'seen wrongly in 5 as TD2 0.6458 -0.6735 0',
    ],
  ],
  [
    ['TD3', 'ground', 3, 54],
    [
      'bands 2 241 44.675 426 -0.0236',
      'lines 98.486 0 0 19.942 0 0.2797',
      'cells 77.316 13.006 0.0038 -0.1171 0.8336',
      'seen wrongly in 4 as TD3 0.3011 -13.739 2',
    ],
  ],
]
for (const [spoilt, measures] of pictures)
  test(`${spoilt.join(', ')}`, () => {
    const picture = drawn(spoilt)
    assertNear([...laid(picture), read(picture)], measures)
  })

test('a line that lies beside its place is found again, a little or not at all', () => {
  const picture = drawn(['TD2', 'all', 1, 6])
  const network = readerNetwork(weights)
  const beside =
    (dx: number, dy: number, turn: number, bend: number): Placing =>
    (cell, line, out) => {
      const t = cell / 18 - 1
      const down = line + dy + turn * t + bend * (t * t - 0.5)
      ;[out[0], out[1]] = picture.place((cell + dx) * pitch, down * linePitch) as [number, number]
    }
  const fits = [
    [0, 0],
    [-0.3, 0],
    [0, -0.25],
    [0.4, 0.3],
    [0, 0.05, 0, 0.15],
    [-0.1, 0, 0.1, -0.2],
  ].map(([dx = 0, dy = 0, turn = 0, bend = 0]) => {
    const place = beside(dx, dy, turn, bend)
    const sure = confidenceOf(network, rasterOf(picture, place, 1, 36), [0, 7, 20, 35])
    return digits(
      dx,
      dy,
      turn,
      bend,
      sure,
      ...[0, 1].map((line) => bestFit(lineSeen(network, picture, place, line, 36))),
    )
  })
  assertNear(fits, [
    '0 0 0 0 0 0 0',
    '-0.3 0 0 0 -0.091 -4.2585 -5.4137',
    '0 -0.25 0 0 -0.0258 -7.7707 -12.435',
    '0.4 0.3 0 0 -0.1725 -20.724 -18.72',
    '0 0.05 0 0.15 0 -0.0398 -0.091',
    '-0.1 0 0.1 -0.2 -0.0001 -0.1308 -1.1409',
  ])
})

test.run()
