import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { nearestWord } from '../../../src/core/lint/findings'

const test = suite('near')

test('a misspelt word is near the intended one', () => {
  assert.is(nearestWord('nmae', ['lastName', 'name', 'email']), 'name')
  assert.is(nearestWord('brithCity', ['birthCountry', 'birthCity']), 'birthCity')
  assert.is(nearestWord('Italy', ['Italia', 'Francia']), 'Italia')
  assert.is(nearestWord('/guest-brith-city', ['/guest-birth-city', '/second-guest-birth-city']), '/guest-birth-city')
})

test('words that differ in capitals are near', () => {
  assert.is(nearestWord('birthcity', ['birthCity']), 'birthCity')
})

test('an unrelated word is near no other', () => {
  assert.is(nearestWord('carPlate', ['name', 'email', 'birthCity']), undefined)
  assert.is(nearestWord('si', ['yes', 'no']), undefined)
  assert.is(nearestWord('9', ['1', '2']), undefined)
  assert.is(nearestWord('name', []), undefined)
})

test('two letters of five may be wrong, not three, and one of four', () => {
  for (const [word, near, far] of [
    ['abcde', 'abcxy', 'abxyz'],
    ['abcde', 'abc', 'ab'],
    ['abcde', 'abcdexy', 'abcdexyz'],
    ['abcde', 'xyabcde', 'xyzabcde'],
    ['xyabc', 'abc', 'bc'],
    ['abcde', 'bacxe', 'bacxy'],
    ['abcd', 'abdc', 'abxy'],
    ['abc', 'acb', 'cab'],
  ] as const) {
    assert.is(nearestWord(word, [near]), near)
    assert.is(nearestWord(word, [far]), undefined)
  }
})

test('the nearer of two words is chosen, the first of two equally near', () => {
  assert.is(nearestWord('abcde', ['abc', 'abcd']), 'abcd')
  assert.is(nearestWord('abcde', ['abcdy', 'abcdx']), 'abcdy')
})

test('a word is not near itself', () => {
  assert.is(nearestWord('name', ['name']), undefined)
})

test.run()
