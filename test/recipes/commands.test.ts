// Every command in the README's table is run: here and small, or where the table below says.
// Costs some 10 s: it builds once, starts each program, and counts a mutant.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { treeCopy } from './tree-copy'

const test = suite('commands')
const copy = treeCopy()
const data = mkdtempSync(join(tmpdir(), 'benvenuto-commands-'))
process.on('exit', () => rmSync(data, { recursive: true, force: true }))
const env = { ...process.env, PORT: '0', DATA_DIR: join(data, 'house'), BACKUPS: '0' }

type Tried = {
  args?: string[]
  env?: Record<string, string>
  says: RegExp
  serves?: true
  fails?: true
  /** What holds after it, with what it printed. */
  check?: (out: string) => void | Promise<void>
}

/** By script: what it is given here, what it then prints, whether it goes on until it is stopped, and may end badly. */
const tried: { [script: string]: Tried } = {
  start: {
    says: /PIN\D*\d{4}[^]*http:\S+/m,
    serves: true,
    check: async (out) => assert.is((await fetch(/http:\S+/.exec(out)![0])).status, 200),
  },
  flow: {
    args: ['--map', 'drawn.svg'],
    says: /^0 errors, /m,
    check: () => assert.match(readFileSync(join(copy, 'drawn.svg'), 'utf8'), '<svg'),
  },
  recover: { args: [join(data, 'house')], says: /the store is whole/ },
  // Its end says whether every bar was met, here or not.
  bench: { args: ['visiting'], says: /first visit, requests +\| 5 /, fails: true },
  standins: { args: ['--police', '0', '--region', '0'], says: /ROSS1000_API/, serves: true },
  soak: { args: ['--kills', '2'], says: /\| lost \| 0 \|/ },
  mutants: {
    args: ['--folder', 'src/core/look', '--count', '1', '--lanes', '1'],
    says: /1 of \d+ mistakes in src\/core\/look/,
  },
  screens: {
    args: ['--set', 'cards', '360-light-it-02'],
    says: /^2 pictures, /m,
    // What is not drawn has 2,400 bytes.
    check: () => assert.ok(statSync(join(copy, 'dist/screens/360-light-it-02-reservation-code.jpg')).size > 10_000),
  },
  simulate: { says: /100,000/ },
  houses: { args: ['make', 'mare.example.it'], env: { HOUSES: join(data, 'houses') }, says: /mare\.example\.it/ },
  // Last, because what it builds reloads itself.
  dev: { says: /^built: [^]*http:\S+/m, serves: true },
}

/** Where the others are run. */
const elsewhere: { [script: string]: string } = {
  rekey: 'test/server/store/rekey.test.ts',
  restore: 'test/server/store/secrets.test.ts',
  // Training takes minutes; the letters it is trained on are drawn in the test.
  reader: 'test/core/reader/reader.test.ts',
  types: '.ci/run',
  lint: '.ci/run',
  // What `start` begins with, as `dev` does here.
  build: 'package.json',
  test: '.ci/run',
  'test:lts': '.ci/run',
  // Lint, types and a part of the tests, each of which is run.
  check: 'package.json',
}

const readme = readFileSync('README.md', 'utf8')
const table = /## Commands\n([^]*?)\n## /.exec(readme)![1]!
const named = [...new Set([...table.matchAll(/^\| `npm (?:run )?([\w:]+)/gm)].map(([, script]) => script!))]

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { [name: string]: string } }

test('the table names every script, and each is run somewhere', () => {
  assert.equal([...named].sort(), Object.keys(scripts).sort())
  assert.equal([...named].sort(), [...Object.keys(tried), ...Object.keys(elsewhere)].sort())
  for (const [script, file] of Object.entries(elsewhere))
    assert.match(readFileSync(file, 'utf8'), script.replace('test:', ''), `${script} in ${file}`)
})

/** What a command has printed when it ends, when it has said what it should, or after some minutes: some build first. */
const spoken = (child: ChildProcess, says: RegExp) =>
  new Promise<string>((done) => {
    let out = ''
    const hear = (text: Buffer) => {
      out += text
      if (says.test(out)) done(out)
    }
    child.stdout!.on('data', hear)
    child.stderr!.on('data', hear)
    child.on('close', () => done(out))
    setTimeout(() => done(out), 240_000).unref()
  })

/** The build that many scripts begin with; the copy has one. */
const building = /^node build\.mjs(?: --tools)? && /

for (const [script, { args = [], env: more, says, serves, fails, check }] of Object.entries(tried))
  test(`npm run ${[script, ...args].join(' ')}`, async () => {
    const command = [scripts[script]!.replace(building, ''), ...args].join(' ')
    const options = { cwd: copy, env: { ...env, ...more }, shell: true }
    if (!serves) {
      const { status, stdout, stderr } = spawnSync(command, { ...options, encoding: 'utf8' })
      assert.ok(fails || status === 0, stdout + stderr)
      assert.match(stdout, says)
      return check?.(stdout)
    }
    const child = spawn(command, { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    const gone = new Promise((done) => child.on('exit', done))
    const out = await spoken(child, says)
    try {
      assert.match(out, says)
      await check?.(out)
    } finally {
      process.kill(-child.pid!, 'SIGTERM')
      await gone
    }
  })

test('the runner runs the files named by a word of their path', () => {
  const { stdout } = spawnSync(process.execPath, ['test/run.mjs', 'text/dates', 'text/months'], {
    cwd: copy,
    encoding: 'utf8',
  })
  assert.match(stdout, /passed, 0 failed/)
})

test.run()
