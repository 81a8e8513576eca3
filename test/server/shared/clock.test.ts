import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { italianDay, italianTime } from '../../../server/shared/clock'

const test = suite('the clock')

test('a day begins at midnight in Italy, in winter and in summer', () => {
  for (const [now, day, time] of [
    ['2026-01-09T22:59:59.999Z', '2026-01-09', '23:59'],
    ['2026-01-09T23:00:00.000Z', '2026-01-10', '00:00'],
    ['2026-07-09T21:59:59.999Z', '2026-07-09', '23:59'],
    ['2026-07-09T22:00:00.000Z', '2026-07-10', '00:00'],
    ['2026-01-09T08:05:00.000Z', '2026-01-09', '09:05'],
  ] as const) {
    assert.is(italianDay(new Date(now)), day, now)
    assert.is(italianTime(new Date(now)), time, now)
  }
})

test.run()
