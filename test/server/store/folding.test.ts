import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { machineDisk } from '../../../server/store/sealed/disk'
import type { FoldTask } from '../../../server/store/sqlite/fold-files'
import { type FoldingOptions, outgrown, scheduleFolding } from '../../../server/store/sqlite/folding'
import type { Journal } from '../../../server/store/sqlite/journal'
import { addErased, readErased, writeErased } from '../../../server/store/sqlite-file/erase-again'
import { folder } from './store-world'

const test = suite('when the journal is folded')

/** A fake clock; `pass` runs the timers that are due and waits for their effects. */
const stoppedTime = () => {
  type Timer = { at: number; every?: number | undefined; work: () => void }
  const timers = new Set<Timer>()
  let at = 0
  const begin =
    (isAgain: boolean) =>
    (work: () => void, wait: number): object => {
      const timer: Timer = { at: at + wait, work, ...(isAgain && { every: wait }) }
      timers.add(timer)
      return Object.assign(timer, { unref: () => timer })
    }
  const end = (timer?: Timer) => timer && void timers.delete(timer)
  const real = { setTimeout, setInterval, clearTimeout, clearInterval }
  const { now } = performance
  const faked = { setTimeout: begin(false), setInterval: begin(true), clearTimeout: end, clearInterval: end }
  Object.assign(globalThis, faked)
  performance.now = () => at
  const turn = () => new Promise((done) => setImmediate(done))
  return {
    pass: async (milliseconds: number) => {
      const until = at + milliseconds
      for (;;) {
        for (let n = 0; n < 5; n++) await turn()
        const [next] = [...timers].filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)
        if (!next) break
        at = next.at
        if (next.every) next.at += next.every
        else timers.delete(next)
        next.work()
      }
      at = Math.max(at, until)
    },
    takes: (milliseconds: number) => (at += milliseconds),
    waiting: () => timers.size,
    over: () => {
      Object.assign(globalThis, real)
      performance.now = now
    },
  }
}

type Asked = (FoldTask & { upTo?: { seq: number } })[]

const folded = (options: Partial<FoldingOptions> = {}) => {
  const time = stoppedTime()
  const dir = folder()
  const said: string[] = []
  const asked: Asked = []
  const restarted: unknown[] = []
  const journal = {
    records: 1,
    bytes: 0,
    fault: undefined as Error | undefined,
    holds: () => journal.records,
    ready: async () => {
      if (journal.fault) throw journal.fault
    },
    here: () => ({ seq: journal.records, sum: 'sum', offset: 0 }),
    size: () => journal.bytes,
    restart: async (from: unknown) => void restarted.push(from),
  }
  const folding = scheduleFolding({
    disk: machineDisk,
    dir,
    journal: journal as unknown as Journal,
    fold: async (task) => {
      asked.push(task as Asked[number])
      return { size: 1 }
    },
    size: 0,
    now: () => new Date('2026-11-20T10:00:00Z'),
    backups: 'untouched',
    report: (line) => said.push(line),
    outgrown: () => false,
    ...options,
  })
  /** Moves the clock and waits until the started work has ended. */
  const pass = async (milliseconds: number) => {
    await time.pass(milliseconds)
    await folding.between(async () => {})
  }
  return { ...folding, time: { ...time, pass }, dir, said, asked, restarted, journal }
}

/** Runs a test on a fake clock and restores the real one. */
const inStoppedTime =
  (work: (world: ReturnType<typeof folded>) => Promise<void>, options: Partial<FoldingOptions> = {}) =>
  async () => {
    const world = folded(options)
    await work(world).finally(world.time.over)
  }

test('a journal is folded at an eighth of its snapshot, and not below 4 MB', () => {
  const four = 4 << 20
  assert.equal([outgrown(four, 0), outgrown(four + 1, 0), outgrown(four + 1, 8 * four + 8)], [false, true, false])
  assert.equal([outgrown(four + 2, 8 * four + 8), outgrown(10 * four + 1, 80 * four)], [true, true])
})

test(
  'existing changes are folded two seconds after the start, and then every hour',
  inStoppedTime(async ({ time, asked, restarted, dir, stop }) => {
    await time.pass(1_999)
    assert.is(asked.length, 0)
    await time.pass(1)
    const upTo = { seq: 1, sum: 'sum', offset: 0 }
    assert.equal(asked, [{ dir, upTo, as: 'snapshot', to: join(dir, 'checkin.sqlite') }])
    assert.equal(restarted, [upTo])
    await time.pass(3_600_000 - 2_001)
    assert.is(asked.length, 1)
    await time.pass(1)
    assert.is(asked.length, 2)
    await stop()
    assert.equal([asked.length, time.waiting()], [3, 0])
    await time.pass(7_200_000)
    assert.is(asked.length, 3, 'and never after the end')
  }),
)

test(
  'removed or replaced data is folded after two seconds, changed data after thirty, the rest when it has grown',
  inStoppedTime(async ({ time, asked, after }) => {
    await time.pass(2_000)
    for (const [change, wait] of [
      [['remove', 1], 2_000],
      [['removeNote', 'booking', 1], 2_000],
      [['replaceNote', 'booking', 1, { erased: true }], 2_000],
      [['all', [['remove', 1]]], 2_000],
      [['keep', 'setting', {}], 2_000],
      [['change', 1, {}], 30_000],
    ] as const) {
      asked.length = 0
      after(change as never)
      await time.pass(wait - 1)
      assert.is(asked.length, 0, `${change[0]} before ${wait}`)
      await time.pass(1)
      assert.is(asked.length, 1, `${change[0]} after ${wait}`)
    }
    asked.length = 0
    const removed = ['removeNote', 'mail', 1]
    const changed = ['replaceNote', 'booking', 1, {}]
    for (const change of [
      ['add'],
      ['note'],
      ['keep', 'counter'],
      ['keepFirst', 'setting'],
      ['nothing'],
      removed,
      changed,
    ])
      after(change as never)
    await time.pass(1_000_000)
    assert.is(asked.length, 0)
  }),
)

test(
  'the sooner of two waits counts, in any order',
  inStoppedTime(async ({ time, asked, after }) => {
    await time.pass(2_000)
    asked.length = 0
    after(['change', 1, {}] as never)
    await time.pass(10_000)
    after(['remove', 1] as never)
    after(['change', 1, {}] as never)
    await time.pass(2_000)
    assert.is(asked.length, 1)
    await time.pass(60_000)
    assert.is(asked.length, 1, 'one folding for all of them')
  }),
)

test(
  'a failed fold is reported, and retried after a minute; an empty journal is not folded',
  inStoppedTime(async ({ time, asked, journal, said, stop }) => {
    journal.fault = new Error('the disk is full')
    await time.pass(2_000)
    const sentence = 'The snapshot or the backup could not be written (the disk is full); it will be tried again.'
    assert.equal([said, asked.length], [[sentence], 0])
    journal.fault = undefined
    await time.pass(59_999)
    assert.is(asked.length, 0)
    await time.pass(1)
    assert.equal([asked.length, said.length], [1, 1])
    journal.records = 0
    await stop()
    assert.is(asked.length, 1)
  }),
)

test('a journal larger than its snapshot is folded at once, then after nine times the duration', async () => {
  const world = folded({
    outgrown: (journal, snapshot) => journal > snapshot,
    fold: async () => {
      world.asked.push({} as never)
      world.time.takes(100)
      return { size: 10 }
    },
  })
  const { time, asked, after, journal, over } = { ...world, over: world.time.over }
  try {
    await time.pass(2_000)
    after(['add'] as never)
    await time.pass(900)
    assert.is(asked.length, 1, 'it has not outgrown it')
    journal.bytes = 11
    after(['add'] as never)
    await time.pass(0)
    assert.is(asked.length, 2, 'at once')
    await time.pass(899)
    after(['add'] as never)
    assert.is(asked.length, 2)
    journal.bytes = 10
    await time.pass(1)
    assert.is(asked.length, 3)
    await time.pass(3_000_000)
    assert.is(asked.length, 3)
  } finally {
    over()
  }
})

/** The schedule of a journal that is always larger than its snapshot; a fold takes 300 ms. */
const alwaysOutgrown = (during = () => {}) => {
  const world = folded({
    outgrown: () => true,
    fold: async () => {
      world.asked.push({} as never)
      during()
      world.time.takes(300)
      return { size: 1 }
    },
  })
  return world
}

test('a burst is folded once, then folding pauses nine times as long as it took, except after a removal', async () => {
  const { time, asked, after, stop } = alwaysOutgrown()
  try {
    for (let n = 0; n < 3; n++) after(['add'] as never)
    await time.pass(0)
    after(['add'] as never)
    await time.pass(100)
    assert.is(asked.length, 1, 'it rests')
    after(['remove', 1] as never)
    await time.pass(1_999)
    assert.is(asked.length, 1)
    await time.pass(1)
    assert.is(asked.length, 2, 'what was removed leaves after two seconds')
    after(['add'] as never)
    await time.pass(100)
    assert.is(asked.length, 2)
    await stop()
    assert.is(asked.length, 3, 'and the end waits for nothing')
  } finally {
    time.over()
  }
})

test('changes during a fold do not each request one, and other work gets its turn after it', async () => {
  const { time, asked, after, between, stop } = alwaysOutgrown(() => {
    for (let n = 0; n < 50; n++) after(['add'] as never)
  })
  try {
    after(['add'] as never)
    await time.pass(100)
    assert.is(await between(async () => asked.length), 1, 'no second one before it')
    await stop()
    assert.is(asked.length, 2, 'and the last')
  } finally {
    time.over()
  }
})

test(
  'the day’s backup is made once, if the store is not empty, and older ones are deleted',
  inStoppedTime(
    async ({ time, asked, journal, dir, after }) => {
      const [kept, old] = ['2026-11-19', '2026-11-01'].map((day) => join(dir, 'backups', `checkin-${day}.sqlite`))
      mkdirSync(join(dir, 'backups'))
      for (const path of [kept!, old!]) writeFileSync(path, '')
      const today = join(dir, 'backups', 'checkin-2026-11-20.sqlite')
      journal.records = 0
      await time.pass(2_000)
      assert.equal(asked, [])
      journal.records = 3
      after(['remove', 1] as never)
      await time.pass(2_000)
      assert.equal(
        asked.map((task) => [task.as, 'to' in task && task.to, task.upTo?.seq]),
        [
          ['snapshot', join(dir, 'checkin.sqlite'), 3],
          ['backup', today, 3],
        ],
      )
      assert.equal([existsSync(kept!), existsSync(old!)], [true, false])
      writeFileSync(today, '')
      after(['remove', 1] as never)
      await time.pass(2_000)
      assert.equal(
        asked.slice(2).map(({ as }) => as),
        ['snapshot'],
      )
    },
    { backups: 2 },
  ),
)

test(
  'with backups switched off the existing ones are deleted, and none is made',
  inStoppedTime(
    async ({ time, asked, dir }) => {
      mkdirSync(join(dir, 'backups'))
      writeFileSync(join(dir, 'backups', 'checkin-2026-11-19.sqlite'), '')
      await time.pass(2_000)
      assert.equal([asked.map(({ as }) => as), readdirSync(join(dir, 'backups'))], [['snapshot'], []])
    },
    { backups: 0 },
  ),
)

test('erased data is removed from the backups, but closing does not wait for it', async () => {
  const list = [{ id: 1, what: 'record' as const, is: '0123456789abcdef' }]
  const options = { backups: 5, fold: undefined as never }
  const world = folded({
    ...options,
    fold: async (task) => {
      world.asked.push(task as never)
      if (task.as === 'snapshot') await addErased(machineDisk, task.dir, list)
      return { size: 1 }
    },
  })
  const { time, asked, dir, stop } = world
  try {
    await time.pass(2_000)
    assert.equal(asked.at(-1), { dir, as: 'freeing', at: '2026-11-20T10:00:00.000Z' } as never)
    assert.equal((await readErased(machineDisk, dir)).list, list)
    await writeErased(machineDisk, dir, { list, freed: 1 })
    asked.length = 0
    await time.pass(3_600_000)
    assert.equal(
      asked.map(({ as }) => as),
      ['snapshot', 'backup'],
    )
    await writeErased(machineDisk, dir, { list, freed: 0 })
    asked.length = 0
    await stop()
    assert.equal(
      asked.map(({ as }) => as),
      ['snapshot', 'backup'],
    )
  } finally {
    time.over()
  }
})

test(
  'other failing work does not stop folding',
  inStoppedTime(async ({ time, asked, between }) => {
    const failed = await between(() => Promise.reject(new Error('no'))).catch(({ message }: Error) => message)
    await time.pass(2_000)
    assert.equal([failed, asked.length, await between(async () => 'done')], ['no', 1, 'done'])
  }),
)

test.run()
