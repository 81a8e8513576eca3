import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Disk, machineDisk } from '../../../server/store/sealed/disk'
import { type Pages, pagesInFile, pagesInMemory } from '../../../server/store/sealed/memory-pages'
import { openBackup } from '../../../server/store/sealed/sealed-backup'
import { foldFiles } from '../../../server/store/sqlite/fold-files'
import { openStore } from '../../../server/store/sqlite/open'
import { hasRightChecksum, stampChecksum } from '../../../server/store/sqlite-file/backup-files'
import { runChange } from '../../../server/store/sqlite-file/changes'
import { inspectImage, openDatabase } from '../../../server/store/sqlite-file/database'
import { readJournal } from '../../../server/store/sqlite-file/journal-records'
import { imagesInFiles, imagesInMemory, rebuilt } from '../../../server/store/sqlite-file/new-images'
import { failing, folder, stay } from './store-world'

const test = suite('pages of an image')

const mega = 1 << 20
/** Writes over existing bytes, across a chunk's edge, past the end, and with a hole. */
const writes: [at: number, length: number][] = [
  [0, 8192],
  [mega - 100, 300],
  [2 * mega, 1.5 * mega],
  [5 * mega, 8192],
  [4096, 10],
]

const written = (pages: Pages) => {
  const plain = Buffer.alloc(5 * mega + 8192)
  for (const [n, [at, length]] of writes.entries()) {
    const bytes = Buffer.alloc(length, n + 1)
    pages.set(bytes, at)
    plain.set(bytes, at)
  }
  return plain
}

const sameAs = (pages: Pages, plain: Buffer) => {
  assert.is(pages.length, plain.length)
  for (const [from, to] of [
    [0, 100],
    [mega - 200, mega + 400],
    [0, plain.length],
    [plain.length - 10, plain.length + 50],
    [plain.length, plain.length + 50],
  ])
    assert.ok(Buffer.from(pages.subarray(from!, to!)).equals(plain.subarray(from, to)), `${from}–${to}`)
}

test('pages in memory and in a file return the written bytes at any position', () => {
  const inMemory = pagesInMemory(Buffer.alloc(3))
  sameAs(inMemory, written(inMemory))
  const path = join(folder(), 'pages')
  const fd = openSync(path, 'w+')
  const inFile = pagesInFile(fd)
  const plain = written(inFile)
  sameAs(inFile, plain)
  closeSync(fd)
  assert.ok(readFileSync(path).equals(plain))
})

test('one changed bit anywhere in an image of several parts is detected, also at the edges of checksum and parts', async () => {
  const image = await stampChecksum(Buffer.alloc(2 * mega + 300, 'x'))
  assert.is(await hasRightChecksum(image), true)
  const edges = [0, 59, 60, 63, 64, 67, 68, 71, 72, 99, 100]
  for (const at of [...edges, ...[mega, 2 * mega].flatMap((end) => [end + 99, end + 100]), image.length - 1]) {
    image[at]! ^= 1
    assert.is(await hasRightChecksum(image), false, `byte ${at}`)
    image[at]! ^= 1
  }
})

test('documents are text in a rebuilt image, readable by other programs', async () => {
  const old = await openDatabase()
  runChange(old.sql, ['add', null, null, { arrivalDate: '2025-07-01', mainGuestName: 'ÉLODIE' }])
  runChange(old.sql, ['note', 'export', { file: 'questura' }])
  const fresh = await rebuilt(old, pagesInMemory(Buffer.alloc(0)))
  for (const [table, doc] of [
    ['checkins', '{"arrivalDate":"2025-07-01","mainGuestName":"ÉLODIE"}'],
    ['notes', '{"file":"questura"}'],
  ])
    assert.equal(fresh.sql(`SELECT typeof(doc), doc FROM ${table}`), [['text', doc]])
  old.close()
  fresh.close()
})

const kept = async () => {
  const dir = folder()
  const first = await openStore({ dir, backups: 0 })
  for (let n = 0; n < 700; n++) await first.addCheckin(stay(n))
  await first.close()
  const store = await openStore({ dir, backups: 0, fold: () => Promise.reject(new Error('not now')) })
  await store.removeCheckin(3)
  await store.updateCheckin(5, { phone: '+390612345678' })
  const bytes = readFileSync(join(dir, 'checkin.journal'))
  /** With the list of what the removal erased, which a fold writes before its snapshot. */
  const after = [...readdirSync(dir), 'checkin.erased'].sort()
  const { end, length } = readJournal(bytes)!
  return { dir, store, after, upTo: { ...end, offset: length } }
}

test('an image made in files equals the one made in memory, and leaves nothing else in the folder', async () => {
  const { dir, store, upTo, after } = await kept()
  const images = join(folder(), 'images')
  for (const [name, newImages] of Object.entries({ memory: imagesInMemory, files: imagesInFiles }))
    await foldFiles(machineDisk, newImages(machineDisk))({ dir, upTo, as: 'snapshot', to: join(images, name) })
  assert.ok(readFileSync(join(images, 'files')).equals(readFileSync(join(images, 'memory'))))
  assert.equal(readdirSync(images), ['files', 'memory'])
  assert.equal(readdirSync(dir), after)
  const found = await inspectImage(readFileSync(join(images, 'files')))
  assert.is(found?.intact && found.checkins, 699)
  found?.db.close()
  await store.close()
})

test('a downloaded backup comes in parts, is opened by its passphrase, and leaves no file behind', async () => {
  const { dir, store, upTo } = await kept()
  await store.close()
  const newImages = imagesInFiles(machineDisk)
  const again = await openStore({ dir, backups: 0, fold: foldFiles(machineDisk, newImages) })
  const { parts, size } = await again.sealedBackup('quattro parole a caso')
  const sealed = await buffer(parts)
  assert.is(sealed.length, size)
  const found = await inspectImage(await openBackup(sealed, 'quattro parole a caso'))
  assert.equal(found?.mark, { seq: upTo.seq, sum: upTo.sum, alone: true })
  found?.db.close()
  await again.close()
  // Checked after the close: the snapshot after a start may still be running before.
  assert.equal(
    readdirSync(dir).filter((name) => name.endsWith('.new')),
    [],
  )
})

test('a failed image leaves no file, and the existing one stays', async () => {
  const { dir, store, upTo, after } = await kept()
  const snapshot = readFileSync(join(dir, 'checkin.sqlite'))
  const to = join(dir, 'checkin.sqlite')
  const full: Disk = {
    ...machineDisk,
    rename: (from, name) => (name === to ? Promise.reject(new Error('no room')) : machineDisk.rename(from, name)),
  }
  for (const newImages of [imagesInMemory(full), imagesInFiles(full)])
    assert.match((await failing(foldFiles(full, newImages)({ dir, upTo, as: 'snapshot', to }))).message, /no room/)
  assert.equal(readdirSync(dir), after)
  assert.ok(readFileSync(to).equals(snapshot))
  await store.close()
})

test.run()
