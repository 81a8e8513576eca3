import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { section } from '../bench/page'

const test = suite('bench-page')
const dir = mkdtempSync(join(tmpdir(), 'benvenuto-bench-page-'))
process.on('exit', () => rmSync(dir, { recursive: true, force: true }))

test('one section is replaced, and the sections keep their order', () => {
  const page = join(dir, 'bench.md')
  section('Mistakes the tests notice in server/store', ['90 of 100'], page)
  section('Speed and memory', ['| first |'], page)
  section('Speed and memory', ['| second |', '| row |'], page)
  const text = readFileSync(page, 'utf8')
  assert.is(text.split('# What was measured\n').length, 2)
  assert.not.match(text, '| first |')
  assert.match(
    text,
    /## Speed and memory\n\n`npm run bench`\n\n\| second \|\n\| row \|\n\n## Mistakes the tests notice in server\/store/,
  )
  assert.match(text, '90 of 100')
  writeFileSync(page, `${text}\n## By hand\n\nA section that no command writes.\n`)
  section('Speed and memory', ['| third |'], page)
  assert.match(readFileSync(page, 'utf8'), '## By hand\n\nA section that no command writes.\n')
  writeFileSync(page, text)
  section('Another', ['x'], page)
  assert.is(readFileSync(page, 'utf8'), text)
})

test.run()
