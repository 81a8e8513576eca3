import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isPin, isRecoveryKey } from '../../server/settings/pin'
import { openStore } from '../../server/store/sqlite/open'
import { folder, stay, using } from './store/store-world'

const test = suite('the programs as the operator starts them')

type Ended = { status: number | null; out: string; err: string }

/** The environment without variables of the developer's machine. */
const bare = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(DATA_|HOUSES|DATABASE|PORT|HOST|ADMIN|TRUST|BACKUP|STEPS|METRICS|DRAIN|PEER)/.test(name),
  ),
)

/** Runs a program of dist/ until it ends; `hear` gets the output so far and can send a signal or input. */
const run = (
  name: string,
  args: string[],
  env: Record<string, string> = {},
  hear: (out: string, child: ReturnType<typeof spawn>) => void = () => {},
) =>
  new Promise<Ended>((done) => {
    const child = spawn(process.execPath, ['--liftoff-only', `dist/${name}.mjs`, ...args], { env: { ...bare, ...env } })
    let [out, err] = ['', '']
    child.stdout!.on('data', (text) => {
      out += text
      hear(out, child)
    })
    child.stderr!.on('data', (text) => (err += text))
    child.on('close', (status) => done({ status, out, err }))
  })

const served = (env: Record<string, string>, signal: NodeJS.Signals = 'SIGTERM') => {
  let isTold = false
  return run('server', [], { PORT: '0', DATA_DIR: folder(), ...env }, (out, child) => {
    if (isTold || !/^Benvenuto: /m.test(out)) return
    isTold = true
    // The lines after the address are printed at the same moment.
    setTimeout(() => child.kill(signal), 50)
  })
}

const kept = async () => {
  const dir = folder()
  await using(openStore({ dir, backups: 0 }), (store) => store.addCheckin(stay(1)))
  return dir
}

/** Every variable that may be left empty. */
const empty = Object.fromEntries(
  [
    'HOST',
    'BACKUPS',
    'STEPS',
    'HOUSES',
    'METRICS_PORT',
    'ADMIN_PIN',
    'DATA_KEY',
    'DATA_KEY_FILE',
    'DRAIN',
    'SMTP_HOST',
    'SMTP_PORT',
    'SMTP_CA',
  ].map((name) => [name, '']),
)
const isOpen = /open to the network without TLS/

test('the first start prints address, PIN and recovery key, later starts only the address; an empty variable counts as absent', async () => {
  const DATA_DIR = folder()
  const first = await served({ ...empty, DATA_DIR })
  assert.is(first.status, 0)
  assert.match(
    first.out,
    /^PIN: \d{4} \(shown this once; .+\)\nRecovery key: \S+ \(.+\)\n(?:flow: .+\n)?Benvenuto: (http:\/\/127\.0\.0\.1:\d+)\nHost: \1\/admin-login\n/m,
  )
  assert.is(first.err, '')
  const second = await served({ DATA_DIR, HOST: '0.0.0.0' }, 'SIGINT')
  assert.is(second.status, 0)
  assert.match(second.out, /^Benvenuto: (http:\/\/0\.0\.0\.0:\d+)\nHost: \1\/admin-login\n/m)
  assert.not.match(second.out, 'shown this once')
  assert.match(second.err, isOpen)
})

test('a first start that fails later has printed PIN and recovery key; the last ones printed count', async () => {
  const [DATA_DIR, STEPS] = [folder(), join(folder(), 'steps.json')]
  writeFileSync(STEPS, '{ "broken": ')
  const failed = await run('server', [], { PORT: '0', DATA_DIR, STEPS })
  assert.is(failed.status, 1)
  assert.match(failed.out, /^PIN: \d{4} [^]*^Recovery key: /m)
  const { out, err } = await served({ DATA_DIR, HOST: 'localhost' })
  assert.is(err, '', 'this machine’s own: no warning')
  const printed = failed.out + out
  const last = (shape: RegExp) => [...printed.matchAll(shape)].at(-1)![1]!
  await using(openStore({ dir: DATA_DIR, backups: 0 }), async (store) => {
    assert.ok(await isRecoveryKey(store, last(/^Recovery key: (\S+)/gm)))
    assert.ok(await isPin(last(/^PIN: (\d{4})/gm), (await store.settings()).adminPin!))
  })
})

test('invalid environment variables are refused with a sentence, and nothing is served', async () => {
  const key = join(folder(), 'key')
  for (const [env, sentence] of [
    [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY must be 1 or 0'],
    [{ PORT: 'x' }, 'PORT must be a number up to 65535'],
    [{ PORT: '70000' }, 'PORT must be a number up to 65535'],
    [{ STEPS: join(folder(), 'none') }, 'STEPS names a file that cannot be read (ENOENT: '],
    [{ BACKUPS: '10000' }, 'BACKUPS must be a number up to 9999'],
    [{ METRICS_PORT: '65536' }, 'METRICS_PORT must be a number up to 65535'],
    [{ DATABASE_URL: 'postgres://nowhere' }, 'DATABASE_URL goes with HOUSES, the folder of the houses’ files'],
    [{ HOUSES: folder() }, 'HOUSES goes without DATA_DIR and ADMIN_PIN: each house has a folder and a PIN of its own'],
    [
      { HOUSES: folder(), DATA_DIR: '', ADMIN_PIN: '1234' },
      'HOUSES goes without DATA_DIR and ADMIN_PIN: each house has a folder and a PIN of its own',
    ],
    [{ HOUSES: folder(), DATA_DIR: '', HOUSES_OPEN: '-1' }, 'HOUSES_OPEN must be a number up to 9999'],
    [
      { HOUSES: folder(), DATA_DIR: '', DATABASE_URL: 'postgres://nowhere' },
      'DATABASE_URL goes with TRUST_PROXY=1: several processes stand behind a proxy that says who asks',
    ],
    [
      { HOUSES: folder(), DATA_DIR: '', DATABASE_URL: 'postgres://nowhere', TRUST_PROXY: '1', DRAIN: 'x' },
      'DRAIN must be a number up to 9999',
    ],
    [{ DATA_KEY_FILE: key }, `The key file ${key} cannot be read (ENOENT)`],
  ] as [Record<string, string>, string][]) {
    const { status, err, out } = await served(env)
    assert.is(status, 1, sentence)
    assert.ok(err.startsWith(sentence), `${err} instead of ${sentence}`)
    assert.not.match(out, 'Benvenuto')
  }
})

test('every environment variable is used: proxy, backups, metrics on a separate port', async () => {
  const { out, err, status } = await served({
    HOST: '0.0.0.0',
    TRUST_PROXY: 'true',
    BACKUPS: '9999',
    METRICS_PORT: '0',
  })
  assert.equal([status, err], [0, ''])
  assert.match(out, /^Metrics: http:\/\/127\.0\.0\.1:[1-9]\d+\/metrics$/m)
})

test('a port in use is reported, and an IPv6 address is printed in brackets', async () => {
  const other = createServer()
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
  const { port } = other.address() as AddressInfo
  const DATA_DIR = folder()
  const { status, err, out } = await served({ DATA_DIR, PORT: String(port) })
  const measured = await served({ DATA_DIR, METRICS_PORT: String(port) })
  other.close()
  assert.is(measured.status, 1)
  assert.match(measured.err, `METRICS_PORT=${port} cannot be listened on (listen EADDRINUSE`)
  assert.is(status, 1)
  assert.match(err, `The server cannot listen on 127.0.0.1:${port} (`)
  assert.match(err, 'Choose another PORT or HOST.')
  assert.not.match(out, 'Benvenuto')
  assert.match(out, /^PIN: \d{4,} [^]*^Recovery key: /m, 'the next start would not print them again')
  const six = await served({ DATA_DIR, HOST: '::1' })
  assert.equal([six.status, six.err], [0, ''], 'this machine’s own: no warning')
  assert.match(six.out, /^Benvenuto: http:\/\/\[::1\]:\d+$/m)
})

test('a server for many houses says how many it found, and ends at the first signal of two', async () => {
  const HOUSES = folder()
  for (const name of ['rosa.example', 'sole.example']) mkdirSync(join(HOUSES, name))
  let isTold = false
  const { status, out, err } = await run('server', [], { PORT: '0', HOUSES }, (out, child) => {
    if (isTold || !out.includes('Benvenuto')) return
    isTold = true
    child.kill('SIGTERM')
    child.kill('SIGINT')
  })
  assert.equal([status, err], [0, ''])
  assert.match(out, new RegExp(`^Benvenuto: http://127\\.0\\.0\\.1:\\d+ for 2 houses in ${HOUSES}$`, 'm'))
})

test('recovery prints what it found, with the folder given or DATA_DIR; another folder is refused', async () => {
  const dir = await kept()
  const whole = { status: 0, out: 'Nothing to recover: the store is whole.\n', err: '' }
  assert.equal(await run('recover', [dir]), whole)
  assert.equal(await run('recover', [], { DATA_DIR: dir }), whole)
  writeFileSync(join(dir, 'checkin.sqlite'), 'broken')
  const broken = await run('recover', [dir, '--from', 'none.sqlite'])
  assert.equal([broken.status, broken.out], [1, ''])
  assert.match(broken.err, /^none\.sqlite is not there\.\nThere is no backup in this folder/)
  const keyless = await run('recover', [dir], { DATA_KEY_FILE: join(dir, 'key') })
  assert.is(keyless.status, 1)
  assert.match(keyless.err, 'lies in the folder')
})

test('a backup is restored from its file into an empty folder; without a file it says so', async () => {
  const dir = await kept()
  const image = join(dir, 'checkin.sqlite')
  const target = join(folder(), 'new')
  assert.equal(await run('restore', []), { status: 1, out: '', err: 'Name the file of the backup.\n' })
  const gone = await run('restore', [join(dir, 'none')], { DATA_DIR: target })
  assert.is(gone.status, 1)
  assert.match(gone.err, 'ENOENT')
  const copy = join(folder(), 'copy')
  await using(openStore({ dir, backups: 0 }), async (store) => {
    const { parts } = await store.sealedBackup('quattro parole a caso')
    for await (const part of parts) appendFileSync(copy, part)
  })
  assert.ok(existsSync(image))
  const wrong = await run('restore', [copy, target], { BACKUP_PASSPHRASE: 'altre quattro parole' })
  assert.equal([wrong.status, wrong.out], [1, ''])
  assert.match(wrong.err, 'The passphrase is not the one')
  const typed = await new Promise<Ended>((done) => {
    const child = spawn(process.execPath, ['--liftoff-only', 'dist/restore.mjs', copy], {
      env: { ...bare, DATA_DIR: target },
    })
    let [out, err] = ['', '']
    child.stdout.on('data', (text) => (out += text))
    child.stderr.on('data', (text) => (err += text))
    child.on('close', (status) => done({ status, out, err }))
    child.stdin.end('quattro parole a caso\n')
  })
  assert.equal(typed, {
    status: 0,
    out: 'Restored: 1 check-ins. Start the server.\n',
    err: 'Passphrase of the backup: \n',
  })
  await using(openStore({ dir: target, backups: 0 }), async (store) => assert.is((await store.checkins()).length, 1))
})

test('encrypting needs a key file, makes one, and can remove it again', async () => {
  const dir = await kept()
  const none = await run('rekey', [], { DATA_DIR: dir })
  assert.equal([none.status, none.out], [1, ''])
  assert.match(none.err, `outside of the data folder (${dir})`)
  const DATA_KEY_FILE = join(folder(), 'key')
  const sealed = await run('rekey', [], { DATA_DIR: dir, DATA_KEY_FILE })
  assert.equal([sealed.status, sealed.err], [0, ''])
  assert.match(sealed.out, /^Everything is sealed with the key \w+\. Keep a copy of it off this machine\.\n$/)
  assert.not.match(readFileSync(join(dir, 'checkin.sqlite'), 'latin1'), 'SQLite format')
  const plain = await run('rekey', ['--plain'], { DATA_DIR: dir, DATA_KEY_FILE })
  assert.equal(plain, {
    status: 0,
    out: 'Everything is as it is without a key: take DATA_KEY_FILE and DATA_KEY away.\n',
    err: '',
  })
  assert.match(readFileSync(join(dir, 'checkin.sqlite'), 'latin1'), 'SQLite format')
  const [DATA_KEY = ''] = readFileSync(DATA_KEY_FILE, 'utf8').split('\n')
  const byHand = await run('rekey', [], { DATA_DIR: dir, DATA_KEY })
  assert.is(byHand.status, 0)
  const other = await run('rekey', [], { DATA_DIR: dir, DATA_KEY: 'x' })
  assert.equal([other.status, other.out], [1, ''])
  assert.match(other.err, 'DATA_KEY holds no key')
})

test('all houses of a folder are encrypted together', async () => {
  const HOUSES = folder()
  for (const name of ['rosa.example', 'sole.example', 'not a house']) {
    mkdirSync(join(HOUSES, name))
    await using(openStore({ dir: join(HOUSES, name), backups: 0 }), (store) => store.addCheckin(stay(1)))
  }
  const { status } = await run('rekey', [], { HOUSES, DATA_KEY_FILE: join(folder(), 'key') })
  const isPlain = (name: string) => readFileSync(join(HOUSES, name, 'checkin.sqlite'), 'latin1').startsWith('SQLite')
  assert.equal([status, ...['rosa.example', 'sole.example', 'not a house'].map(isPlain)], [0, false, false, true])
})

test('the flow check prints its findings, draws the map, and fails only on errors', async () => {
  const steps = 'test/fixtures/flow/steps.json'
  const map = join(folder(), 'map.svg')
  const good = await run('flow', [steps, '--map', map])
  assert.is(good.status, 0)
  assert.match(
    good.out,
    /^[\d,.]+ journeys, \d+ of \d+ steps on them, \d+ named exceptions\n0 errors, \d+ warnings\n$/m,
  )
  assert.match(readFileSync(map, 'utf8'), /^<svg /)
  const bad = join(folder(), 'steps.json')
  writeFileSync(bad, readFileSync(steps, 'utf8').replace('"/guest-name"', '"/nowhere"'))
  const failed = await run('flow', ['--map', join(folder(), 'other.svg'), bad])
  assert.is(failed.status, 1)
  assert.match(failed.out, /^errore /m)
  assert.match(failed.out, /\n[1-9]\d* errors, \d+ warnings\n$/)
  writeFileSync(bad, '{')
  const broken = await run('flow', [bad])
  assert.equal([broken.status, /journeys/.test(broken.out)], [1, false])
})

test('without a file the served flow is checked: the house’s, else the program’s', async () => {
  const DATA_DIR = folder()
  const STEPS = 'test/fixtures/flow/steps.json'
  assert.is((await run('flow', [], { DATA_DIR, STEPS })).status, 0)
  mkdirSync(join(DATA_DIR, 'flow'))
  writeFileSync(join(DATA_DIR, 'flow', 'steps.json'), '{')
  assert.is((await run('flow', [], { DATA_DIR, STEPS })).status, 1)
  assert.equal(readdirSync(join(DATA_DIR, 'flow')), ['steps.json'])
})

test('the command for many houses prints its usage and needs the folder of the houses', async () => {
  const HOUSES = join(folder(), 'houses')
  const nowhere = await run('houses', ['list'])
  assert.equal(nowhere, { status: 1, out: '', err: 'Say in HOUSES which folder the houses are in.\n' })
  for (const args of [[], ['fly'], ['toString']]) {
    const unknown = await run('houses', args, { HOUSES })
    assert.equal([unknown.status, unknown.out], [1, ''])
    assert.match(unknown.err, /^Say what to do: make, list, .+\.\n$/)
  }
  assert.is((await run('houses', ['make', 'rosa.example'], { HOUSES })).status, 0)
  const listed = await run('houses', ['list'], { HOUSES })
  assert.is(listed.status, 0)
  assert.match(listed.out, 'rosa.example')
  const kept = await run('houses', ['remove', 'rosa.example'], { HOUSES })
  assert.equal([kept.status, existsSync(join(HOUSES, 'rosa.example'))], [1, true])
  assert.is((await run('houses', ['remove', 'rosa.example', '--yes'], { HOUSES })).status, 0)
  assert.not.ok(existsSync(join(HOUSES, 'rosa.example')))
})

test.run()
