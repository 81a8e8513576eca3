import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readCode39 } from '../../../src/core/fiscal-code/code39'
import { code, type Drawn, drawn } from './drawn'

const test = suite('lines of a picture that show a bar code')

/** How many lines of all show the code, by the picture: whoever changes how lines are laid or read writes them anew. */
const lines: [how: Drawn, width: number, height: number, lines: number][] = [
  [{}, 480, 120, 96],
  [{ module: 1.4 }, 480, 120, 76.4],
  [{ degrees: 90 }, 120, 480, 97],
  [{ degrees: 10 }, 480, 480, 35],
  [{ degrees: -20 }, 480, 480, 30],
  [{ degrees: 105 }, 480, 480, 32],
  [{ degrees: 64 }, 480, 480, 6],
  [{ degrees: 187 }, 480, 480, 31],
  [{ noise: 30 }, 480, 120, 62],
  [{ noise: 60 }, 480, 120, 34],
  [{ blur: 0.9 }, 480, 120, 23],
  [{ shade: 155 }, 480, 120, 45],
  [{ ink: 0.4, blur: 0.5, wide: 2 }, 480, 120, 46],
  [{ ink: -0.5, degrees: 3, wide: 3, module: 1.3 }, 480, 120, 31.1],
]
/** Returns how many lines of a picture show a text; a tenth for each line that shows another one. */
const countOf = (how: Drawn, width: number, height: number, wanted = code) => {
  const found: string[] = []
  readCode39(drawn(how, { width, height }), (text) => !found.push(text))
  return found.reduce((sum, text) => sum + (text === wanted ? 10 : 1), 0) / 10
}
for (const [how, width, height, expected] of lines)
  test(`the lines of ${JSON.stringify(how)} that show the code`, () =>
    assert.is(countOf({ module: 1.6, height: 60, ...how }, width, height), expected))

test('the lines of a small code, turned by three degrees from picture to picture', () => {
  const found = Array.from({ length: 54 }, (_, i) => {
    const how = { text: 'A1', module: 1.4 + (i % 5) / 5, height: 12 + (i % 7), noise: i, ink: (i % 3) / 4, seed: i }
    return countOf({ ...how, degrees: 3 * i - 33 }, 148, 150, 'A1')
  })
  assert.is(
    found.join(' '),
    '8 12 14 21 18 15 44 15 22 25 36 37 38 39 22 35 24 24 23 17 17 8 6 2 0 0 0 0 0 0 0 2 3 ' +
      '8 14.1 5 19 23 17 13.1 33 28 13 10 14 27 24 19.2 11 1 0 0 0 0',
  )
})

test('a code higher than the picture is wide, and one wider than it is high', () => {
  const how = { text: 'A1', module: 1.4, height: 200 }
  assert.equal([countOf(how, 148, 300, 'A1'), countOf({ ...how, degrees: 90 }, 300, 148, 'A1')], [584, 584])
})

test.run()
