import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Disk, machineDisk } from '../../../server/store/sealed/disk'
import { journalFault, openJournal } from '../../../server/store/sqlite/journal'
import { openStore } from '../../../server/store/sqlite/open'
import { hasRightChecksum } from '../../../server/store/sqlite-file/backup-files'
import {
  headerAfter,
  type JournalRecord,
  lineOf,
  origin,
  readJournal,
  recordAfter,
} from '../../../server/store/sqlite-file/journal-records'
import { failing, folder, stay, using } from './store-world'

const test = suite('journal')

const bodies = ['["add","o","d",{"mainGuestName":"MARIA"}]', '["remove",1]', '["note","mail",{"to":"è 🛏"}]']
const records = bodies.reduce<JournalRecord[]>((all, body) => [...all, recordAfter(all.at(-1) ?? origin, body)], [])
const journal = Buffer.from(headerAfter(origin) + records.map(lineOf).join(''))
const last = journal.length - Buffer.byteLength(lineOf(records[2]!))

test('a journal returns the written records', () => {
  const reading = readJournal(journal)!
  assert.equal(reading.records, records)
  assert.equal([reading.rest, reading.length, journalFault(reading, origin)], ['none', journal.length, undefined])
})

test('every bit flipped anywhere is detected: first line, middle, last record, last line feed', () => {
  for (let at = 0; at < journal.length; at++)
    for (let bit = 0; bit < 8; bit++) {
      const flipped = Buffer.from(journal)
      flipped[at]! ^= 1 << bit
      assert.match(
        journalFault(readJournal(flipped), origin) ?? 'not seen',
        /damaged.*recover/,
        `byte ${at}, bit ${bit}`,
      )
    }
})

test('every byte turned to zero, to a line feed or to a digit is detected', () => {
  for (let at = 0; at < journal.length; at++)
    for (const value of [0, 10, 48, 57].filter((value) => value !== journal[at])) {
      const changed = Buffer.from(journal)
      changed[at] = value
      assert.match(journalFault(readJournal(changed), origin) ?? 'not seen', /damaged/, `byte ${at} to ${value}`)
    }
})

test('a last record truncated anywhere, or followed by zeros, is torn and nothing else is lost', () => {
  for (let length = last + 1; length < journal.length; length++) {
    assert.equal(readJournal(journal.subarray(0, length))!.records.length, 2)
    assert.is(readJournal(journal.subarray(0, length))!.rest, 'torn', `cut at ${length}`)
    const padded = Buffer.concat([journal.subarray(0, length), Buffer.alloc(4096)])
    assert.is(readJournal(padded)!.rest, length === journal.length - 1 ? 'broken' : 'torn', `zeros from ${length}`)
  }
})

test('a missing, repeated or swapped line, and a journal of another store, are refused', () => {
  const [a, b, c] = records.map(lineOf) as [string, string, string]
  const other = recordAfter(recordAfter(origin, '["remove",7]'), '["remove",8]')
  for (const lines of [
    [b, c],
    [a, c],
    [a, a, b],
    [b, a, c],
    [a, lineOf(other)],
  ])
    assert.is(readJournal(Buffer.from(headerAfter(origin) + lines.join('')))!.rest, 'broken')
  const reading = readJournal(journal)
  assert.match(journalFault(reading, { seq: 4, sum: records[2]!.sum })!, /ends before/)
  assert.match(journalFault(reading, { seq: 2, sum: records[2]!.sum })!, /another history/)
  assert.match(journalFault(readJournal(Buffer.from(headerAfter(records[1]!) + c)), records[0]!)!, /begins after/)
  assert.is(journalFault(readJournal(Buffer.from(headerAfter(records[1]!) + c)), records[2]!), undefined)
})

/** A folder after a crash: a snapshot, and a journal with three newer check-ins. */
const crashed = async () => {
  const [dir, after] = [folder(), folder()]
  await using(openStore({ dir, backups: 0 }), (store) => store.addCheckin(stay(1)))
  await using(openStore({ dir, backups: 0 }), async (store) => {
    for (const n of [2, 3, 4]) await store.addCheckin(stay(n))
    for (const name of ['checkin.sqlite', 'checkin.journal'])
      writeFileSync(join(after, name), readFileSync(join(dir, name)))
  })
  return after
}

test('a store with a torn last record opens without it and continues', async () => {
  const dir = await crashed()
  const file = join(dir, 'checkin.journal')
  writeFileSync(file, readFileSync(file).subarray(0, -9))
  await using(openStore({ dir }), async (store) => {
    assert.equal(
      (await store.checkins()).map(({ id }) => id),
      [1, 2, 3],
    )
    assert.is((await store.addCheckin(stay(5))).id, 4)
  })
  await using(openStore({ dir }), async (store) => assert.is((await store.checkins()).length, 4))
})

test('a store with a flipped byte in the journal or anywhere in the snapshot does not open, and nothing is changed', async () => {
  const dir = await crashed()
  for (const name of ['checkin.journal', 'checkin.sqlite']) {
    const good = readFileSync(join(dir, name))
    for (const part of [0, 0.1, 0.5, 0.9, 1]) {
      const bad = Buffer.from(good)
      bad[Math.round(part * (good.length - 2))]! ^= 4
      writeFileSync(join(dir, name), bad)
      const error = await failing(openStore({ dir }))
      assert.is(error.name, 'StoreRefused')
      assert.match(error.message, /damaged.*node dist\/recover\.mjs/)
      assert.equal(readFileSync(join(dir, name)), bad)
    }
    writeFileSync(join(dir, name), good)
  }
  const image = readFileSync(join(dir, 'checkin.sqlite'))
  for (let at = 0; at < image.length; at += at < 200 ? 1 : 577) {
    image[at]! ^= 1
    assert.is(await hasRightChecksum(image), false, `byte ${at}`)
    image[at]! ^= 1
  }
  await using(openStore({ dir }), async (store) => assert.is((await store.checkins()).length, 4))
})

test('many parallel changes are written a hundred at a time, in order, and other work runs between', async () => {
  const path = join(folder(), 'checkin.journal')
  const done: string[][] = []
  const journal = await openJournal({
    disk: machineDisk,
    path,
    markPath: `${path}.mark`,
    report: () => {},
    apply: (records) => {
      if (records.length) done.push(records.map(({ body }) => body))
      return records.map(({ seq }) => seq)
    },
  })
  const bodies = Array.from({ length: 250 }, (_, n) => `["nothing",${n}]`)
  const answers = await Promise.all(bodies.map(journal.append))
  assert.equal(
    done.map(({ length }) => length),
    [100, 100, 50],
  )
  assert.equal(done.flat(), bodies)
  assert.equal(
    answers,
    bodies.map((_, n) => n + 1),
  )
  await journal.close()
})

test('closing waits for running changes, closes every file, and refuses later calls', async () => {
  const path = join(folder(), 'checkin.journal')
  let handles = 0
  const disk: Disk = {
    ...machineDisk,
    open: async (path) => {
      const file = await machineDisk.open(path)
      handles++
      return { ...file, close: () => file.close().then(() => void handles--) }
    },
  }
  const apply = (records: JournalRecord[]) => records.map(({ seq }) => seq)
  const journal = await openJournal({ disk, path, markPath: `${path}.mark`, report: () => {}, apply })
  await journal.append('["nothing",1]')
  assert.is(handles, 2, 'the journal and its mark')
  const [second] = await Promise.all([journal.append('["nothing",2]'), journal.close()])
  assert.equal([second, handles], [2, 0])
  const { name, message } = await failing(journal.append('["nothing",3]'))
  assert.equal([name, message], ['StoreUnavailable', 'The change could not be kept: the store is closed'])
  assert.is(readJournal(readFileSync(path))!.end.seq, 2)
})

test.run()
