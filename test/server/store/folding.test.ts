import { setTimeout as pause } from 'node:timers/promises'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { machineDisk } from '../../../server/store/disk'
import { scheduleFolding } from '../../../server/store/sqlite/folding'
import type { Journal } from '../../../server/store/sqlite/journal'
import { folder } from './store-world'

const test = suite('when the journal is folded')

/** The schedule of a journal that has always outgrown its snapshot, and how often it was folded, 300 ms each. */
const alwaysOutgrown = () => {
  let folds = 0
  const journal = {
    holds: () => 1,
    ready: async () => {},
    here: () => ({ seq: 1, sum: '', offset: 0 }),
    size: () => 1,
    restart: async () => {},
  } as unknown as Journal
  const folding = scheduleFolding({
    disk: machineDisk,
    dir: folder(),
    journal,
    fold: async () => {
      folds++
      await pause(300)
      return { size: 1 }
    },
    size: 0,
    now: () => new Date(),
    backups: 'untouched',
    report: assert.unreachable,
    outgrown: () => true,
  })
  return { ...folding, add: () => folding.after(['add', null, null, {}]), folds: () => folds }
}

test('a burst is folded once and then rests nine times as long as that took, but not from what was removed', async () => {
  const { add, after, folds, stop } = alwaysOutgrown()
  add()
  await pause(600)
  add()
  await pause(100)
  assert.is(folds(), 1, 'it rests')
  after(['remove', 1])
  await pause(2_200)
  assert.is(folds(), 2, 'what was removed leaves after two seconds')
  await stop()
  assert.is(folds(), 3, 'and the end waits for nothing')
})

test('what comes while the journal is folded asks for no folding each, and other work has its turn after it', async () => {
  const { add, between, folds, stop } = alwaysOutgrown()
  const coming = setInterval(add, 2)
  await pause(100)
  assert.is(await between(async () => folds()), 1, 'no second one before it')
  clearInterval(coming)
  await stop()
  assert.is(folds(), 2, 'and the last')
})

test.run()
