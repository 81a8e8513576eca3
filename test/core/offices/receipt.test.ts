import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { addsNothing, type ReceiptFile, receiptDoubt, saysLess } from '../../../src/core/offices/sending-events'

const test = suite('what a receipt says')
const damaged: ReceiptFile = { isDamaged: true, counted: 3 }
const unread: ReceiptFile = {}
const counting = (counted: number): ReceiptFile => ({ counted })

test('a receipt counts the accepted lines, plus at most the open ones', () => {
  const lines = { taken: 2, open: 3 }
  assert.equal(
    [1, 2, 3, 5, 6].map((counted) => receiptDoubt({ counted }, lines)),
    ['count', undefined, undefined, undefined, 'count'],
  )
  assert.equal([receiptDoubt(damaged, lines), receiptDoubt(unread, lines)], ['damaged', 'uncounted'])
})

test('a damaged receipt ranks below a whole one, and one without a number below one with it', () => {
  const ascending = [damaged, unread, counting(3)]
  for (const [at, one] of ascending.entries())
    for (const [other, than] of ascending.entries()) assert.is(saysLess(one, than), at < other)
})

test('only a receipt that says more, or another number, is kept beside another', () => {
  assert.equal(
    [
      addsNothing({ isDamaged: true }, damaged),
      addsNothing(damaged, unread),
      addsNothing(unread, unread),
      addsNothing(counting(3), counting(3)),
    ],
    [true, true, true, true],
  )
  assert.equal(
    [addsNothing(unread, damaged), addsNothing(counting(3), unread), addsNothing(counting(3), counting(4))],
    [false, false, false],
  )
})

test.run()
