import { suite } from 'uvu'
import { type KindName, kinds } from '../../../src/core/reader/kinds'
import { cellsIn, linesIn } from '../../../src/core/reader/lines'
import { alphabet, weightCount } from '../../../src/core/reader/network'
import { brightness, type Grey, rasterOf } from '../../../src/core/reader/raster'
import { bandsIn, stripOf } from '../../../src/core/reader/strip'
import {
  believed,
  bestFit,
  confidenceOf,
  lineSeen,
  readerNetwork,
  type Seen,
} from '../../../src/core/reader/zone-letters'
import { zoneOf } from '../../reader/people'
import { randomOf } from '../../reader/random'
import { assertNear, digits } from './near'

const test = suite('measures of the reader on noise, where each limit and weight of a search decides')

const noise = (seed: number, width: number, height: number): Grey => {
  const random = randomOf(seed)
  return { data: Uint8Array.from({ length: width * height }, () => random.below(256)), width, height }
}

test('bands where the contrast is strong', () => {
  const found = [1, 3].flatMap((seed) => {
    const [strong, fine] = [noise(seed, 6, 13), noise(seed + 9, 240, 120)]
    const data = fine.data.map((value, i) => {
      const share = brightness(strong, (i % 240) / 48, Math.floor(i / 240) / 10) / 255
      return 128 + (value - 128) * share * share * share
    })
    return bandsIn({ ...fine, data }).map(({ x, y, long, slope }) => digits(seed, x, y, long, slope))
  })
  assertNear(found, [
    '1 119.5 43.823 239 0.0497',
    '1 150.5 87.918 177 0.0202',
    '1 162 5.4835 126 -0.018',
    '1 38.5 9.6279 77 0.0306',
    '1 30 102.12 60 -0.1838',
    '3 119.5 23.973 239 -0.0089',
    '3 119.5 87.986 239 -0.0686',
    '3 135.5 29.505 119 -0.0633',
    '3 206.5 116.8 65 -0.0261',
    '3 26.5 59.819 53 0.0005',
  ])
})

test('lines and cells in spots about as large as letters', () => {
  const laid: [seed: number, lines: 2 | 3, cells: number][] = [
    [1, 3, 30],
    [2, 2, 44],
    [3, 2, 36],
    [4, 3, 30],
    [5, 2, 36],
    [6, 3, 30],
  ]
  const found = laid.map(([seed, count, across]) => {
    const strip = stripOf([noise(seed, 90, 60)], { x: 45, y: 30, long: 70, slope: 0.02 })
    const { lines, score } = linesIn(strip, count)
    const { cells, score: fit } = cellsIn(strip, lines, across)
    const { y, slope, bend, gap, widening } = lines
    return digits(y, slope, bend, gap, widening, score, cells.x, cells.pitch, cells.bow, cells.lean, fit)
  })
  assertNear(found, [
    '127.68 16.503 -6.5143 23.799 2.0846 0.0534 54.776 19.385 0.0227 0.1734 0.1338',
    '112.75 -10.206 2.7216 17.01 -1.633 0.0927 22.727 14.586 -0.0424 3.1334 0.1548',
    '137.05 0 0 17.01 0 0.0731 88.011 14.705 -0.055 -1.0517 0.0013',
    '90.813 16.264 3.7175 27.695 3.9034 0.0832 94.792 16.332 0.0055 0.1474 0.172',
    '59.344 2.3771 1.4857 13.074 -0.8914 0.0718 0 1 0 0 -Infinity',
    '94.922 0 0 21.714 0 0.0498 64.519 18.22 -0.0501 1.3092 0.1371',
  ])
})

test('letters seen by a network that has learnt nothing', () => {
  const random = randomOf(4)
  const network = readerNetwork(Float32Array.from({ length: weightCount }, () => random.normal() * 0.2))
  const found = [1, 2, 3, 4].map((seed) => {
    const picture = noise(seed, 90, 30)
    const place = (cell: number, line: number, out: Float64Array) => out.set([3 + cell * 7, 2 + line * 12])
    const cells = [0, 3, 11]
    const sure = confidenceOf(network, rasterOf(picture, place, 1, 12), cells, 1, -1)
    const seen = lineSeen(network, picture, place, 1, 12)
    return digits(sure, bestFit(seen), ...cells.flatMap((cell) => [seen[cell]![2]!, seen[cell]![36]!]))
  })
  assertNear(found, [
    '-0.4326 -5.5667 -9.033 -10.206 -2.1657 -8.3826 -2.7678 -8.3404',
    '-0.3243 -5.9001 -10.062 -9.4589 -6.3527 -5.8175 -5.5626 -6.8708',
    '-0.355 -5.4385 -8.6537 -10.314 -6.2373 -8.0784 -5.9624 -9.0087',
    '-0.17 -7.998 -8.1759 -10.649 -2.8557 -7.2941 -2.7181 -6.8887',
  ])
})

test('lines believed of letters of which many are likely', () => {
  const found = (Object.keys(kinds) as KindName[]).flatMap((kind) =>
    [0.5, 1.4, 2].map((doubt) => {
      const random = randomOf(doubt * 10)
      const seen: Seen[] = zoneOf(random, kind).map((text) =>
        [...text].map((letter) =>
          Float32Array.from(alphabet, (one) => (one === letter ? 0 : -9) + doubt * random.normal()),
        ),
      )
      const belief = believed(kind, seen)
      return belief ? `${belief.lines.join(' ')} ${digits(belief.sure, belief.fit, belief.mended)}` : 'nothing'
    }),
  )
  assertNear(found, [
    'ANROUS9MRJ37<<3XFWUL2VA7MM5<<< 8802174M3306264ROU<<<<<<<<<<<8 TRAMHXHTSG<SATO<<DMZGC<<<<<<<< 0.9845 3.6903 0',
    'C<ESP9S735LK<<1FVK<<<<<<<<<<<< 6303127F3301270ESP<<<<<<<<<<<0 MARTINEZ<KIM<<ILYB<<<<<<<<<<<< 0.8548 -5.9628 0',
    'C<ESP657NIUKKX2<<<<<<<<<<<<<<< 5606061F3411126ESP<<<<<<<<<<<4 WEBER<<FFZISICI<<<<<<<<<<<<<<< 0.2332 18.472 2',
    'IDROUTRAMHXHTSG<SATO<<DMZGC<<<<<<<<< S9MRJ37<<3ROU8802174M3306264XFWUL<<1 0.9775 -0.4726 0',
    'I<ESPMARTINEZ<KIM<<ILYB<<<<<<<<<<<<< 9S735LK<<1ESP6303127F3301270F<<<<<<9 0.3933 -3.4119 0',
    'I<ESPWEBER<<FFZIDICI<<<<<<<<<<<<<<<< 657NIUKKX2ESP5606061F3411126<<<<<<<4 0.1927 14.706 0',
    'P<ROUTRAMHXHTSG<SATO<<DMZGC<<<<<<<<<<<<<<<<< S9MRJ37<<3ROU8802174M33062642XFWUL2<<<<<<<74 0.9849 4.3187 0',
    'P<ESPMARTINEZ<KIM<<ILYB<<<<<<<<<<<<<<<<<<<<< 9S735LK<<1ESP6303127F3301270<<<<<<<<<<<<<<04 0.7528 8.7046 0',
    'P<ESPWEBER<<FFZIDICI<<<<<<<<<<<<<<<<<<<<<<<< 657NIUKKX2ESP5606061F3411126<<<<<<<<<<<<<<04 0.567 26.112 0',
    'IDFRATRAMHXHTSG<SATO<<<<<<<<<<A69616 1304760933828DMZGC<<<<<<<<<8802174M2 0.9974 -5.4266 0',
    'IDFRAMARTINEZ<KIM<<<<<<<<<<<<<072152 0412577624501ILYB<<<<<<<<<<6303127F9 0.9964 -2.0965 0',
    'IDFRAWEBER<<<<<<<<<<<<<<<<<<<<121848 1711568203457FFZIDICI<<<<<<5606061F6 0.8551 22.802 1',
  ])
})

test.run()
