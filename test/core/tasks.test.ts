import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { serialQueue } from '../../src/core/tasks'

const test = suite('a queue of tasks')

/** Tasks that note when they begin and end, and end in a later turn. */
const noted = () => {
  const notes: string[] = []
  const task = (name: string, fault?: Error) => async () => {
    notes.push(`${name} begins`)
    await new Promise((done) => setImmediate(done))
    notes.push(`${name} ends`)
    if (fault) throw fault
    return name
  }
  return { notes, task }
}

test('a task begins when the one before has ended, also after a failure, which its caller hears of', async () => {
  const { notes, task } = noted()
  const { run, idle } = serialQueue()
  const all = [run(task('a')), run(task('b', new Error('of b'))), run(task('c'))]
  const results = await Promise.allSettled(all)
  assert.equal(
    results.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message)),
    ['a', 'of b', 'c'],
  )
  assert.equal(notes, ['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  await idle()
})

test('idle waits for every task so far, failed or not', async () => {
  const { notes, task } = noted()
  const { run, idle } = serialQueue()
  run(task('a', new Error('of a'))).catch(() => {})
  run(task('b')).catch(() => {})
  await idle()
  assert.equal(notes, ['a begins', 'a ends', 'b begins', 'b ends'])
})

test.run()
