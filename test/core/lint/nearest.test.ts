import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { near } from '../../../src/core/lint/nearest'

const test = suite('near')

test('a misspelt word is near the one that was meant', () => {
  assert.is(near('nmae', ['lastName', 'name', 'email']), 'name')
  assert.is(near('brithCity', ['birthCountry', 'birthCity']), 'birthCity')
  assert.is(near('Italy', ['Italia', 'Francia']), 'Italia')
  assert.is(near('/guest-brith-city', ['/guest-birth-city', '/second-guest-birth-city']), '/guest-birth-city')
})

test('capitals alone are near', () => {
  assert.is(near('birthcity', ['birthCity']), 'birthCity')
})

test('a word nobody can have meant is near nothing', () => {
  assert.is(near('carPlate', ['name', 'email', 'birthCity']), undefined)
  assert.is(near('si', ['yes', 'no']), undefined)
  assert.is(near('9', ['1', '2']), undefined)
  assert.is(near('name', []), undefined)
})

test('a word is not near itself', () => {
  assert.is(near('name', ['name']), undefined)
})

test.run()
