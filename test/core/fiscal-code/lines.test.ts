import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readCode39 } from '../../../src/core/fiscal-code/code39'
import { code, type Drawn, drawn } from './drawn'

const test = suite('lines of a picture that show a bar code')

/** How many lines of all show the code, by the picture: whoever changes how lines are laid or read writes them anew. */
const lines: [how: Drawn, width: number, height: number, lines: number][] = [
  [{}, 480, 120, 96],
  [{ module: 1.4 }, 480, 120, 76],
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
  [{ ink: -0.5, degrees: 3, wide: 3, module: 1.3 }, 480, 120, 31],
]
for (const [how, width, height, expected] of lines)
  test(`the lines of ${JSON.stringify(how)} that show the code`, () => {
    let found = 0
    const count = (text: string) => {
      if (text === code) found++
      return false
    }
    readCode39(drawn({ module: 1.6, height: 60, ...how }, { width, height }), count)
    assert.is(found, expected)
  })

test.run()
