import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Disk, machineDisk } from '../../../server/store/sealed/disk'
import { backupSeal, isBackup, openBackup, sealBackupTo } from '../../../server/store/sealed/sealed-backup'
import {
  type DataKeys,
  dataKey,
  dataKeys,
  openFile,
  openLine,
  sealFile,
  sealLine,
  Tampered,
} from '../../../server/store/sealed/sealing'
import { foldInWorker } from '../../../server/store/sqlite/folding'
import { openStore } from '../../../server/store/sqlite/open'
import { recover } from '../../../server/store/sqlite/recovery'
import { filesIn, standsIn } from './raw-bytes'
import { failing, folder, stay, using, whole } from './store-world'

const test = suite('what is sealed')

const keysOf = (...figures: string[]): DataKeys => ({ all: figures.map((one) => dataKey(Buffer.alloc(32, one))) })
const [ours, other] = [keysOf('a'), keysOf('b')]
const sealedDisk = (keys: DataKeys) => ({ ...machineDisk, keys })
const name = 'ZACCARIA ÈLODIE'
const texts = [name, 'zaccaria@example.org', 'AX7654321']
const guest = stay(7, { mainGuestLastName: name, email: texts[1], mainGuestDocumentNumber: texts[2] })

test('a file and a line decrypt only with their own key, and not with one bit changed', async () => {
  const bytes = Buffer.from(name)
  const file = Buffer.from(await sealFile(ours, bytes))
  assert.equal(await openFile(ours, file, 'a file'), bytes)
  assert.not.ok(file.includes(bytes))
  assert.not.equal(await sealFile(ours, bytes), file, 'twice the same is not the same')
  const line = sealLine(ours, name, 3)
  assert.is(openLine(ours, line, 3, 'a line'), name)
  assert.throws(
    () => openLine(ours, line, 4, 'a line'),
    (error: Error) => error instanceof Tampered,
  )
  for (let at = 16; at < file.length; at++) {
    const changed = Buffer.from(file)
    changed[at]! ^= 1
    assert.instance(await failing(openFile(ours, changed, 'a file')), Tampered, `byte ${at}`)
  }
  assert.instance(await failing(openFile(ours, file.subarray(0, 20), 'a file')), Tampered)
  for (const [keys, says] of [
    [undefined, /no key is given.*nobody can read/],
    [other, /sealed with another key/],
  ] as const) {
    assert.match((await failing(openFile(keys, file, 'a file'))).message, says)
    assert.throws(() => openLine(keys, line, 3, 'a line'), says)
  }
  assert.match((await failing(openFile(ours, bytes, 'a file'))).message, /is not sealed.*npm run rekey/)
  assert.throws(() => openLine(ours, '["nothing"]', 3, 'a line'), /is not sealed/)
  assert.equal(await openFile(keysOf('b', 'a'), file, 'a file'), bytes, 'an older key still opens')
})

test('large files are encrypted and decrypted whole', async () => {
  const bytes = Buffer.alloc((3 << 20) + 17, 'Maria')
  assert.ok((await openFile(ours, Buffer.from(await sealFile(ours, bytes)), 'a file')).equals(bytes))
})

test('keys come from a file or the environment, in either form; an invalid one, or one beside its data, is refused', () => {
  const dir = folder()
  const file = join(folder(), 'key')
  const master = Buffer.alloc(32, 'a')
  writeFileSync(file, `${master.toString('hex')}\n`)
  assert.is(dataKeys({ DATA_KEY_FILE: file }, [dir])!.all[0]!.id, ours.all[0]!.id)
  assert.is(dataKeys({ DATA_KEY: master.toString('base64') })!.all[0]!.id, ours.all[0]!.id)
  assert.is(dataKeys({}), undefined)
  assert.throws(() => dataKeys({ DATA_KEY: 'segreto' }), /holds no key/)
  assert.throws(() => dataKeys({ DATA_KEY: 'x', DATA_KEY_FILE: 'y' }), /both set/)
  assert.throws(() => dataKeys({ DATA_KEY_FILE: join(dir, 'none') }), /cannot be read.*nobody can read/)
  assert.throws(() => dataKeys({ DATA_KEY_FILE: join(dir, 'keys', 'one') }, [dir]), /lies in the folder/)
})

/** A folder with a snapshot, a backup, a journal, and every kind of record. */
const filled = async (keys: DataKeys | undefined) => {
  const dir = folder()
  const disk = { ...machineDisk, keys }
  await using(openStore({ dir, disk }), async (store) => {
    for (let n = 1; n < 4; n++) await store.addCheckin(stay(n))
    await store.saveSettings({ companyName: name })
  })
  // The first opening left a snapshot and the day's backup; this one must not fold.
  const store = await openStore({ dir, disk, backups: 'untouched' })
  await store.addCheckin(guest)
  await store.note('export', { at: '2025-07-01', ids: [1], file: 'x', sha256: 'y' })
  const crashed = folder()
  cpSync(dir, crashed, { recursive: true, filter: (path) => !/lock-/.test(path) })
  const all = await whole(store)
  await store.close()
  return { dir: crashed, all }
}

test('with a key no guest’s answer is readable in journal, snapshot or backup, and the store opens unchanged', async () => {
  const { dir, all } = await filled(ours)
  const files = filesIn(dir).map(([file]) => file)
  assert.ok(files.some((file) => /^backups.checkin-/.test(file)) && files.includes('checkin.journal'), files.join())
  assert.equal(standsIn(dir, [...texts, '1980-05-17', 'SQLite format']), [])
  await using(openStore({ dir, disk: sealedDisk(ours) }), async (store) => assert.equal(await whole(store), all))
  assert.equal(standsIn(dir, [...texts, 'SQLite format']), [])
  const plain = await filled(undefined)
  assert.equal(plain.all, all)
  assert.ok(standsIn(plain.dir, texts).length >= 3, 'without a key the search finds them')
})

test('folded in a worker it is encrypted too', async () => {
  const dir = folder()
  const fold = foldInWorker('dist/fold-worker.mjs', ours)
  await using(openStore({ dir, disk: sealedDisk(ours), fold }), async (store) => {
    await store.addCheckin(guest)
    const image = Buffer.from(await store.backup())
    assert.match(image.toString('latin1', 0, 15), 'SQLite format 3')
  })
  assert.equal(standsIn(dir, [...texts, 'SQLite format']), [])
  await using(openStore({ dir, disk: sealedDisk(ours) }), async (store) =>
    assert.is((await store.checkin(1))!.mainGuestLastName, name),
  )
})

test('a wrong key, a lost one, and a key for plain data change no byte of the folder, and are reported', async () => {
  for (const [kept, given, says] of [
    [ours, other, /sealed with another key.*Nothing was changed/],
    [ours, undefined, /no key is given.*Nothing was changed/],
    [undefined, ours, /is not sealed.*Nothing was changed/],
  ] as const) {
    const { dir } = await filled(kept)
    for (const without of ['', 'checkin.sqlite']) {
      if (without) {
        rmSync(join(dir, 'checkin.sqlite'))
        rmSync(join(dir, 'checkin.journal'))
        const only = await filledJournal(kept)
        copyFileSync(join(only, 'checkin.journal'), join(dir, 'checkin.journal'))
        rmSync(join(dir, 'checkin.mark'))
      }
      const before = filesIn(dir)
      assert.match((await failing(openStore({ dir, disk: { ...machineDisk, keys: given } }))).message, says)
      assert.equal(filesIn(dir), before)
    }
  }
})

const filledJournal = async (keys: DataKeys | undefined) => {
  const dir = folder()
  const store = await openStore({ dir, disk: { ...machineDisk, keys }, backups: 0 })
  await store.addCheckin(guest)
  const copy = folder()
  copyFileSync(join(dir, 'checkin.journal'), join(copy, 'checkin.journal'))
  await store.close()
  return copy
}

test('a changed byte of an encrypted snapshot is detected; recovered files are encrypted', async () => {
  const { dir } = await filled(ours)
  const path = join(dir, 'checkin.sqlite')
  const bytes = readFileSync(path)
  bytes[bytes.length >> 1]! ^= 1
  writeFileSync(path, bytes)
  assert.match((await failing(openStore({ dir, disk: sealedDisk(ours) }))).message, /checkin\.sqlite is damaged/)
  const [backup] = readdirSync(join(dir, 'backups'))
  const said = await recover({ dir, from: backup!, now: new Date(), disk: sealedDisk(ours) })
  assert.match(said.join('\n'), /The store opens and holds 4 check-ins/)
  assert.equal(standsIn(dir, texts), [])
  await using(openStore({ dir, disk: sealedDisk(ours) }), async (store) =>
    assert.is((await store.checkin(4))!.mainGuestLastName, name),
  )
})

test('an encrypted record torn by a crash is dropped, a changed one refused', async () => {
  const { dir } = await filled(ours)
  const journal = join(dir, 'checkin.journal')
  const lines = readFileSync(journal)
  rmSync(join(dir, 'checkin.mark'))
  const cut = folder()
  mkdirSync(cut, { recursive: true })
  copyFileSync(join(dir, 'checkin.sqlite'), join(cut, 'checkin.sqlite'))
  writeFileSync(join(cut, 'checkin.journal'), lines.subarray(0, lines.length - 9))
  const said: string[] = []
  await using(openStore({ dir: cut, disk: sealedDisk(ours), report: (line) => said.push(line) }), async (store) =>
    assert.is((await store.checkins()).length, 4),
  )
  assert.match(said.join(), /never finished were dropped/)
  lines[lines.length - 9]! ^= 1
  writeFileSync(journal, lines)
  assert.match((await failing(openStore({ dir, disk: sealedDisk(ours) }))).message, /damaged after record/)
})

test('a backup file has the title, a salt and the encrypted data; one cut short restores nothing', async () => {
  const dir = folder()
  const path = join(dir, 'checkin.backup')
  const bytes = Buffer.from('the whole store')
  writeFileSync(path, 'x'.repeat(1000))
  const seal = await backupSeal('quattro parole a caso')
  await sealBackupTo(machineDisk, path, bytes, seal)
  const sealed = readFileSync(path)
  assert.is(sealed.subarray(0, 8).toString(), 'BVBACK1\n')
  assert.ok(isBackup(sealed) && sealed.length < 200)
  assert.equal(await openBackup(sealed, ' quattro parole a caso '), bytes)
  const full: Disk = {
    ...machineDisk,
    open: async (name) => {
      const file = await machineDisk.open(name)
      const write = (part: Uint8Array, at: number) =>
        at > 0 ? Promise.reject(new Error('the disk is full')) : file.write(part, at)
      return { ...file, write }
    },
  }
  assert.match((await failing(sealBackupTo(full, path, bytes, seal))).message, 'the disk is full')
  assert.equal(readdirSync(dir), [])
})

test.run()
