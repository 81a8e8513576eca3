import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { hasOnlyDigits, proposedCode } from '../../../src/core/checkin/code-entry'

const test = suite('reservation codes')

const drawn = (...numbers: number[]) => {
  const left = [...numbers]
  return (below: number) => left.shift()! % below
}

test('a new code has a letter, no ambiguous characters, and is unused', () => {
  assert.is(proposedCode(drawn(0, 1, 2, 23), []), 'ABC2')
  assert.is(proposedCode(drawn(23, 24, 25, 26, 0, 1, 2, 3), []), 'ABCD', 'figures alone are drawn again')
  assert.is(proposedCode(drawn(0, 1, 2, 3, 0, 1, 2, 4), ['ABCD']), 'ABCE', 'one that is taken too')
  const all = Array.from({ length: 31 }, (_, n) => proposedCode(drawn(0, 0, 0, n), []).at(-1)).join('')
  assert.is(new Set(all).size, 31)
  assert.not.match(all, /[01IOL]/)
})

test('digits alone are distinguished from codes with a letter', () => {
  assert.equal(['2020', 'A020', '202A'].map(hasOnlyDigits), [true, false, false])
})

test.run()
