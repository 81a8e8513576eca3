import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { eventLoopYield, inBatches, runSliced } from '../../../server/shared/scheduling'

const test = suite('turns')

const busy = (ms: number) => {
  for (const until = performance.now() + ms; performance.now() < until; );
}

/** Counts how often other tasks run during `work`. */
const letIn = async (work: () => Promise<unknown>) => {
  let count = 0
  let isOver = false
  const look = () => {
    if (isOver) return
    count++
    setImmediate(look)
  }
  setImmediate(look)
  await work()
  isOver = true
  return count
}

test('a sliced computation returns its result and yields meanwhile', async () => {
  const work = function* () {
    for (let n = 0; n < 20; n++) {
      busy(3)
      yield
    }
    return 'done'
  }
  let answer = ''
  const count = await letIn(async () => {
    answer = await runSliced(work())
  })
  assert.is(answer, 'done')
  assert.ok(count >= 9, `others were let in ${count} times in 60 ms`)
})

test('a short computation runs without a pause', async () => {
  const count = await letIn(async () => {
    const yieldIfDue = eventLoopYield()
    for (let n = 0; n < 10; n++) await yieldIfDue()
  })
  assert.ok(count <= 1, `${count} times`)
})

test('a computation that throws rejects with what it threw', async () => {
  const work = function* (): Generator<undefined, never, undefined> {
    yield
    throw new Error('no such month')
  }
  try {
    await runSliced(work())
    assert.unreachable()
  } catch (error) {
    assert.is((error as Error).message, 'no such month')
  }
})

test('a list is worked through in order, fifty elements at a time, and others are let in between', async () => {
  const list = Array.from({ length: 160 }, (_, n) => n)
  let [running, most] = [0, 0]
  let results: number[] = []
  const count = await letIn(async () => {
    results = await inBatches(list, async (n) => {
      most = Math.max(most, ++running)
      await Promise.resolve()
      running--
      return n * 2
    })
  })
  assert.equal([results, most], [list.map((n) => n * 2), 50])
  assert.ok(count >= 3, `${count} times`)
})

test('a failure in a list is thrown when the works begun with it have ended, and no more begin', async () => {
  const ended: number[] = []
  const work = async (n: number) => {
    if (n === 3) throw new Error('disk full')
    await new Promise((done) => setTimeout(done, 5))
    ended.push(n)
  }
  const failed = await inBatches([...Array(120).keys()], work).catch((error: Error) => error.message)
  assert.equal([failed, ended.length], ['disk full', 49])
})

test.run()
