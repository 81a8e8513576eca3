import { appendFileSync, copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Disk, machineDisk } from '../../../server/store/sealed/disk'
import { openedRecords, openJournalFile } from '../../../server/store/sqlite/journal-file'
import {
  headerAfter,
  type JournalRecord,
  lineOf,
  origin,
  readJournal,
  recordAfter,
} from '../../../server/store/sqlite-file/journal-records'
import { StoreRefused } from '../../../server/store/store'
import { failing, folder } from './store-world'

const test = suite('the journal’s file')

const records = ['"a"', '"bè"', '"c"', '"d"'].reduce<JournalRecord[]>(
  (all, body) => [...all, recordAfter(all.at(-1) ?? origin, body)],
  [],
)
const [a, b, c, d] = records as [JournalRecord, JournalRecord, JournalRecord, JournalRecord]
const text = (...of: JournalRecord[]) => headerAfter(origin) + of.map(lineOf).join('')

/** A disk whose next calls of a kind fail after all or half of their work. */
const faulty = () => {
  const faults: { [call: string]: number } = {}
  const fails = (call: string) => (faults[call] ?? 0) > 0 && faults[call]!-- > 0
  const disk: Disk = {
    ...machineDisk,
    open: async (path) => {
      const file = await machineDisk.open(path)
      return {
        ...file,
        write: async (bytes, at) => {
          if (!fails('write')) return file.write(bytes, at)
          await file.write(bytes.subarray(0, 3), at)
          throw new Error('no write')
        },
        sync: async () => {
          if (fails('sync')) throw new Error('no sync')
          await file.sync()
        },
        truncate: async (length) => {
          if (fails('truncate')) throw new Error('no truncate')
          await file.truncate(length)
        },
      }
    },
  }
  return { disk, faults }
}

const opened = async (disk: Disk, content: string) => {
  const path = join(folder(), 'checkin.journal')
  writeFileSync(path, content)
  const file = await openJournalFile(disk, path, readJournal(Buffer.from(content))!)
  return { path, file, said: () => readFileSync(path, 'utf8') }
}

test('records are appended at the known end of the journal', async () => {
  const { file, said } = await opened(machineDisk, text(a))
  const end = ({ seq, sum }: JournalRecord, content: string) => ({ seq, sum, offset: Buffer.byteLength(content) })
  assert.equal([file.end(), file.holds()], [end(a, text(a)), 1])
  await file.append([b, c])
  assert.equal([file.end(), file.holds(), said()], [end(c, text(a, b, c)), 3, text(a, b, c)])
  await file.append([d])
  assert.equal([file.end(), said()], [end(d, text(a, b, c, d)), text(a, b, c, d)])
  await file.close()
})

test('a torn end is cut off before anything is written', async () => {
  const { file, said } = await opened(machineDisk, text(a) + lineOf(b).slice(0, 20))
  assert.is(said(), text(a))
  await file.append([b])
  assert.is(said(), text(a, b))
  await file.close()
})

test('the remains of a failed call are removed, and the next records are written in their place', async () => {
  for (const call of ['write', 'sync']) {
    const { disk, faults } = faulty()
    const { file, said } = await opened(disk, text(a))
    faults[call] = 1
    assert.is((await failing(file.append([b]))).message, `no ${call}`)
    assert.equal([said(), file.end().seq], [text(a), 1])
    await file.append([b])
    assert.is(said(), text(a, b))
    await file.close()
  }
})

test('remains that cannot be removed yet are retried before the next record, and block every write until then', async () => {
  const { disk, faults } = faulty()
  const { file, said } = await opened(disk, text(a))
  Object.assign(faults, { write: 1, truncate: 2 })
  assert.is((await failing(file.append([b]))).message, 'no write')
  assert.is((await failing(file.append([b]))).message, 'no truncate')
  assert.is(said(), text(a) + lineOf(b).slice(0, 3))
  await file.makeSound()
  assert.is(said(), text(a))
  await file.append([b, c])
  assert.is(said(), text(a, b, c))
  await file.close()
})

const others = /another process has written to checkin.journal or has put another in its place/

test('nothing is written to a file that another process has changed, replaced or removed', async () => {
  for (const change of [
    (path: string) => appendFileSync(path, lineOf(b)),
    (path: string) => writeFileSync(path, text(a).slice(0, -1)),
    (path: string) => {
      copyFileSync(path, `${path}.copy`)
      renameSync(`${path}.copy`, path)
    },
    (path: string) => rmSync(path),
  ]) {
    const { file, path } = await opened(machineDisk, text(a))
    change(path)
    for (const work of [() => file.append([b]), () => file.makeSound(), () => file.restart(file.end())]) {
      const error = await failing(work())
      assert.ok(error instanceof StoreRefused && others.test(error.message), error.message)
    }
    await file.close()
  }
})

test('after a failed call, a file without the last acknowledged record is abandoned', async () => {
  const { disk, faults } = faulty()
  const { file, path } = await opened(disk, text(a, b))
  Object.assign(faults, { write: 1, truncate: 1 })
  await failing(file.append([c]))
  writeFileSync(path, text(a))
  const error = await failing(file.makeSound())
  assert.ok(error instanceof StoreRefused)
  assert.match(error.message, /^checkin\.journal no longer holds record 2\. Run `node dist\/recover\.mjs`/)
  await file.close()
})

test('after a failed call, records after the last acknowledged one are removed, even whole ones', async () => {
  const { disk, faults } = faulty()
  const { file, path, said } = await opened(disk, text(a, b))
  Object.assign(faults, { write: 1, truncate: 1 })
  await failing(file.append([c]))
  writeFileSync(path, text(a, b, c, d))
  await file.makeSound()
  assert.equal([said(), file.end().seq, file.holds()], [text(a, b), 2, 2])
  await file.close()
})

test('the journal restarts with the records after a position', async () => {
  const { file, said } = await opened(machineDisk, text(a))
  const place = file.end()
  await file.append([b, c])
  await file.restart(place)
  assert.is(said(), headerAfter(a) + lineOf(b) + lineOf(c))
  assert.equal([file.holds(), file.end().seq], [2, 3])
  await file.append([d])
  await file.restart(file.end())
  assert.equal(
    [said(), file.holds(), file.end().seq, file.end().offset],
    [headerAfter(d), 0, 4, Buffer.byteLength(headerAfter(d))],
  )
  await file.close()
})

test('if the journal cannot restart, the old one continues', async () => {
  for (const [call, times] of [
    ['sync', 1],
    ['truncate', 2],
  ] as const) {
    const { disk, faults } = faulty()
    const { file, said } = await opened(disk, text(a, b))
    faults[call] = times
    await failing(file.restart(file.end()))
    await file.append([c])
    assert.is(said(), text(a, b, c), call)
    await file.close()
  }
})

test('unencrypted records are read as they are', () => {
  assert.equal(openedRecords(machineDisk, [a, b]), [a, b])
})

test.run()
