import { setTimeout as pause } from 'node:timers/promises'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { machineDisk } from '../../../server/store/disk'
import { scheduleFolding } from '../../../server/store/sqlite/folding'
import type { Journal } from '../../../server/store/sqlite/journal'
import { folder } from './store-world'

const test = suite('when the journal is folded')

test('a burst is folded once and then rests nine times as long as that took, but not from what was removed', async () => {
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
  folding.after(['add', null, null, {}])
  await pause(600)
  folding.after(['add', null, null, {}])
  await pause(600)
  assert.is(folds, 1, 'it rests')
  folding.after(['remove', 1])
  await pause(2_300)
  assert.is(folds, 2, 'what was removed leaves after two seconds')
  await folding.stop()
  assert.is(folds, 3, 'and the end waits for nothing')
})

test.run()
