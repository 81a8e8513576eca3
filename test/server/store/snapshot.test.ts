import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { machineDisk } from '../../../server/store/sealed/disk'
import { highWaterMark, readHighWater } from '../../../server/store/sqlite/journal-file'
import {
  backupPath,
  backupsIn,
  expired,
  hasRightChecksum,
  removeExpired,
  stampChecksum,
} from '../../../server/store/sqlite-file/backup-files'
import { folder } from './store-world'

const test = suite('snapshots, backups and the mark')

test('the checksum covers every byte of an image except itself', async () => {
  const image = await stampChecksum(Buffer.alloc(300, 7))
  assert.equal([await hasRightChecksum(image), image.subarray(64, 68)], [true, Buffer.alloc(4, 7)])
  for (let at = 0; at < image.length; at++) {
    const changed = Buffer.from(image)
    changed[at]! ^= 1
    assert.is(await hasRightChecksum(changed), false, `byte ${at}`)
  }
  assert.is(await hasRightChecksum(await stampChecksum(Buffer.alloc(100))), true)
  assert.is(await hasRightChecksum(Buffer.alloc(99)), false)
  assert.is(await hasRightChecksum(Buffer.alloc(0)), false)
})

test('backups are known by their names, a day of UTC each', async () => {
  const dir = folder()
  assert.equal(await backupsIn(machineDisk, dir), [])
  mkdirSync(join(dir, 'backups'))
  const names = ['checkin-2026-11-20.sqlite', 'checkin-2026-02-01.sqlite']
  for (const name of [
    ...names,
    'checkin-2026-11-20.sqlite.new',
    'xcheckin-2026-11-20.sqlite',
    'checkin-26-11-20.sqlite',
  ])
    writeFileSync(join(dir, 'backups', name), '')
  assert.equal(
    await backupsIn(machineDisk, dir),
    [names[1], names[0]].map((name) => join(dir, 'backups', name!)),
  )
  assert.is(backupPath(dir, new Date('2026-11-20T23:30:00-01:00')), join(dir, 'backups', 'checkin-2026-11-21.sqlite'))
  await removeExpired(machineDisk, dir, 1, join(dir, 'backups', names[0]!))
  assert.equal(await backupsIn(machineDisk, dir), [join(dir, 'backups', names[0]!)])
})

const days = (...of: string[]) => of.map((day) => `/backups/checkin-2026-${day}.sqlite`)

test('backups beyond their number are deleted, the earliest first, and never today’s', () => {
  const all = days('11-17', '11-18', '11-19', '11-20')
  assert.equal(expired(all, 4), [])
  assert.equal(expired(all, 3), days('11-17'))
  assert.equal(expired(all, 2), days('11-17', '11-18'))
  assert.equal(expired(all, 0), all)
  assert.equal(expired(all, 1, all[3]), days('11-17', '11-18', '11-19'))
  assert.equal(expired(all, 2, all[0]), days('11-18', '11-19'))
  assert.equal(expired(all, 0, all[3]), days('11-17', '11-18', '11-19'))
})

test('backups beyond the age limit are deleted if two others are younger by more than that', () => {
  assert.equal(expired(days('11-01', '11-10', '11-20'), 5), days('11-01'))
  assert.equal(expired(days('11-10', '11-15', '11-15'), 5), [])
  assert.equal(expired(days('11-10', '11-16', '11-16'), 5), days('11-10'))
  assert.equal(expired(days('11-10', '11-20'), 5), [], 'one alone may be a clock that ran ahead')
  assert.equal(expired(days('11-01', '11-19', '11-20'), 5, days('11-01')[0]), [])
})

test('the mark has the last write, and is empty if truncated or changed', async () => {
  const path = join(folder(), 'checkin.mark')
  assert.is(await readHighWater(machineDisk, path), undefined)
  const mark = highWaterMark(machineDisk, path)
  await mark.write({ seq: 7, sum: '0123456789abcdef' }, 4321)
  await mark.write({ seq: 8, sum: 'fedcba9876543210' }, 54)
  await mark.close()
  const whole = { seq: 8, sum: 'fedcba9876543210', length: 54 }
  assert.equal(await readHighWater(machineDisk, path), whole)
  const text = (await machineDisk.read(path))!.toString()
  assert.match(text, /^000000000000008 fedcba9876543210 000000000000054 [0-9a-f]{16}\n$/)
  for (let length = 0; length < text.length; length++) {
    writeFileSync(path, text.slice(0, length))
    assert.equal(await readHighWater(machineDisk, path), length < text.length - 1 ? undefined : whole, `${length}`)
  }
  writeFileSync(path, text.replace('54', '55'))
  assert.is(await readHighWater(machineDisk, path), undefined)
})

test('a failed write of a mark is ignored, and retried with the next change', async () => {
  const path = join(folder(), 'checkin.mark')
  let faults = 1
  const disk = {
    ...machineDisk,
    open: (name: string) => (faults-- > 0 ? Promise.reject(new Error('no')) : machineDisk.open(name)),
  }
  const mark = highWaterMark(disk, path)
  await mark.write({ seq: 1, sum: 'a' }, 1)
  assert.is(await readHighWater(machineDisk, path), undefined)
  await mark.write({ seq: 2, sum: 'b' }, 2)
  assert.equal(await readHighWater(machineDisk, path), { seq: 2, sum: 'b', length: 2 })
  await mark.close()
  await highWaterMark(disk, path).close()
})

test.run()
