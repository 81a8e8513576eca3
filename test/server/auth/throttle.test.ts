import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { throttle } from '../../../server/auth/throttle'

const test = suite('throttle')
const day = 86_400_000
const failing = async (count: number, kind: Parameters<ReturnType<typeof throttle>['fail']>[0] = 'pin', at = 0) => {
  const one = throttle()
  for (let n = 0; n < count; n++) await one.fail(kind, 'me', at)
  return one
}

test('the first failures are free, each next one waits twice as long, and the day has a limit', async () => {
  const waits = await Promise.all(
    [2, 3, 4, 9, 10, 11].map(async (count) => (await failing(count)).wait('pin', 'me', 1000)),
  )
  assert.equal(waits, [0, 29, 59, 1919, 86_399, 86_399])
})

test('a guest’s daily quota refuses the next request, without an earlier wait', async () => {
  for (const [kind, daily] of [
    ['checkin', 100],
    ['change', 500],
    ['lookUp', 200],
    ['pinAsCode', 5],
    ['newCode', 10],
    ['rightCode', 10],
    ['doors', 60],
    ['program', 5000],
  ] as const) {
    assert.is((await failing(daily - 1, kind)).wait(kind, 'me', 0), 0, kind)
    assert.is((await failing(daily, kind)).wait(kind, 'me', 0), 86_400, kind)
  }
})

test('each wrong code waits four times as long as the last, and all is forgotten after a year', async () => {
  for (const [kind, free] of [
    ['browser', 3],
    ['network', 5],
    ['block', 50],
  ] as const) {
    const waits = await Promise.all(
      [free - 1, free, free + 1, free + 5].map(async (count) => (await failing(count, kind)).wait(kind, 'me', 0)),
    )
    assert.equal(waits, [0, 60, 240, 61_440], kind)
    const one = await failing(free + 12, kind)
    assert.ok(one.wait(kind, 'me', 365 * day - 1) > 0, kind)
    assert.equal([one.count(kind, 'me', 365 * day - 1), one.wait(kind, 'me', 365 * day)], [free + 12, 0], kind)
  }
})

test('a day after the first failure everything is forgotten, and not a moment before', async () => {
  const one = await failing(10)
  assert.is(one.wait('pin', 'me', day - 1), 1)
  assert.is(one.wait('pin', 'me', day), 0)
  await one.fail('pin', 'me', day)
  assert.is(one.wait('pin', 'me', day), 0, 'counted from one again')
})

test('a clock that was set back locks no one out', async () => {
  assert.is((await failing(10, 'pin', 5000)).wait('pin', 'me', 4999), 0)
})

test('twenty thousand senders are remembered, and one more replaces the oldest', async () => {
  const one = throttle()
  const many = Array.from({ length: 20_000 }, (_, n) => `n${n}`)
  for (const who of many) for (let n = 0; n < 5; n++) await one.fail('network', who, 0)
  assert.is(one.wait('network', 'n0', 0), 60)
  await one.fail('network', 'one more', 0)
  assert.equal([one.wait('network', 'n0', 0), one.wait('network', 'n1', 0)], [0, 60])
})

test('the latest failure is the last to be dropped', async () => {
  const one = throttle()
  for (let n = 0; n < 20_000; n++) await one.fail('change', `n${n}`, 0)
  for (let n = 1; n < 500; n++) await one.fail('change', 'n0', 0)
  await one.fail('change', 'one more', 0)
  assert.is(one.wait('change', 'n0', 0), day / 1000)
})

test('one failure is forgiven, or all of them', async () => {
  const one = await failing(4)
  await one.forgive('pin', 'me')
  assert.is(one.wait('pin', 'me', 0), 30)
  await one.forgive('pin', 'nobody')
  assert.is(one.wait('pin', 'nobody', 0), 0)
  await one.clear('pin', 'me')
  assert.is(one.wait('pin', 'me', 0), 0)
})

test('a secret’s budget is stored, continues after a restart, and is dropped when it expires', async () => {
  const kept = new Map<string, object | null>()
  const save = async (name: string, value: object | null) => void kept.set(name, value)
  const one = throttle({}, save)
  for (let n = 0; n < 3; n++) await one.fail('pin', 'me', 7)
  await one.fail('browser', 'me', 7)
  assert.equal([...kept], [['pin me', { count: 3, since: 7, last: 7 }]])
  const again = throttle({ 'pin me': { count: 3, since: 7, last: 7 }, 'unknown me': { count: 9 } }, save)
  assert.is(again.wait('pin', 'me', 7), 30)
  await again.fail('pin', 'other', day + 7)
  assert.is(kept.get('pin me'), null)
  await again.clear('pin', 'other')
  assert.is(kept.get('pin other'), null)
  await again.clear('pin', 'nobody')
  assert.is(kept.has('pin nobody'), false)
})

test('an expired count is removed without another failure, also one that a younger failure keeps behind', async () => {
  const kept = new Map<string, object | null>()
  const save = async (name: string, value: object | null) => void kept.set(name, value)
  const year = 365 * day
  const one = throttle({ 'network old': { count: 1, since: 0, last: 0 } }, save)
  await one.fail('network', 'young', day)
  await one.fail('network', 'old', 2 * day)
  await one.forgetExpired(year - 1)
  assert.ok(kept.get('network old'))
  await one.forgetExpired(year)
  assert.is(kept.get('network old'), null)
  assert.ok(kept.get('network young'))
})

test('a try at the end of the day starts a new day with all its free failures', async () => {
  const one = await failing(10)
  for (let n = 0; n < 3; n++) await one.fail('pin', 'me', day)
  assert.is(one.wait('pin', 'me', day), 30)
})

test('each limit has its free failures and its day, tested one before and at the limit', async () => {
  for (const [kind, free, daily, delay, growth] of [
    ['pin', 3, 10, 30, 2],
    ['access', 3, 10, 30, 2],
    ['door', 1, 8, 120, 1],
  ] as const) {
    const waits = await Promise.all(
      [free - 1, free, daily - 1, daily].map(async (count) => (await failing(count, kind)).wait(kind, 'me', 0)),
    )
    assert.equal(waits, [0, delay, delay * growth ** (daily - 1 - free), 86_400], kind)
  }
})

test('a stored counter without numbers starts at zero', async () => {
  assert.is(throttle({ 'pin me': { count: 3 } }).wait('pin', 'me', 0), 30)
  const empty = throttle({ 'pin me': {} })
  for (let n = 0; n < 2; n++) await empty.fail('pin', 'me', 0)
  assert.is(empty.wait('pin', 'me', 0), 0)
})

test.run()
