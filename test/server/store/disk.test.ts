import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Disk, machineDisk, replaceFile, unfinishedSuffix, writeAll } from '../../../server/store/sealed/disk'
import { until } from '../../until'
import { failing, folder, openFiles } from './store-world'

const test = suite('the disk')
const { open, read, take, stat, room, rename, remove, list, makeFolder, syncFolder } = machineDisk

test('a file is written at any position and size, with access only for its owner', async () => {
  const path = join(folder(), 'file')
  const file = await open(path)
  assert.is(await file.write(Buffer.from('guests'), 3), 6)
  const large = Buffer.alloc((1 << 18) + 1, 'x')
  assert.is(await file.write(large, 9), large.length)
  assert.is(await file.write(large.subarray(1), 9), large.length - 1)
  await file.sync()
  assert.is(statSync(path).mode & 0o777, 0o600)
  assert.equal(readFileSync(path), Buffer.concat([Buffer.from('\0\0\0guests'), large]))
  await file.truncate(5)
  await Promise.all([file.close(), file.close()])
  assert.is(readFileSync(path, 'utf8'), '\0\0\0gu')
  const again = await open(path)
  await again.write(Buffer.from('G'), 3)
  await again.close()
  assert.is(readFileSync(path, 'utf8'), '\0\0\0Gu', 'what was there stays')
})

test('a file is read whole or from a position; a missing one is undefined', async () => {
  const path = join(folder(), 'file')
  writeFileSync(path, 'guests')
  const said = async (from?: number) => (await read(path, from))?.toString()
  assert.equal(
    [await said(), await said(0), await said(2), await said(6), await said(9)],
    ['guests', 'guests', 'ests', '', ''],
  )
  assert.equal(
    [await read(`${path}2`), await read(`${path}2`, 3), await stat(`${path}2`)],
    [undefined, undefined, undefined],
  )
  assert.match((await failing(read(folder()))).message, /EISDIR/)
})

test('reading, writing and unlinking leave no file open', async () => {
  const dir = folder()
  const path = join(dir, 'file')
  await replaceFile(machineDisk, path, Buffer.from('guests'))
  await read(path)
  await read(path, 2)
  await syncFolder(dir)
  assert.equal(openFiles(dir), [])
  await buffer((await take(path)).parts)
  await until('all closed', () => !openFiles(dir).length)
})

test('an unlinked temporary file has no name', async () => {
  const path = join(folder(), 'file')
  writeFileSync(path, 'x'.repeat(300_000))
  const { parts, size } = await take(path)
  assert.equal([size, existsSync(path)], [300_000, false])
  assert.is((await buffer(parts)).length, 300_000)
})

test('a file’s identity is more than its name', async () => {
  const dir = folder()
  const [one, two] = ['one', 'two'].map((name) => join(dir, name)) as [string, string]
  writeFileSync(one, 'abc')
  symlinkSync(one, two)
  const first = await stat(one)
  assert.equal([first?.size, (await stat(two))?.file], [3, first?.file])
  await rename(one, `${one}.old`)
  writeFileSync(one, 'abc')
  assert.not.equal((await stat(one))?.file, first?.file)
  assert.is((await stat(`${one}.old`))?.file, first?.file)
})

test('folders are made with their parents, listed in order, and only for their owner', async () => {
  const dir = folder()
  const deep = join(dir, 'a', 'b')
  await makeFolder(deep)
  await makeFolder(deep)
  assert.equal([statSync(deep).mode & 0o777, statSync(join(dir, 'a')).mode & 0o777], [0o700, 0o700])
  for (const name of ['z', 'b', 'k']) writeFileSync(join(deep, name), '')
  assert.equal(await list(deep), ['b', 'k', 'z'])
  assert.equal(await list(join(dir, 'none')), [])
  assert.match((await failing(list(join(deep, 'b')))).message, /ENOTDIR/)
  await syncFolder(deep)
  assert.match((await failing(syncFolder(join(dir, 'none')))).message, /ENOENT/)
  await remove(join(deep, 'b'))
  await remove(join(deep, 'b'))
  assert.equal(readdirSync(deep), ['k', 'z'])
})

test('a folder that the system refuses is an error, and not an endless attempt', async () => {
  const link = join(folder(), 'link')
  symlinkSync('nowhere', link)
  for (const refused of ['/proc/none', '/proc/none/deeper', link, join(link, 'a')].filter(
    (path) => path[1] !== 'p' || existsSync('/proc'),
  ))
    assert.match((await failing(makeFolder(refused))).message, /^(?:ENOENT|EEXIST): /, refused)
  await makeFolder(join(folder(), 'a', '..', 'b/'))
})

test('the free space of a disk is read', async () => {
  const bytes = await room(folder())
  assert.ok(Number.isInteger(bytes) && bytes > 100_000, String(bytes))
})

test('a partial write is continued to the end, and a disk that accepts no byte is full', async () => {
  const written: [string, number][] = []
  const takes = [2, 1, 3, 0]
  const file = {
    write: async (bytes: Uint8Array, at: number) => {
      written.push([Buffer.from(bytes).toString(), at])
      return takes.shift()!
    },
  }
  await writeAll(file as never, Buffer.from('guests'), 10)
  assert.equal(written, [
    ['guests', 10],
    ['ests', 12],
    ['sts', 13],
  ])
  await writeAll(file as never, Buffer.alloc(0), 0)
  const error = await failing(writeAll(file as never, Buffer.from('x'), 0))
  assert.equal([error.message, (error as NodeJS.ErrnoException).code], ['the disk takes no more', 'ENOSPC'])
})

const failingAt = (call: string) => {
  const said: string[] = []
  const note = async (name: string) => {
    said.push(name)
    if (name === call) throw new Error(`no ${name}`)
  }
  const disk = {
    open: async (path: string) => {
      const file = await machineDisk.open(path)
      return {
        write: (bytes: Uint8Array, at: number) => note('write').then(() => file.write(bytes, at)),
        truncate: (length: number) => note('truncate').then(() => file.truncate(length)),
        sync: () => note('sync').then(file.sync),
        close: () => note('close').then(file.close),
      }
    },
    rename: (from: string, to: string) => note('rename').then(() => rename(from, to)),
    remove: (path: string) => note('remove').then(() => remove(path)),
    syncFolder: (dir: string) => note('syncFolder').then(() => syncFolder(dir)),
  }
  return { disk: disk as unknown as Disk, said }
}

test('a file is replaced atomically, and a failure leaves no remains', async () => {
  const dir = folder()
  const path = join(dir, 'file')
  writeFileSync(path, 'old')
  writeFileSync(path + unfinishedSuffix, 'what a crash left, and longer')
  const well = failingAt('')
  await replaceFile(well.disk, path, Buffer.from('new'))
  assert.equal([readFileSync(path, 'utf8'), readdirSync(dir)], ['new', ['file']])
  assert.equal(well.said, ['truncate', 'write', 'sync', 'close', 'rename', 'syncFolder'])
  for (const call of ['truncate', 'write', 'sync']) {
    const { disk, said } = failingAt(call)
    assert.is((await failing(replaceFile(disk, path, Buffer.from('newer')))).message, `no ${call}`)
    assert.equal([readFileSync(path, 'utf8'), readdirSync(dir), said.slice(-2)], ['new', ['file'], ['close', 'remove']])
  }
})

test.run()
