import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { holds } from '../../../src/core/flow/arms'
import { pickedOf, withPick } from '../../../src/core/flow/facts'

const test = suite('several answers')

test('options are added and removed, and stay in the order they are offered', () => {
  const offered = ['dog', 'cat', 'bird']
  const pick = (answer: string, one: string) => withPick(answer, one, offered)
  assert.is(pick('', 'cat'), 'cat')
  assert.is(pick('cat', 'dog'), 'dog;cat')
  assert.is(pick('dog;cat', 'dog'), 'cat')
  assert.is(pick('cat', 'cat'), '')
  assert.is(pick('fish;cat', 'bird'), 'cat;bird', 'what is no longer offered goes')
  assert.equal(pickedOf('dog;cat'), ['dog', 'cat'])
  assert.equal(pickedOf(''), [])
})

test('a condition on one option holds whatever else is chosen', () => {
  for (const when of [{ pets: 'cat' }, { pets: ['bird', 'cat'] }]) {
    assert.ok(holds(when, { pets: 'cat' }))
    assert.ok(holds(when, { pets: 'dog;cat' }))
    assert.not.ok(holds(when, { pets: 'dog;fish' }))
    assert.not.ok(holds(when, {}))
  }
  assert.not.ok(holds({ pets: 'cat' }, { pets: 'catfish;dog' }))
})

test.run()
