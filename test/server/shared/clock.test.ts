import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { italianDay, italianTime } from '../../../server/shared/clock'
import { onOneDay } from '../../one-day'

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

test('a test that would cross midnight in Italy waits for the next day', async () => {
  const waits = async (now: string) => {
    let waited = 0
    await onOneDay(
      30_000,
      () => Date.parse(now),
      async (ms) => void (waited = ms),
    )
    return waited
  }
  assert.equal(
    await Promise.all(
      [
        '2026-01-09T22:59:29.000Z',
        '2026-01-09T22:59:31.000Z',
        '2026-07-09T22:00:00.000Z',
        '2026-07-09T21:59:59.999Z',
      ].map(waits),
    ),
    [0, 30_000, 0, 1_001],
  )
})

test.run()
