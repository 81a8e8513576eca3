import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { centsOf, euros, storedEuros } from '../../../src/core/checkin/money'

const test = suite('amounts of money')

test('cents are written with two decimals and their sign', () => {
  for (const [cents, text] of [
    [0, '0,00'],
    [5, '0,05'],
    [-5, '-0,05'],
    [99, '0,99'],
    [100, '1,00'],
    [-12_345, '-123,45'],
    [123_450, '1234,50'],
  ] as const) {
    assert.is(euros(cents), text)
    assert.is(storedEuros(cents), text.replace(',', '.'))
  }
})

test('an amount is typed with a comma or a point and up to two decimals', () => {
  for (const [typed, cents] of [
    ['2,50', 250],
    ['2.5', 250],
    ['2.05', 205],
    [' 3 ', 300],
    ['9999', 999_900],
    ['0', 0],
    ['', undefined],
    ['10000', undefined],
    ['2,505', undefined],
    ['2,', undefined],
    ['-2', undefined],
    ['2 50', undefined],
  ] as const)
    assert.is(centsOf(typed), cents, typed)
})

test.run()
