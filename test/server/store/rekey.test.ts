import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { rekey } from '../../../server/commands/rekey'
import { machineDisk } from '../../../server/store/sealed/disk'
import { dataKeys } from '../../../server/store/sealed/sealing'
import { openStore } from '../../../server/store/sqlite/open'
import { filesIn, standsIn } from './raw-bytes'
import { faults, faultyDisk } from './store-disk'
import { failing, folder, stay, using, whole } from './store-world'

const test = suite('rekeying')

const texts = ['ZACCARIA ELODIE', 'zaccaria@example.org', 'ricevuta della questura']
const keysIn = (file: string) => readFileSync(file, 'utf8').split('\n').filter(Boolean)
const diskOf = (file: string) => ({ ...machineDisk, keys: dataKeys({ DATA_KEY_FILE: file }) })

/** A data folder after a crash (snapshot, backup, a journal with records, a receipt), and the store's content. */
const crashed = async (disk = machineDisk) => {
  const dir = folder()
  await using(openStore({ dir, disk }), (store) => store.addCheckin(stay(1)))
  const store = await openStore({ dir, disk, backups: 'untouched' })
  await store.addCheckin(stay(2, { mainGuestLastName: texts[0], email: texts[1] }))
  const copy = folder()
  cpSync(dir, copy, { recursive: true, filter: (path) => !/lock-/.test(path) })
  const all = await whole(store)
  await store.close()
  mkdirSync(join(copy, 'receipts'))
  writeFileSync(join(copy, 'receipts', '2025-07-01-rossi.pdf'), texts[2]!)
  return { dir: copy, all }
}

const copyOf = (dir: string) => {
  const copy = folder()
  cpSync(dir, copy, { recursive: true })
  return copy
}

const opensWith = async (dir: string, file: string, all: object) =>
  using(openStore({ dir, disk: diskOf(file), backups: 'untouched' }), async (store) =>
    assert.equal(await whole(store), all),
  )

test('a plain folder is encrypted with a new key, then with another, then decrypted for good', async () => {
  const { dir, all } = await crashed()
  for (const name of ['receipts', 'backups']) mkdirSync(join(dir, name, 'mine'))
  const file = join(folder(), 'key')
  assert.is(standsIn(dir, texts).length, 3)
  await rekey({ folders: [dir], disk: machineDisk, file })
  const [first] = keysIn(file)
  assert.equal([keysIn(file).length, standsIn(dir, [...texts, 'SQLite format'])], [1, []])
  await opensWith(dir, file, all)
  const before = filesIn(dir)
  await rekey({ folders: [dir], disk: machineDisk, file })
  assert.equal([keysIn(file).length, keysIn(file)[0] === first], [1, false])
  await opensWith(dir, file, all)
  const old = join(folder(), 'key')
  writeFileSync(old, first!)
  assert.match((await failing(openStore({ dir, disk: diskOf(old) }))).message, /another key/)
  for (const [name, bytes] of before)
    if (/sqlite|receipts/.test(name)) assert.not.equal(readFileSync(join(dir, name)), bytes, name)
  await rekey({ folders: [dir], disk: machineDisk, file, toPlain: true })
  await using(openStore({ dir }), async (store) => assert.equal(await whole(store), all))
  assert.is(readFileSync(join(dir, 'receipts', '2025-07-01-rossi.pdf'), 'utf8'), texts[2])
})

test('a folder with nothing to seal is refused: the key of the folder that was meant stays', async () => {
  const { dir, all } = await crashed()
  const file = join(folder(), 'key')
  await rekey({ folders: [dir], disk: machineDisk, file })
  const before = readFileSync(file, 'utf8')
  for (const folders of [[join(folder(), 'none')], [folder()], []])
    for (const toPlain of [false, true]) {
      const { message } = await failing(rekey({ folders, disk: machineDisk, file, toPlain }))
      assert.match(message, /^There is no.+Nothing was changed\.$/)
    }
  assert.is(readFileSync(file, 'utf8'), before)
  await opensWith(dir, file, all)
})

test('a key made by hand encrypts plain data, and no other key is made', async () => {
  const { dir, all } = await crashed()
  const file = join(folder(), 'key')
  writeFileSync(file, 'ab'.repeat(32))
  await rekey({ folders: [dir], disk: machineDisk, file })
  assert.equal(keysIn(file), ['ab'.repeat(32)])
  await opensWith(dir, file, all)
  assert.equal(standsIn(dir, texts), [])
})

test('unchanged files are reported: files renamed after an earlier fault, and a damaged one', async () => {
  const { dir } = await crashed()
  const file = join(folder(), 'key')
  await rekey({ folders: [dir], disk: machineDisk, file })
  const [aside, receipt] = [join(dir, 'broken-2025-07-01'), join(dir, 'receipts', '2025-07-01-rossi.pdf')]
  mkdirSync(aside)
  const sealed = readFileSync(receipt)
  sealed[sealed.length - 1]! ^= 1
  writeFileSync(receipt, sealed)
  const said = await rekey({ folders: [dir], disk: machineDisk, file })
  const plain = await rekey({ folders: [dir], disk: machineDisk, file, toPlain: true })
  for (const [path, why] of [
    [aside, 'holds files as they were'],
    [receipt, 'is damaged and was left as it is'],
  ])
    for (const lines of [said, plain])
      assert.is(lines.filter((line) => line.startsWith(`${path} ${why}`)).length, 1, lines.join('\n'))
  assert.equal(readFileSync(receipt), sealed)
})

test('the key of a damaged file stays until the file is gone, so that no later run lacks it', async () => {
  const { dir, all } = await crashed()
  const file = join(folder(), 'key')
  await rekey({ folders: [dir], disk: machineDisk, file })
  const [first] = keysIn(file)
  const receipt = join(dir, 'receipts', '2025-07-01-rossi.pdf')
  const sealed = readFileSync(receipt)
  sealed[sealed.length - 1]! ^= 1
  writeFileSync(receipt, sealed)
  for (const round of [1, 2]) {
    const said = await rekey({ folders: [dir], disk: machineDisk, file })
    assert.ok(said.includes(`The older keys stay in ${file} for what is damaged: delete it, and run this again.`))
    assert.equal([keysIn(file).length, keysIn(file)[1]], [2, first], `round ${round}`)
    await opensWith(dir, file, all)
  }
  rmSync(receipt)
  await rekey({ folders: [dir], disk: machineDisk, file })
  assert.equal([keysIn(file).length, keysIn(file).includes(first!)], [1, false])
  await opensWith(dir, file, all)
})

test('with a wrong key nothing changes, in the folders or in the key file', async () => {
  const { dir } = await crashed()
  const [file, wrong] = [join(folder(), 'key'), join(folder(), 'key')]
  await rekey({ folders: [dir], disk: machineDisk, file })
  writeFileSync(wrong, 'cd'.repeat(32))
  const before = filesIn(dir)
  assert.match((await failing(rekey({ folders: [dir], disk: machineDisk, file: wrong }))).message, /another key/)
  const said = await failing(rekey({ folders: [dir], disk: machineDisk, text: keysIn(file)[0] }))
  assert.match(said.message, /write the new one in front of it/)
  assert.equal([filesIn(dir), keysIn(wrong)], [before, ['cd'.repeat(32)]])
})

for (const fault of faults)
  test(`a rotation with a ${fault} at each disk call in turn: the folder opens with the file's keys, and the next run completes it`, async () => {
    const { dir: start, all } = await crashed()
    const key = join(folder(), 'key')
    await rekey({ folders: [start], disk: machineDisk, file: key })
    await using(openStore({ dir: start, disk: diskOf(key), backups: 'untouched' }), (store) => store.removeCheckin(9))
    let at = 0
    for (; at < 200; at++) {
      const [dir, file] = [copyOf(start), join(folder(), 'key')]
      cpSync(key, file)
      const { disk, seen } = faultyDisk(at, fault)
      const failed = await rekey({ folders: [dir], disk, file }).then(
        () => false,
        () => true,
      )
      const called = `${fault} at ${seen[at]?.replace(dir, '')}`
      await opensWith(dir, file, all)
      const isDone = keysIn(file).length === 1 && keysIn(file)[0] !== keysIn(key)[0]
      if (!isDone) await rekey({ folders: [dir], disk: machineDisk, file })
      assert.equal([keysIn(file).length, keysIn(file)[0] === keysIn(key)[0]], [1, false], called)
      assert.match((await failing(openStore({ dir, disk: diskOf(key) }))).message, /another key/, called)
      await opensWith(dir, file, all)
      if (!failed && seen.length <= at) break
    }
    assert.ok(at > 15 && at < 200, `${at} calls`)
  })

test('a rotation killed with kill -9 at random moments loses nothing and completes in the end', async () => {
  const { dir, all } = await crashed()
  const file = join(folder(), 'key')
  const run = (limit: number) =>
    new Promise<boolean>((done) => {
      const child = spawn(process.execPath, ['--liftoff-only', 'dist/rekey.mjs'], {
        env: { ...process.env, DATA_DIR: dir, DATA_KEY_FILE: file, DATA_KEY: '', HOUSES: '' },
        stdio: 'ignore',
      })
      const timer = setTimeout(() => child.kill('SIGKILL'), limit)
      child.once('exit', (status) => {
        clearTimeout(timer)
        done(status === 0)
      })
    })
  assert.ok(await run(60_000))
  let kills = 0
  for (let n = 0; n < 60 && kills < 5; n++) {
    const began = performance.now()
    assert.ok(await run(60_000))
    if (!(await run((performance.now() - began) * (0.5 + 0.5 * Math.random())))) kills++
    await pause(5)
    await opensWith(dir, file, all)
  }
  assert.is(kills, 5)
  console.log(`\n# ${kills} kills`)
  while (keysIn(file).length > 1) assert.ok(await run(60_000))
  await opensWith(dir, file, all)
  assert.equal(standsIn(dir, texts), [])
  assert.ok(existsSync(join(dir, 'receipts')))
})

const served = (env: Record<string, string>) =>
  new Promise<string>((done) => {
    const child = spawn(process.execPath, ['--liftoff-only', 'dist/server.mjs'], {
      env: { ...process.env, PORT: '0', DATA_KEY: '', DATA_KEY_FILE: '', HOUSES: '', ADMIN_PIN: '', ...env },
    })
    let said = ''
    const hear = (text: Buffer) => {
      said += text
      if (/Benvenuto: http/.test(said)) child.kill('SIGTERM')
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('close', (status) => done(`${status} ${said}`))
  })

test('the server ends with a sentence for a wrong or missing key, changing no byte; with the right one it serves', async () => {
  const { dir } = await crashed()
  const [file, wrong] = [join(folder(), 'key'), join(folder(), 'key')]
  await rekey({ folders: [dir], disk: machineDisk, file })
  writeFileSync(wrong, 'cd'.repeat(32))
  const before = filesIn(dir)
  for (const [env, says] of [
    [{ DATA_KEY_FILE: wrong }, /^1 .*sealed with another key/s],
    [{}, /^1 .*no key is given.*nobody can read/s],
    [{ DATA_KEY_FILE: `${file}.lost` }, /^1 .*cannot be read.*nobody can read/s],
  ] as const) {
    assert.match(await served({ DATA_DIR: dir, ...env }), says)
    assert.equal(filesIn(dir), before)
  }
  assert.match(await served({ DATA_DIR: dir, DATA_KEY_FILE: file }), /^0 .*Benvenuto: http/s)
  assert.equal(standsIn(dir, texts), [])
})

test.run()
