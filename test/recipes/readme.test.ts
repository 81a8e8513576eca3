// What the README says: its tree is the tree, its commands are there, and those that end by themselves do what it says.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { treeCopy } from './tree-copy'

const test = suite('readme')
const readme = readFileSync('README.md', 'utf8')
const contributing = readFileSync('CONTRIBUTING.md', 'utf8')
const scripts = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).scripts)

/** The paths of the tree, a folder under the one it is indented below. */
const paths = () => {
  const tree = /## The tree\n+```\n([^]*?)\n```/.exec(readme)![1]!
  let above = ''
  return tree.split('\n').flatMap((line) => {
    const [, indent, name] = /^(\s*)(\S+)\s{2,}\S/.exec(line) ?? []
    if (!name) return []
    if (indent) return [above + name]
    above = name
    return [name]
  })
}

test('the tree names every folder of code, and only existing ones', () => {
  const named = paths()
  assert.equal(
    named.filter((path) => !existsSync(path)),
    [],
  )
  const folders = ['src', 'src/core', 'src/ui', 'server'].flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${folder}/${name}/`),
  )
  assert.equal(
    folders.filter((folder) => !named.includes(folder)),
    [],
  )
})

test('every file and command it names exists', () => {
  for (const [page, text] of Object.entries({ readme, contributing })) {
    const files = [...text.matchAll(/\]\(([\w/.-]+)\)|`((?:src|server|schema|test|docs)\/[\w/.-]+)`/g)]
    for (const [, link, path] of files) assert.ok(existsSync((link ?? path)!), `${page}: ${link ?? path}`)
    for (const [, script] of text.matchAll(/npm run ([\w:]+)/g))
      assert.ok(scripts.includes(script!), `${page}: ${script}`)
  }
})

const copy = treeCopy()
const data = mkdtempSync(join(tmpdir(), 'benvenuto-readme-'))
process.on('exit', () => rmSync(data, { recursive: true, force: true }))
const env = { ...process.env, PORT: '0', DATA_DIR: join(data, 'house'), BACKUPS: '0' }
const ran = (command: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: copy, env, encoding: 'utf8' })
  assert.is(status, 0, `${command} ${args.join(' ')}\n${stdout}\n${stderr}`)
  return stdout
}

test('npm start builds, serves, and prints the address and the first PIN', async () => {
  const child = spawn('npm', ['start'], { cwd: copy, env, stdio: ['ignore', 'pipe', 'inherit'], detached: true })
  let out = ''
  await new Promise<void>((done, fail) => {
    child.stdout.on('data', (text) => {
      out += text
      if (/http:\S+/.test(out) && /PIN\D*\d{4}/.test(out)) done()
    })
    child.on('exit', () => fail(new Error(`npm start ended: ${out}`)))
  })
  const { status } = await fetch(/http:\S+/.exec(out)![0]).catch(() => ({ status: 0 }))
  child.removeAllListeners('exit')
  const gone = new Promise((done) => child.on('exit', done))
  process.kill(-child.pid!, 'SIGTERM')
  await gone
  assert.is(status, 200)
})

test('the flow is checked and drawn, the store read, some of the tests run', () => {
  ran('npm', 'run', 'flow')
  ran('npm', 'run', 'flow', '--', '--map', 'drawn.svg')
  assert.match(readFileSync(join(copy, 'drawn.svg'), 'utf8'), '<svg')
  ran('npm', 'run', 'recover', '--', join(data, 'house'))
  assert.match(ran(process.execPath, 'test/run.mjs', 'text/dates', 'text/months'), /passed, 0 failed/)
})

test.run()
