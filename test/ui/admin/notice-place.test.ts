import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { freeSpot } from '../../../src/ui/admin/shell/notice-place'

const test = suite('free spot')

const notice = { width: 100, height: 40 }
const box = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom })

for (const [what, taken, expected] of [
  ['nothing in the way', [], { left: 200, top: 0 }],
  ['a button under the first place', [box(250, 10, 260, 20)], { left: 200, top: 50 }],
  ['boxes that only touch its edges', [box(100, 0, 200, 40), box(200, 40, 300, 60)], { left: 200, top: 0 }],
  ['the whole first column', [box(299, 0, 320, 200)], { left: 0, top: 0 }],
  ['a box that holds the notice', [box(0, 0, 400, 60)], { left: 200, top: 100 }],
  ['a box inside the notice', [box(0, 0, 400, 10), box(240, 60, 241, 61)], { left: 200, top: 100 }],
  ['every place', [box(0, 30, 400, 110)], undefined],
] as const)
  test(`finds the first free place: ${what}`, () =>
    assert.equal(freeSpot(notice, [200, 0], [0, 50, 100], taken), expected))

test.run()
