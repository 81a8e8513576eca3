import { spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { lockFolder } from '../../../server/store/sqlite/lock'
import { openStore } from '../../../server/store/sqlite/open'
import { recover } from '../../../server/store/sqlite/recovery'
import { failing, folder, stay, using } from './store-world'

// This bundle is also its child process: it opens the given folder, prints the result, and waits to be killed.
if (process.env.STORE_DIR) {
  await openStore({ dir: process.env.STORE_DIR }).then(
    () => console.log('open'),
    (error) => console.log(`${error.name}: ${error.message}`),
  )
  await new Promise((done) => setTimeout(done, 60_000))
}

const test = suite('store and its folder')
const script = `dist/store-process-${process.pid}.mjs`
copyFileSync(process.argv[1]!, script)
process.on('exit', () => rmSync(script, { force: true }))

const another = (dir: string, uid?: number) =>
  new Promise<{ said: string; kill: () => Promise<unknown> }>((done) => {
    const child = spawn(process.execPath, ['--liftoff-only', script], {
      env: { ...process.env, STORE_DIR: dir },
      stdio: ['ignore', 'pipe', 'inherit'],
      uid,
    })
    const gone = new Promise((done) => child.on('close', done))
    child.stdout.once('data', (said) =>
      done({
        said: String(said),
        kill: () => {
          child.kill('SIGKILL')
          return gone
        },
      }),
    )
  })

const locks = (dir: string) => readdirSync(dir).filter((name) => name.includes('lock-'))

test('a second server on the folder is refused with a sentence, the first goes on, and a killed one leaves the folder free', async () => {
  const dir = folder()
  const first = await another(dir)
  assert.is(first.said.trim(), 'open')
  const second = await another(dir)
  assert.match(second.said, /StoreRefused: The data folder is in use by another server \(process \d+\)\. Stop that one/)
  assert.match((await failing(openStore({ dir }))).message, /in use/)
  assert.match((await failing(recover({ dir, now: new Date() }))).message, /in use/)
  await Promise.all([first.kill(), second.kill()])
  await using(openStore({ dir }), async (store) => {
    await store.addCheckin(stay(1))
    assert.match((await failing(openStore({ dir }))).message, /in use/)
  })
  assert.equal(locks(dir), [])
})

test('of many processes started at once exactly one holds the folder, however long its name', async () => {
  for (const dir of [folder(), join(folder(), 'x'.repeat(120))]) {
    mkdirSync(dir, { recursive: true })
    for (let round = 0; round < 5; round++) {
      const tries = await Promise.allSettled(Array.from({ length: 5 }, () => lockFolder(dir)))
      const held = tries.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
      assert.is(held.length, 1)
      await held[0]!()
    }
    assert.equal(locks(dir), [])
  }
})

for (const [name, isFirst, says] of [
  ['lock-0-before', true, 'one that meets another before it by name gives way at once'],
  ['lock-z-after', false, 'one that meets another after it by name waits for that one to give way'],
] as const)
  test(`of two processes started together ${says}`, async () => {
    const dir = folder()
    // The other one gives way as soon as it was asked, the first stays.
    const other = createServer((caller) => {
      caller.destroy()
      if (!isFirst) other.close()
    })
    await new Promise<void>((done) => other.listen(join(dir, name), done))
    const [mine] = await Promise.allSettled([lockFolder(dir)])
    other.close()
    assert.is(mine.status, isFirst ? 'rejected' : 'fulfilled')
    if (mine.status === 'fulfilled') await mine.value()
    else assert.match(mine.reason.message, /in use by another server \(process 0\)/)
  })

test('a folder that cannot be written is refused with a sentence', async () => {
  const dir = folder()
  await using(openStore({ dir }), (store) => store.addCheckin(stay(1)))
  chmodSync(dir, 0o555)
  // Root can write everywhere, so a child without that right tries.
  const root = process.getuid?.() === 0
  if (root) chownSync(dir, 65534, 65534)
  const { said, kill } = await another(dir, root ? 65534 : undefined)
  await kill()
  chmodSync(dir, 0o755)
  assert.match(said, /StoreRefused: The data folder .* cannot be written .*DATA_DIR/)
})

test('a folder with a part that another user owns is refused, although nothing reads it before the first day', async () => {
  // Only root can give a file away.
  if (process.getuid?.() !== 0) return
  for (const part of ['access-log.key', 'checkin.journal', 'backups', 'receipts', 'pictures', 'tabelle']) {
    const dir = folder()
    await using(openStore({ dir }), (store) => store.addCheckin(stay(1)))
    const path = join(dir, part)
    if (part.includes('.')) writeFileSync(path, existsSync(path) ? readFileSync(path) : '{}', { mode: 0o600 })
    else mkdirSync(path, { recursive: true, mode: 0o700 })
    for (const name of ['', ...readdirSync(dir)]) if (name !== part) chownSync(join(dir, name), 65534, 65534)
    const { said, kill } = await another(dir, 65534)
    await kill()
    assert.match(said, `StoreRefused: The store in ${dir} could not be opened: EACCES: permission denied, `, part)
    assert.match(said, `${path}'. Nothing was changed`, part)
  }
})

const lived = async () => {
  const [dir, at] = [folder(), folder()]
  await using(openStore({ dir }), async (store) => {
    await store.addCheckin(stay(1))
    await store.addCheckin(stay(2))
  })
  await using(openStore({ dir }), async (store) => {
    for (const n of [3, 4, 5]) await store.addCheckin(stay(n))
    await store.updateCheckin(1, { paymentId: 'paid' })
    mkdirSync(join(at, 'backups'))
    for (const name of [
      'checkin.sqlite',
      'checkin.journal',
      ...readdirSync(join(dir, 'backups')).map((name) => `backups/${name}`),
    ])
      copyFileSync(join(dir, name), join(at, name))
  })
  return at
}

const flip = (path: string, find: string) => {
  const bytes = readFileSync(path)
  bytes[bytes.indexOf(find) + 2]! ^= 1
  writeFileSync(path, bytes)
}

const ids = (dir: string) =>
  using(openStore({ dir, backups: 0 }), async (store) => (await store.checkins()).map(({ id }) => id))
const now = new Date('2025-07-01T10:00:00Z')

test('a whole store has nothing to recover', async () => {
  const dir = await lived()
  assert.equal(await recover({ dir, now }), ['Nothing to recover: the store is whole.'])
  const placed = folder()
  copyFileSync(join(dir, 'backups', readdirSync(join(dir, 'backups'))[0]!), join(placed, 'checkin.sqlite'))
  assert.equal(
    await recover({ dir: placed, now }),
    ['Nothing to recover: the store is whole.'],
    'a backup put in place',
  )
  assert.equal(await ids(dir), [1, 2, 3, 4, 5])
})

test('a journal broken in the middle is recovered up to the last good record, and lost numbers are not given again', async () => {
  const dir = await lived()
  flip(join(dir, 'checkin.journal'), 'ROSSI 4')
  const broken = readFileSync(join(dir, 'checkin.journal'))
  assert.match((await failing(openStore({ dir }))).message, /damaged after record 3/)
  const said = (await recover({ dir, now })).join('\n')
  assert.match(
    said,
    /Kept: 2 check-ins of checkin\.sqlite and 1 changes of the journal, up to record 3\.\nDropped: \d+ bytes of the journal, some 3 changes/,
  )
  assert.equal(readFileSync(join(dir, 'broken-2025-07-01T10-00-00-000Z', 'checkin.journal')), broken)
  assert.equal(await ids(dir), [1, 2, 3])
  await using(openStore({ dir }), async (store) => assert.ok((await store.addCheckin(stay(6))).id > 5))
})

test('a journal whose first line is broken loses nothing', async () => {
  const dir = await lived()
  flip(join(dir, 'checkin.journal'), 'benvenuto')
  await recover({ dir, now })
  assert.equal(await ids(dir), [1, 2, 3, 4, 5])
})

test('a snapshot whose bytes are unreadable is replaced by a backup only when the operator names it, and the journal goes on from there', async () => {
  const dir = await lived()
  const image = readFileSync(join(dir, 'checkin.sqlite'))
  writeFileSync(join(dir, 'checkin.sqlite'), image.fill(7, 8192, 20_000))
  const error = await failing(recover({ dir, now }))
  const [, name] = error.message.match(
    /checkin\.sqlite is damaged\.\nThe backups are:\n {2}(checkin-[\d-]+\.sqlite): 2 check-ins, 2 changes\nChoose one/,
  )!
  await recover({ dir, from: name!, now })
  assert.equal(await ids(dir), [1, 2, 3, 4, 5])
})

test('a snapshot changed by another program is kept if SQLite reads it, and reported', async () => {
  const dir = await lived()
  flip(join(dir, 'checkin.sqlite'), 'ROSSI 2')
  assert.match((await failing(openStore({ dir }))).message, /checkin\.sqlite is damaged/)
  const [where, ...said] = await recover({ dir, now })
  assert.match(where!, /The files as they were are in .*broken-2025-07-01T10-00-00-000Z; delete it/)
  assert.equal(said, [
    'checkin.sqlite was changed by something else than the server; SQLite can read all of it and it was kept, but look through the check-ins.',
    'Kept: 2 check-ins of checkin.sqlite and 4 changes of the journal, up to record 6.',
    'Dropped: 0 bytes of the journal, some 0 changes.',
    'The store opens and holds 5 check-ins.',
  ])
  assert.equal(await ids(dir), [1, 2, 3, 4, 5])
})

test('for a journal without its end the mark gives the number of lost changes, and their numbers are skipped', async () => {
  const [dir, other] = [await lived(), folder()]
  await using(openStore({ dir }), async (store) => {
    for (const n of [6, 7, 8]) await store.addCheckin(stay(n))
    for (const name of ['checkin.sqlite', 'checkin.journal', 'checkin.mark'])
      copyFileSync(join(dir, name), join(other, name))
  })
  const journal = join(other, 'checkin.journal')
  const lines = readFileSync(journal, 'utf8').trimEnd().split('\n')
  writeFileSync(journal, `${lines.slice(0, -3).join('\n')}\n`)
  assert.match((await failing(openStore({ dir: other }))).message, /cut short/)
  assert.match((await recover({ dir: other, now })).join('\n'), /Dropped: 0 bytes of the journal, some 3 changes\./)
  assert.equal(await ids(other), [1, 2, 3, 4, 5])
  await using(openStore({ dir: other }), async (store) => assert.ok((await store.addCheckin(stay(9))).id > 8))
})

test('without its journal a snapshot is opened only on the operator’s order; without valid data nothing is opened', async () => {
  const dir = await lived()
  rmSync(join(dir, 'checkin.journal'))
  assert.match((await recover({ dir, now })).join(' '), /no checkin\.journal/)
  assert.equal(await ids(dir), [1, 2])
  const next = await using(openStore({ dir, backups: 'untouched' }), (store) => store.addCheckin(stay(3)))
  assert.ok(next.id > 1000, 'nobody knows how many numbers were given')
  rmSync(join(dir, 'checkin.sqlite'))
  rmSync(join(dir, 'backups'), { recursive: true })
  assert.match((await failing(recover({ dir, now }))).message, /checkin\.sqlite is not there\.\nThere is no backup/)
})

test('recovered, dropped and renamed data is reported with exact numbers', async () => {
  const dir = await lived()
  flip(join(dir, 'checkin.journal'), 'ROSSI 5')
  const image = readFileSync(join(dir, 'checkin.sqlite'))
  const [where, kept, dropped, holds, ...rest] = await recover({ dir, now })
  const aside = join(dir, 'broken-2025-07-01T10-00-00-000Z')
  assert.is(where, `The files as they were are in ${aside}; delete it when all is well, it holds guests' data.`)
  assert.equal(
    [kept, holds, rest],
    [
      'Kept: 2 check-ins of checkin.sqlite and 2 changes of the journal, up to record 4.',
      'The store opens and holds 4 check-ins.',
      [],
    ],
  )
  const whole = readFileSync(join(aside, 'checkin.journal'))
  const good = whole.toString().split('\n').slice(0, 3).join('\n').length + 1
  assert.is(dropped, `Dropped: ${whole.length - good} bytes of the journal, some 2 changes.`)
  assert.equal(readdirSync(aside).sort(), ['checkin.journal', 'checkin.sqlite'])
  assert.ok(readFileSync(join(aside, 'checkin.sqlite')).equals(image))
  await using(openStore({ dir }), async (store) => assert.is((await store.addCheckin(stay(6))).id, 8))
})

test('the operator chooses: the backups, the latest first, with their content', async () => {
  const dir = await lived()
  const [name] = readdirSync(join(dir, 'backups'))
  copyFileSync(join(dir, 'backups', name!), join(dir, 'backups', 'checkin-2001-01-01.sqlite'))
  writeFileSync(join(dir, 'backups', 'checkin-2001-01-02.sqlite'), 'nothing')
  rmSync(join(dir, 'checkin.sqlite'))
  assert.is(
    (await failing(recover({ dir, now }))).message,
    [
      'checkin.sqlite is not there.',
      'The backups are:',
      `  ${name}: 2 check-ins, 2 changes`,
      '  checkin-2001-01-02.sqlite: damaged too',
      '  checkin-2001-01-01.sqlite: 2 check-ins, 2 changes',
      'Choose one and run this command again with --from <its name>.',
    ].join('\n'),
  )
  assert.is(
    (await failing(recover({ dir, from: 'checkin-1999-01-01.sqlite', now }))).message.split('\n')[0],
    'checkin-1999-01-01.sqlite is not there.',
  )
  // Only the name of a backup file counts, whatever the folder in the path.
  const [, kept] = await recover({ dir, from: `elsewhere/${name}`, now })
  assert.is(kept, `Kept: 2 check-ins of ${name} and 4 changes of the journal, up to record 6.`)
  assert.equal(await ids(dir), [1, 2, 3, 4, 5])
})

test.run()
