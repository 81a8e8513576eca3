import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { LetterNote } from '../../../server/store/notes'
import { machineDisk } from '../../../server/store/sealed/disk'
import { foldInWorker } from '../../../server/store/sqlite/folding'
import { openJournal } from '../../../server/store/sqlite/journal'
import { openStore } from '../../../server/store/sqlite/open'
import { recover } from '../../../server/store/sqlite/recovery'
import { expired } from '../../../server/store/sqlite-file/backup-files'
import { runChange } from '../../../server/store/sqlite-file/changes'
import { openDatabase } from '../../../server/store/sqlite-file/database'
import { headerAfter, lineOf, origin, recordAfter } from '../../../server/store/sqlite-file/journal-records'
import type { Store } from '../../../server/store/store'
import { faultyDisk } from './store-disk'
import { failing, folder, stay, using } from './store-world'

const test = suite('store guards')

const letter = (checkinId: number, more: Partial<LetterNote> = {}): LetterNote => ({
  checkinId,
  addressee: 'guest',
  status: 'queued',
  at: '2025-07-01T10:00:00.000Z',
  tries: 0,
  ...more,
})

const files = (dir: string) => Object.fromEntries(names(dir).map((name) => [name, readFileSync(join(dir, name))]))
const names = (dir: string) =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('lock-'))
    .map((entry) => join(entry.parentPath.slice(dir.length), entry.name))

/** A folder after a killed server: nothing folded, so many check-ins in the journal. */
const killed = async (count: number) => {
  const [dir, after] = [folder(), folder()]
  await using(openStore({ dir, backups: 0 }), async (store) => {
    for (let n = 1; n <= count; n++) await store.addCheckin(stay(n))
    for (const name of names(dir)) copyFileSync(join(dir, name), join(after, name))
  })
  return after
}

test('a check-in is deleted with its letters in one record, and a letter saved later does not return', async () => {
  const dir = folder()
  await using(openStore({ dir, backups: 0 }), async (store) => {
    for (const n of [1, 2]) await store.addCheckin(stay(n))
    const ids = await Promise.all([1, 1, 2].map((id) => store.addLetter(letter(id))))
    // In parallel: in any order on the disk, nothing of the first check-in remains.
    const [gone] = await Promise.all([
      store.removeCheckin(1),
      store.updateNote('mail', ids[0]!, letter(1, { status: 'sending' })),
      store.addLetter(letter(1, { addressee: 'host' })),
    ])
    assert.is(gone, true)
    assert.equal(
      [await store.updateNote('mail', ids[1]!, letter(1)), await store.addLetter(letter(1))],
      [false, undefined],
    )
    assert.is(await store.updateNote('mail', ids[2]!, letter(2, { status: 'sent' })), true)
    assert.equal(
      (await store.notes('mail')).map(({ id, checkinId, status }) => [id, checkinId, status]),
      [[ids[2], 2, 'sent']],
    )
    const lines = readFileSync(join(dir, 'checkin.journal'), 'utf8').split('\n')
    assert.is(lines.filter((line) => line.includes('["remove",1]') && line.includes('removeLetters')).length, 1)
  })
  await using(openStore({ dir }), async (store) =>
    assert.equal(
      (await store.notes('mail')).map(({ checkinId }) => checkinId),
      [2],
    ),
  )
})

test('a record of several changes is applied whole or not at all, wherever it was torn', async () => {
  const dir = await killed(2)
  await using(openStore({ dir, backups: 0 }), async (store) => {
    await store.addLetter(letter(1))
    await store.removeCheckin(1)
    const taken = files(dir)
    const after = taken['checkin.journal']!
    const record = after.lastIndexOf(10, after.length - 2) + 1
    assert.ok(after.length - record > 60)
    const ends = [0, 7, 20, 33, 60].map((bytes) => record + bytes)
    for (const end of [...ends, after.length - 1, after.length]) {
      const copy = folder()
      for (const name of ['checkin.sqlite', 'checkin.journal'])
        if (taken[name]) writeFileSync(join(copy, name), taken[name]!)
      writeFileSync(join(copy, 'checkin.journal'), after.subarray(0, end))
      await using(openStore({ dir: copy, backups: 0 }), async (other) => {
        const found = [await other.checkin(1), ...(await other.notes('mail'))].filter(Boolean).length
        assert.is(found, end === after.length ? 0 : 2, `cut at ${end}`)
      })
    }
  })
})

test('changing or deleting a deleted record does nothing, also when the journal is replayed', async () => {
  const { sql } = await openDatabase()
  assert.is(runChange(sql, ['change', 7, { email: 'x' }]), undefined)
  assert.equal(
    runChange(sql, [
      'all',
      [
        ['remove', 7],
        ['removeLetters', 7],
      ],
    ]),
    [false, undefined],
  )
  assert.is(runChange(sql, ['removeNote', 'export', 7]), false)
  assert.is(runChange(sql, ['replaceNote', 'mail', 7, letter(7)]), false)
  const dir = folder()
  const both = async () => {
    const store = await openStore({ dir, backups: 0 })
    await store.addCheckin(stay('x'))
    const [first] = await store.checkins()
    // Both removals find the record and wait for the same flush.
    const answers = await Promise.all([
      store.removeCheckin(first!.id),
      store.updateCheckin(first!.id, { email: 'late' }),
      store.removeCheckin(first!.id),
      store.addCheckin(stay('y')),
    ])
    assert.equal([answers[0], answers[1], answers[2]], [true, undefined, false])
    assert.is(answers[3].draftId, stay('y').draftId)
    await store.close()
  }
  await both()
  await using(openStore({ dir }), async (store) => assert.is((await store.checkins()).length, 1))
})

test('lost numbers are skipped, even if no check-in was ever numbered', async () => {
  const { sql } = await openDatabase()
  runChange(sql, ['skip', 5])
  assert.is((runChange(sql, ['add', null, null, { mainGuestName: 'A' }]) as { id: number }).id, 6)
  runChange(sql, ['skip', 2])
  assert.is((runChange(sql, ['add', null, null, { mainGuestName: 'B' }]) as { id: number }).id, 9)
})

test('when memory differs from the disk every change is refused until the next start, which has all of them', async () => {
  const dir = folder()
  const path = join(dir, 'checkin.journal')
  const seen: string[] = []
  let broken = false
  const journal = await openJournal({
    disk: machineDisk,
    path,
    markPath: join(dir, 'checkin.mark'),
    report: () => {},
    apply: (records) =>
      records.map(({ body }) => {
        if (broken) throw new Error('no memory')
        seen.push(body)
        return body
      }),
  })
  assert.is(await journal.append('["nothing",1]'), '["nothing",1]')
  broken = true
  const first = await failing(journal.append('["nothing",2]'))
  assert.equal([first.name, /no memory/.test(first.message)], ['StoreUnavailable', true])
  broken = false
  const said = /memory no longer agrees with the journal \(no memory\); restart the server/
  for (const promise of [journal.append('["nothing",3]'), journal.ready()]) {
    const error = await failing(promise)
    assert.equal([error.name, said.test(error.message)], ['StoreUnavailable', true])
  }
  assert.throws(() => journal.here(), said)
  assert.match((await failing(journal.restart({ ...origin, offset: 0 }))).message, said)
  await journal.close()
  const again: string[] = []
  const next = await openJournal({
    disk: machineDisk,
    path,
    markPath: join(dir, 'checkin.mark'),
    report: () => {},
    apply: (records) => records.map(({ body }) => again.push(body)),
  })
  assert.equal([seen, again], [['["nothing",1]'], ['["nothing",1]', '["nothing",2]']])
  assert.is(await next.append('["nothing",4]'), 3)
  await next.close()
})

test('data of a later version is reported and left unchanged', async () => {
  const dir = await killed(1)
  await using(openStore({ dir, backups: 0 }), (store) => store.health())
  const good = files(dir)
  const later = async (change: () => unknown, file: string) => {
    await change()
    const before = files(dir)
    const { name, message } = await failing(openStore({ dir }))
    assert.is(name, 'StoreRefused')
    assert.match(message, new RegExp(`${file} was written by a later version of Benvenuto: nothing was changed`))
    assert.equal(files(dir), before)
    for (const [path, bytes] of Object.entries(good)) writeFileSync(join(dir, path), bytes)
  }
  const journal = join(dir, 'checkin.journal')
  const lines = readFileSync(journal, 'utf8')
  const { seq, sum } = JSON.parse(lines.slice(lines.indexOf('{'), lines.indexOf('\n'))).after
  await later(
    () => writeFileSync(journal, lines + lineOf(recordAfter({ seq, sum }, '["inventedLater",1]'))),
    'checkin.journal',
  )
  await later(async () => {
    const { createHash } = await import('node:crypto')
    const body = JSON.stringify({ journal: 'benvenuto 9', after: { seq, sum } })
    const check = createHash('sha256').update(`benvenuto 9 ${seq} ${body.length} ${body}`).digest('hex').slice(0, 16)
    writeFileSync(journal, `${check} ${seq} ${body.length} ${body}\n`)
  }, 'checkin.journal')
  await later(async () => {
    const db = await openDatabase(readFileSync(join(dir, 'checkin.sqlite')))
    db.sql("UPDATE meta SET value = '9' WHERE name = 'format'")
    writeFileSync(join(dir, 'checkin.sqlite'), db.image('snapshot', { seq, sum }))
  }, 'checkin.sqlite')
  await using(openStore({ dir }), async (store) => assert.is((await store.checkins()).length, 1))
})

test('a folder of the first format opens with all it holds', async () => {
  const dir = folder()
  const { createHash } = await import('node:crypto')
  const body = JSON.stringify({ journal: 'benvenuto 1', after: origin })
  const check = createHash('sha256').update(`benvenuto 1 0 ${body.length} ${body}`).digest('hex').slice(0, 16)
  const one = recordAfter(origin, '["add",null,null,{"mainGuestName":"MARIA"}]')
  const two = recordAfter(one, '["keep","setting",{"companyName":"Da Gino"}]')
  const three = recordAfter(two, '["note","mail",{"checkinId":1,"addressee":"guest"}]')
  writeFileSync(
    join(dir, 'checkin.journal'),
    `${check} 0 ${body.length} ${body}\n${[one, two, three].map(lineOf).join('')}`,
  )
  for (let start = 0; start < 2; start++)
    await using(openStore({ dir, backups: 0 }), async (store) => {
      assert.equal(await store.settings(), { companyName: 'Da Gino' })
      assert.is((await store.checkin(1))!.mainGuestName, 'MARIA')
      if (start) assert.is(await store.removeCheckin(1), true)
      assert.is((await store.notes('mail')).length, start ? 0 : 1)
    })
})

test('an empty folder with backups in it is refused, and opens once one of them is in place', async () => {
  const dir = folder()
  await using(openStore({ dir }), (store) => store.addCheckin(stay(1)))
  for (const name of ['checkin.sqlite', 'checkin.journal', 'checkin.mark']) rmSync(join(dir, name))
  const { name, message } = await failing(openStore({ dir }))
  assert.is(name, 'StoreRefused')
  const [, backup] = /holds backups but no store\. To restore, copy (\S+) to /.exec(message)!
  copyFileSync(backup!, join(dir, 'checkin.sqlite'))
  await using(openStore({ dir }), async (store) => assert.is((await store.checkins()).length, 1))
})

test('a folder whose store is in a database is refused, one with only temporary files is not', async () => {
  const dir = folder()
  mkdirSync(join(dir, 'before-database'), { recursive: true })
  writeFileSync(join(dir, 'before-database', 'checkin.sqlite'), '')
  assert.match((await failing(openStore({ dir }))).message, /was moved into a database/)
  rmSync(join(dir, 'before-database', 'checkin.sqlite'))
  await using(openStore({ dir }), (store) => store.addCheckin(stay(1)))
})

test('a journal truncated by others is detected, a torn last record is dropped and reported', async () => {
  const dir = await killed(3)
  const journal = join(dir, 'checkin.journal')
  const whole = readFileSync(journal)
  const lastLine = whole.lastIndexOf(10, whole.length - 2) + 1
  for (const length of [lastLine, lastLine + 20]) {
    writeFileSync(journal, whole.subarray(0, length))
    const { name, message } = await failing(openStore({ dir }))
    assert.is(name, 'StoreRefused')
    assert.match(
      message,
      new RegExp(
        `cut short: it ends with record 2 \\(byte ${lastLine}\\), and record 3 had been answered for \\(byte ${whole.length}\\)`,
      ),
    )
    assert.is(readFileSync(journal).length, length)
  }
  assert.match((await recover({ dir, now: new Date('2025-07-01') })).join('\n'), /Dropped: 20 bytes .* some 1 changes/)
  await using(openStore({ dir }), async (store) => {
    assert.is((await store.checkins()).length, 2)
    assert.ok((await store.addCheckin(stay(9))).id > 3)
  })
  const torn = await killed(1)
  writeFileSync(
    join(torn, 'checkin.journal'),
    `${readFileSync(join(torn, 'checkin.journal'), 'utf8')}0123456789abcdef 2 9`,
  )
  const said: string[] = []
  await using(openStore({ dir: torn, report: (line) => said.push(line) }), async (store) =>
    assert.is((await store.checkins()).length, 1),
  )
  assert.equal(said, ['checkin.journal: 20 bytes of a record that was never finished were dropped.'])
})

test('no copy is made of a store whose journal another process has written to', async () => {
  for (const copy of [(store: Store) => store.backup(), (store: Store) => store.sealedBackup('a long passphrase')]) {
    const dir = folder()
    const first = await openStore({ dir, backups: 0 })
    await first.addCheckin(stay(1))
    for (const name of readdirSync(dir)) if (name.startsWith('lock-')) rmSync(join(dir, name))
    await using(openStore({ dir, backups: 0 }), (second) => second.addCheckin(stay(2)))
    assert.match((await failing(copy(first))).message, /another process has written to checkin\.journal/)
    await first.close()
  }
})

test('a second server is kept out of the journal even when the lock was removed', async () => {
  const dir = folder()
  const first = await openStore({ dir, backups: 0 })
  await first.addCheckin(stay(1))
  for (const name of readdirSync(dir)) if (name.startsWith('lock-')) rmSync(join(dir, name))
  const second = await openStore({ dir, backups: 0 })
  await second.addCheckin(stay(2))
  assert.match((await failing(first.health())).message, /another process has written to checkin\.journal/)
  const { name, message } = await failing(first.addCheckin(stay(3)))
  assert.is(name, 'StoreUnavailable')
  assert.match(message, /another process has written to checkin\.journal/)
  assert.is((await failing(first.health())).name, 'StoreUnavailable')
  await second.addCheckin(stay(4))
  await second.close()
  await first.close()
  await using(openStore({ dir }), async (store) =>
    assert.equal(
      (await store.checkins()).map(({ draftId }) => draftId),
      [1, 2, 4].map((n) => stay(n).draftId),
    ),
  )
})

test('half-written files of a crash are removed: beside the store, among backups and broken files', async () => {
  const dir = await killed(1)
  for (const path of ['backups', 'broken-2025']) mkdirSync(join(dir, path))
  const torn = ['checkin.sqlite.new', 'backups/checkin-2025-07-01.sqlite.new', 'broken-2025/checkin.journal.new']
  for (const name of torn) writeFileSync(join(dir, name), 'MARIA')
  await using(openStore({ dir, backups: 0 }), async () => {})
  assert.equal(
    names(dir).filter((name) => name.endsWith('.new')),
    [],
  )
})

test('backups go by number and by age, all of them with BACKUPS=0, and a clock that is wrong for a day takes none by age', async () => {
  const paths = (days: string[]) => days.map((day) => `backups/checkin-${day}.sqlite`)
  const kept = ['2025-06-20', '2025-06-21', '2025-06-22']
  assert.equal(expired(paths(kept), 3, undefined), [])
  assert.equal(expired(paths([...kept, '2025-06-23']), 3, paths(['2025-06-23'])[0]), paths(['2025-06-20']))
  assert.equal(expired(paths(['2025-06-20', '2026-06-20']), 3, paths(['2026-06-20'])[0]), [])
  assert.equal(expired(paths(['2025-06-20', '2026-06-20', '2026-06-21']), 3), paths(['2025-06-20']))
  assert.equal(expired(paths(kept), 0), paths(kept))
  const dir = folder()
  await using(openStore({ dir }), (store) => store.addCheckin(stay(1)))
  assert.is(readdirSync(join(dir, 'backups')).length, 1)
  await using(openStore({ dir, backups: 0 }), async () => {})
  assert.equal(readdirSync(join(dir, 'backups')), [])
})

test('replaced texts and secrets soon leave every file of the store automatically', async () => {
  const dir = folder()
  const store = await openStore({ dir, backups: 0 })
  const hits = () => Object.entries(files(dir)).filter(([, bytes]) => bytes.includes('SEGRETO'))
  await store.saveSettings({ companyName: 'SEGRETO' })
  await store.addCheckin(stay(1, { specialRequests: 'SEGRETO' }))
  await store.updateCheckin(1, { specialRequests: 'altro' })
  await store.saveSettings({ companyName: 'Da Gino' })
  assert.ok(hits().length)
  for (let tries = 0; hits().length && tries < 200; tries++) await new Promise((done) => setTimeout(done, 100))
  assert.equal(hits(), [])
  await store.close()
})

test('health fails while changes would be refused, and recovers without a restart', async () => {
  const dir = folder()
  const { disk, heal, breakNow } = faultyDisk()
  let room = Number.POSITIVE_INFINITY
  await using(openStore({ dir, disk: { ...disk, room: async () => room }, backups: 0 }), async (store) => {
    await store.health()
    breakNow('fail', /write/)
    assert.is((await failing(store.addCheckin(stay(1)))).name, 'StoreUnavailable')
    breakNow('fail', /write/)
    assert.is((await failing(store.health())).name, 'StoreUnavailable')
    heal()
    await store.health()
    const written = readFileSync(join(dir, 'checkin.journal')).length
    await store.health()
    assert.is(readFileSync(join(dir, 'checkin.journal')).length, written, 'once it took a change, none is tried')
    room = 1000
    assert.is((await failing(store.health())).message, 'The disk is full.')
  })
})

test('folded in a worker, the files are the same', async () => {
  const dir = folder()
  const fold = foldInWorker('dist/fold-worker.mjs')
  await using(openStore({ dir, fold }), async (store) => {
    for (let n = 0; n < 30; n++) await store.addCheckin(stay(n))
    await store.removeCheckin(3)
    assert.is(Buffer.from((await store.backup()).subarray(0, 15)).toString(), 'SQLite format 3')
  })
  assert.is(readFileSync(join(dir, 'checkin.journal'), 'utf8').split('\n').length, 2)
  assert.is(readdirSync(join(dir, 'backups')).length, 1)
  await using(openStore({ dir }), async (store) => assert.is((await store.checkins()).length, 29))
  // A snapshot changed by another program is reported, and the journal stays.
  const said: string[] = []
  const image = readFileSync(join(dir, 'checkin.sqlite'))
  const other = await openStore({ dir, fold, report: (line) => said.push(line) })
  await other.addCheckin(stay('late'))
  writeFileSync(join(dir, 'checkin.sqlite'), Buffer.from(image).fill(7, 9000, 9100))
  await other.close()
  assert.match(said.join(), /checkin\.sqlite has been damaged since it was written/)
  writeFileSync(join(dir, 'checkin.sqlite'), image)
  utimesSync(dir, 1, 1)
  await using(openStore({ dir }), async (store) => assert.is((await store.checkins()).length, 30))
})

test('a journal line that is no beginning of a record is damage, not a torn end', async () => {
  const dir = folder()
  const one = recordAfter(origin, '["nothing"]')
  for (const rest of ['zz', '0123!', '0123456789abcdef x', '0123456789abcdef 2 3x', '0123456789abcdefg']) {
    writeFileSync(join(dir, 'checkin.journal'), headerAfter(origin) + lineOf(one) + rest)
    assert.match((await failing(openStore({ dir }))).message, /damaged after record 1/, rest)
  }
})

test.run()
