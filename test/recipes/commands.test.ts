// Every command in the README's table is run: here and small, or where the table below says.
// Costs some 40 s: it starts each program, takes a picture of every screen and counts a mutant.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
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

type Tried = { args?: string[]; env?: Record<string, string>; says: RegExp; serves?: true; fails?: true }

/** By script: what it is given here, what it then prints, whether it goes on until it is stopped, and may end badly. */
const tried: { [script: string]: Tried } = {
  build: { says: /^built: /m },
  // Its end says whether every bar was met, here or not.
  bench: { args: ['visiting'], says: /first visit, requests +\| 5 /, fails: true },
  standins: { args: ['--police', '0', '--region', '0'], says: /ROSS1000_API/, serves: true },
  soak: { args: ['--kills', '2'], says: /\| lost \| 0 \|/ },
  mutants: {
    args: ['--folder', 'src/core/look', '--count', '1', '--lanes', '1'],
    says: /1 of \d+ mistakes in src\/core\/look/,
  },
  // Every step of every picture, in one language and one width.
  screens: { args: ['--brief'], says: /^\d+ pictures, /m },
  simulate: { says: /100,000/ },
  houses: { args: ['make', 'mare.example.it'], env: { HOUSES: join(data, 'houses') }, says: /mare\.example\.it/ },
  // Last, because what it builds reloads itself.
  dev: { says: /http:\S+/, serves: true },
}

/** Where the others are run. */
const elsewhere: { [script: string]: string } = {
  start: 'test/recipes/readme.test.ts',
  flow: 'test/recipes/readme.test.ts',
  recover: 'test/recipes/readme.test.ts',
  rekey: 'test/server/store/rekey.test.ts',
  restore: 'test/server/store/secrets.test.ts',
  // Training takes minutes; the letters it is trained on are drawn in the test.
  reader: 'test/core/reader/reader.test.ts',
  types: '.ci/run',
  lint: '.ci/run',
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

/** What a command has printed when it ends, when it has said what it should, or after a minute. */
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
    setTimeout(() => done(out), 60_000).unref()
  })

/** The build that many scripts begin with; the test of `build` has made it once for them all. */
const building = /^node build\.mjs(?: --tools)? && /

for (const [script, { args = [], env: more, says, serves, fails }] of Object.entries(tried))
  test(`npm run ${[script, ...args].join(' ')}`, async () => {
    if (!serves) {
      const command = [scripts[script]!.replace(building, ''), ...args].join(' ')
      const { status, stdout, stderr } = spawnSync(command, {
        cwd: copy,
        env: { ...env, ...more },
        encoding: 'utf8',
        shell: true,
      })
      assert.ok(fails || status === 0, stdout + stderr)
      return assert.match(stdout, says)
    }
    const child = spawn('npm', ['run', script], { cwd: copy, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    const gone = new Promise((done) => child.on('exit', done))
    const out = await spoken(child, says)
    process.kill(-child.pid!, 'SIGTERM')
    await gone
    assert.match(out, says)
  })

test.run()
