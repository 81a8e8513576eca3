import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { secretSettings } from '../../../schema/settings'
import { machineDisk, replaceSealed } from '../../../server/store/sealed/disk'
import { dataKey } from '../../../server/store/sealed/sealing'
import { foldFiles } from '../../../server/store/sqlite/fold-files'
import { foldInWorker } from '../../../server/store/sqlite/folding'
import { lockFolder } from '../../../server/store/sqlite/lock'
import { openStore } from '../../../server/store/sqlite/open'
import { forgetFiles, packFiles, unpackFiles } from '../../../server/store/sqlite-file/backup-files'
import { checkinsAfter, notesAfter, patched, runChange, withId } from '../../../server/store/sqlite-file/changes'
import { inspectImage, openDatabase } from '../../../server/store/sqlite-file/database'
import { changeFeed, HeldElsewhere, StoreRefused, StoreUnavailable } from '../../../server/store/store'
import { failing, folder, stay, using } from './store-world'

const test = suite('parts of the store')

const feed = (there: Set<number> = new Set()) => {
  let last = 0
  return changeFeed({
    addCheckin: async () => ({ id: ++last }),
    updateCheckin: async (id: number) => (there.has(id) ? { id } : undefined),
    removeCheckin: async (id: number) => there.delete(id),
  } as never)
}

test('a page gets the check-ins changed since its last request, each once, and so do all listeners', async () => {
  const { store, cursor, since, touch, listen } = feed(new Set([1, 2]))
  const heard: unknown[] = []
  listen((id, changed) => heard.push(changed ?? id))
  const start = cursor()
  assert.equal(since(start), [])
  await store.addCheckin({})
  const second = cursor()
  await store.updateCheckin(2, {})
  await store.updateCheckin(9, {})
  await store.removeCheckin(9)
  await store.removeCheckin(1)
  touch(...([7, true] as unknown as [number]))
  await store.updateCheckin(2, {})
  assert.equal(
    [since(start), since(second)],
    [
      [1, 7, 2],
      [1, 7, 2],
    ],
  )
  assert.equal(heard, [{ id: 1 }, { id: 2 }, 1, 7, { id: 2 }], 'with the record where the change tells it')
  assert.equal(since(cursor()), [])
  const [life, count] = cursor().split('-') as [string, string]
  assert.match(life, /^[0-9a-f]{12}$/)
  for (const other of [`${life}-${Number(count) + 1}`, `x-${count}`, life, `${life}-1.5`, `${life}-x`, ''])
    assert.is(since(other), undefined, other)
})

test('the feed remembers changes of two thousand check-ins; a page further behind reads all again', () => {
  const { touch, cursor, since } = feed()
  const start = cursor()
  for (let id = 1; id <= 2_000; id++) touch(id)
  assert.is(since(start)?.length, 2_000)
  const life = start.split('-')[0]
  touch(2_001)
  assert.equal([since(start), since(`${life}-0`), since(`${life}-1`)?.length], [undefined, undefined, 2_000])
  touch(2)
  assert.is(since(`${life}-1`)?.length, 2_000, 'one that changes again is no other')
})

test('a store has one feed, whoever asks for it', () => {
  const plain = {} as never
  assert.is(changeFeed(plain), changeFeed(plain))
})

test('a record is changed field by field, and its number comes first', () => {
  assert.equal(patched({ a: 1, b: 2, c: 0 }, { b: null, c: '', d: 4 }), { a: 1, c: '', d: 4 })
  assert.equal([withId(7, '{}'), withId(7, '{"a":1}')], ['{"id":7}', '{"id":7,"a":1}'])
})

test('lists are read five hundred at a time, by day of arrival or departure, in the order of numbers', async () => {
  const { sql, together, close } = await openDatabase()
  together(() => {
    for (let n = 1; n <= 501; n++)
      runChange(sql, ['add', null, null, { arrivalDate: `2026-11-${n % 2 ? 20 : 21}`, departureDate: '2026-11-22' }])
    for (let n = 1; n <= 501; n++) runChange(sql, ['note', 'export', { n }])
    runChange(sql, ['note', 'access', {}])
  })
  const ids = (...of: Parameters<typeof checkinsAfter> extends [unknown, ...infer R] ? R : never) =>
    checkinsAfter(sql, ...of).map(([id]) => id)
  assert.equal([ids({}, 0).length, ids({}, 500), ids({}, 501)], [500, [501], []])
  assert.equal(ids({ date: '2026-11-20' }, 0).slice(0, 3), [1, 3, 5])
  assert.equal(ids({ date: '2026-11-20' }, 495), [497, 499, 501])
  assert.equal(ids({ date: '2026-11-20', to: '2026-11-21' }, 498), [499, 500, 501])
  assert.equal([ids({ date: '2026-11-22' }, 0), ids({ date: '2026-11-22', by: 'departure' }, 499)], [[], [500, 501]])
  assert.equal([notesAfter(sql, 'export', 0).length, notesAfter(sql, 'export', 500)], [500, [[501, '{"n":501}']]])
  assert.equal(notesAfter(sql, 'access', 0), [[502, '{}']])
  close()
})

test('a change of several is done whole or not at all, and one of a later version is refused', async () => {
  const { sql, together, close } = await openDatabase()
  const count = () => sql('SELECT count(*) FROM checkins')[0]![0]
  assert.equal(runChange(sql, ['all', [['add', 'o', 'd', { a: 1 }], ['nothing'], ['remove', 9]]]), [
    { id: 1, a: 1 },
    undefined,
    false,
  ])
  for (const name of ['later', 'toString', 7])
    assert.throws(
      () => together(() => [runChange(sql, ['remove', 1]), runChange(sql, [name] as never)]),
      (error: Error) =>
        error instanceof StoreRefused && /^checkin\.journal was written by a later version/.test(error.message),
    )
  assert.is(count(), 1)
  assert.equal(
    runChange(sql, ['add', 'o', 'd', { a: 2 }]),
    { id: 1, a: 1, isRepeated: true },
    'an attempt is one check-in',
  )
  assert.equal((runChange(sql, ['add', 'other', 'd', {}]) as { id: number }).id, 2)
  assert.equal((runChange(sql, ['add', null, null, {}]) as { id: number }).id, 3)
  runChange(sql, ['skip', 5])
  assert.equal((runChange(sql, ['add', null, null, {}]) as { id: number }).id, 9)
  assert.equal(
    [runChange(sql, ['change', 1, { a: null, b: 2 }]), runChange(sql, ['change', 99, {}])],
    [{ id: 1, b: 2 }, undefined],
  )
  assert.equal(
    [runChange(sql, ['keepFirst', 'secret', 'k', 1]), runChange(sql, ['keepFirst', 'secret', 'k', 2])],
    [1, 1],
  )
  close()
})

test('a download goes on without what is no receipt, and without a receipt that cannot be read', async () => {
  const dir = folder()
  const receipts = join(dir, 'receipts')
  mkdirSync(join(receipts, 'older'), { recursive: true })
  for (const name of ['a.pdf', 'b.pdf', 'c.pdf.new', '.DS_Store']) writeFileSync(join(receipts, name), name)
  const [sound, damaged] = [join(receipts, 'a.pdf'), join(receipts, 'b.pdf')]
  const disk = { ...machineDisk, keys: { all: [dataKey(Buffer.alloc(32, 'a'))] } }
  await replaceSealed(disk, sound, Buffer.from('receipt'))
  const said: string[] = []
  const store = await openStore({ dir, disk, backups: 0, report: (line) => said.push(line) })
  const found = await inspectImage(Buffer.from(await store.backup()))
  await buffer((await store.sealedBackup('quattro parole a caso')).parts)
  await store.close()
  assert.equal(found!.db.sql('SELECT name FROM packed_files'), [['a.pdf']])
  found!.db.close()
  assert.equal(
    said.map((line) => line.startsWith(`${damaged} cannot be read`)),
    [true, true],
  )
})

test('a downloaded copy contains receipts, and a restore adds missing ones', async () => {
  const [from, to] = [folder(), folder()]
  await machineDisk.makeFolder(join(from, 'receipts'))
  for (const name of ['a.pdf', 'b.pdf']) writeFileSync(join(from, 'receipts', name), name)
  writeFileSync(join(from, 'other.pdf'), 'stays')
  const { sql, close } = await openDatabase()
  await unpackFiles(machineDisk, to, sql)
  await packFiles(machineDisk, from, sql)
  await machineDisk.makeFolder(join(to, 'receipts'))
  writeFileSync(join(to, 'receipts', 'b.pdf'), 'newer')
  await unpackFiles(machineDisk, to, sql)
  const said = async (name: string) => (await machineDisk.read(join(to, 'receipts', name)))?.toString()
  assert.equal([await said('a.pdf'), await said('b.pdf'), readdirSync(to)], ['a.pdf', 'newer', ['receipts']])
  await unpackFiles(machineDisk, folder(), sql)
  await packFiles(machineDisk, from, sql)
  forgetFiles(sql)
  forgetFiles(sql)
  const nowhere = folder()
  await unpackFiles(machineDisk, nowhere, sql)
  assert.equal(readdirSync(nowhere), [])
  close()
})

test('a packed file whose name leads out of its folder is ignored', async () => {
  const { sql, close } = await openDatabase()
  await packFiles(machineDisk, folder(), sql)
  sql("INSERT INTO packed_files VALUES ('receipts', '../../evil.pdf', ?)", [Buffer.from('x')])
  sql("INSERT INTO packed_files VALUES ('backups', 'y.pdf', ?)", [Buffer.from('y')])
  const dir = folder()
  await unpackFiles(machineDisk, dir, sql)
  assert.equal(readdirSync(dir), [])
  close()
})

test('a folder is locked by one process, and the lock of a dead process is removed', async () => {
  const dir = folder()
  writeFileSync(join(dir, 'lock-1-dead'), '')
  const release = await lockFolder(dir)
  const [name, ...more] = readdirSync(dir)
  assert.match(name!, new RegExp(`^lock-${process.pid}-[0-9a-f]{8}$`))
  assert.equal(more, [])
  const error = await failing(lockFolder(dir))
  assert.ok(error instanceof StoreRefused)
  assert.is(
    error.message,
    `The data folder is in use by another server (process ${process.pid}). Stop that one, or give this one a folder of its own in DATA_DIR (it is ${dir}).`,
  )
  assert.equal(readdirSync(dir), [name], 'who was refused leaves nothing')
  await release()
  assert.equal(readdirSync(dir), [])
  await (await lockFolder(dir))()
})

test('a folder with a long name is locked through a temporary link', async () => {
  const links = () => readdirSync(tmpdir()).filter((one) => one.startsWith('bv-')).length
  const before = links()
  const long = join(folder(), 'x'.repeat(120))
  await machineDisk.makeFolder(long)
  const release = await lockFolder(long)
  assert.ok((await failing(lockFolder(long))) instanceof StoreRefused)
  await release()
  assert.equal([readdirSync(long), links()], [[], before])
})

test('a process that answers at a lock is alive, however many connect; a file that is no socket is not', async () => {
  const dir = folder()
  const server = createServer((caller) => caller.destroy())
  await new Promise<void>((done) => server.listen(join(dir, 'lock-0-other'), done))
  symlinkSync('nowhere', join(dir, 'lock-2-link'))
  const error = await failing(lockFolder(dir))
  assert.match(error.message, /another server \(process 0\)/)
  assert.equal(readdirSync(dir), ['lock-0-other'])
  await new Promise((done) => server.close(done))
})

test('a folder that cannot be locked is refused with a sentence', async () => {
  const none = join(folder(), 'none')
  const missing = await failing(lockFolder(none))
  assert.ok(missing instanceof StoreRefused)
  assert.is(missing.message, `There is no folder ${none}. Name the data folder in DATA_DIR.`)
  writeFileSync(none, 'a file')
  const error = await failing(lockFolder(none))
  assert.ok(error instanceof StoreRefused)
  assert.match(
    error.message,
    /^The data folder .*none cannot be written \(listen E[A-Z]+.*\)\. Make it a folder of this user/,
  )
})

test('the store is healthy while it can read and write and has room, and recovers', async () => {
  let room = 256 << 10
  let fault: Error | undefined
  const disk = {
    ...machineDisk,
    room: async () => room,
    open: async (path: string) => {
      const file = await machineDisk.open(path)
      const write: typeof file.write = (...of) => (fault ? Promise.reject(fault) : file.write(...of))
      return { ...file, write }
    },
  }
  await using(openStore({ dir: folder(), disk, backups: 0 }), async (store) => {
    await store.addCheckin(stay(1))
    await store.health()
    room--
    assert.is((await failing(store.health())).message, 'The disk is full.')
    room++
    fault = new Error('no write')
    const refused = await failing(store.addCheckin(stay(2)))
    assert.ok(refused instanceof StoreUnavailable && refused.message === 'The change could not be kept: no write')
    assert.is((await failing(store.health())).message, 'The change could not be kept: no write')
    fault = undefined
    await store.health()
    assert.equal((await store.checkins()).length, 1)
  })
})

test('a closed store refuses every call', async () => {
  const store = await openStore({ dir: folder(), backups: 0 })
  await Promise.all([store.close(), store.close()])
  for (const work of [() => store.checkins(), () => store.settings()]) {
    const error = await failing(work())
    assert.ok(error instanceof StoreUnavailable)
    assert.is(error.message, 'The store is closed.')
  }
})

test('a house held elsewhere names its holder, if known', () => {
  assert.is(new HeldElsewhere('a.it', 'http://b').message, 'a.it is held by another process, at http://b.')
  assert.is(new HeldElsewhere('a.it', undefined).message, 'a.it is held by another process.')
})

test('a failed fold reports the reason, and leaves no remains', async () => {
  const dir = folder()
  await using(openStore({ dir, backups: 0 }), (store) => store.addCheckin(stay(1)))
  const before = readdirSync(dir).sort()
  const upTo = { seq: 9, sum: 'another', offset: 100_000 }
  const error = await failing(foldFiles(machineDisk)({ dir, upTo, as: 'snapshot', to: join(dir, 'checkin.sqlite') }))
  assert.is(error.message, 'checkin.journal no longer leads to record 9')
  assert.equal(readdirSync(dir).sort(), before)
  writeFileSync(
    join(dir, 'checkin.sqlite'),
    (await machineDisk.read(join(dir, 'checkin.sqlite')))!.fill(1, 5_000, 5_001),
  )
  assert.is(
    (await failing(foldFiles(machineDisk)({ dir, upTo, as: 'backup' }))).message,
    'checkin.sqlite has been damaged since it was written',
  )
  const script = join(folder(), 'worker.mjs')
  writeFileSync(script, 'process.exit(3)')
  assert.is(
    (await failing(foldInWorker(script)({ dir, upTo, as: 'backup' }))).message,
    'the folding ended with status 3',
  )
  writeFileSync(script, "throw new Error('thrown')")
  assert.is((await failing(foldInWorker(script)({ dir, upTo, as: 'backup' }))).message, 'thrown')
})

test('a downloaded copy has no key, no secret and no counter, and sends nothing', async () => {
  const db = await openDatabase()
  try {
    const put = (kind: string, name: string, value: unknown) =>
      db.sql('INSERT INTO entries VALUES (?, ?, ?)', [kind, name, JSON.stringify(value)])
    put('secret', 'cookies', 'k')
    put('counter', 'pin', { count: 1 })
    put('place', 'ROMA', '412058091')
    const automatic = ['policeAutomatic', 'regionAutomatic', 'inviteWhen', 'secondReminderDays']
    for (const name of [...secretSettings, ...automatic, 'companyName']) put('setting', name, 'x')
    put('setting', 'policeAccounts', [{ id: 'a', user: 'CASA1', password: 'p', wsKey: 'k' }])
    db.forgetSecrets()
    assert.equal(db.sql('SELECT kind, name, value FROM entries ORDER BY kind, name'), [
      ['place', 'ROMA', '"412058091"'],
      ['setting', 'companyName', '"x"'],
      ['setting', 'policeAccounts', '[{"id":"a","user":"CASA1","password":"","wsKey":""}]'],
    ])
  } finally {
    db.close()
  }
})

test.run()
