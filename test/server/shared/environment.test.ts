import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { countOf, isSet } from '../../../server/shared/environment'

const test = suite('environment variables')

test('a switch is on, off or refused', () => {
  for (const value of ['1', 'true']) assert.is(isSet('TRUST_PROXY', value), true, value)
  for (const value of [undefined, '', '0', 'false']) assert.is(isSet('TRUST_PROXY', value), false, value)
  for (const value of ['yes', '2', 'TRUE', ' 1'])
    assert.throws(() => isSet('TRUST_PROXY', value), /^TRUST_PROXY must be 1 or 0$/, value)
})

test('a number is whole, not negative and at most its limit', () => {
  for (const [value, number] of [
    ['0', 0],
    ['14', 14],
    ['9999', 9999],
  ] as const)
    assert.is(countOf('BACKUPS', value), number)
  for (const value of ['', 'x', '-1', '1.5', '10000', '123456'])
    assert.throws(() => countOf('BACKUPS', value), /^BACKUPS must be a number up to 9999$/, value)
  assert.is(countOf('METRICS_PORT', '65535', 65_535), 65_535)
  assert.throws(() => countOf('METRICS_PORT', '65536', 65_535), /^METRICS_PORT must be a number up to 65535$/)
})

test.run()
