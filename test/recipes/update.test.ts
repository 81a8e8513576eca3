import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { treeCopy } from './tree-copy'

const test = suite('an update under a running server')
const copy = treeCopy()
const dir = mkdtempSync(join(tmpdir(), 'benvenuto-'))
let server: ChildProcess
test.after(() => {
  server?.kill('SIGKILL')
  rmSync(dir, { recursive: true, force: true })
})

/** Returns the files of the copy's build that browsers and the server load later. */
const builtFiles = () => {
  const all = readFileSync(join(copy, 'dist/files.txt'), 'utf8').split('\n')
  return all.filter((file) => file.startsWith('dist/public/') || /^dist\/server-/.test(file))
}

const build = () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['build.mjs'], { cwd: copy, encoding: 'utf8' })
  assert.is(status, 0, stdout + stderr)
  return builtFiles()
}

const start = () =>
  new Promise<string>((done) => {
    const env = { ...process.env, PORT: '0', DATA_DIR: dir, ADMIN_PIN: '2468' }
    server = spawn(process.execPath, ['--liftoff-only', 'dist/server.mjs'], { cwd: copy, env })
    server.stdout!.on('data', (text) => {
      const url = /Benvenuto: (http:\S+)/.exec(String(text))?.[1]
      if (url) done(url)
    })
  })

test('open pages and the server still find what they load later; the build after removes it', async () => {
  // The build that is being tested is the one that is updated.
  const before = builtFiles()
  const url = await start()
  for (const file of ['src/ui/guest/later-cards/later-code.tsx', 'server/api/editor-calls.ts'])
    appendFileSync(join(copy, file), "\nconsole.debug('updated')\n")
  for (const file of ['excel/workbook-worker.ts', 'store/sqlite/fold-worker.ts', 'flow/flow-worker.ts'])
    appendFileSync(join(copy, 'server', file), "\nthrow new Error('the thread of another program')\n")
  const after = build()
  const old = before.filter((file) => !after.includes(file))
  assert.ok(old.some((file) => file.startsWith('dist/public/')) && old.some((file) => /server-/.test(file)))
  for (const file of before.filter((one) => one.startsWith('dist/public/'))) {
    const answer = await fetch(url + file.replace('dist/public', ''))
    const { byteLength } = await answer.arrayBuffer()
    assert.ok(answer.ok && byteLength > 0, `${answer.status} ${file}`)
  }
  const login = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ pin: '2468' }),
  })
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  assert.is((await fetch(`${url}/api/flow/draft`, { headers: { cookie } })).status, 200, 'loads its code now')
  const book = await fetch(`${url}/api/workbook/checkins`, { headers: { cookie } })
  assert.equal([book.status, (await book.arrayBuffer()).byteLength > 1_000], [200, true], 'starts its own threads')
  build()
  assert.equal(
    old.filter((file) => existsSync(join(copy, file))),
    [],
  )
})

test.run()
