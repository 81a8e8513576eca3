// A test that nobody runs cannot fail.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'

const test = suite('test files')
const sources = readdirSync('test', { recursive: true })
  .map(String)
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(join('test', file), 'utf8') }))
const isRun = (file: string) => /\.test\.tsx?$/.test(file)

test('a file with a suite has a name that the runner finds', () =>
  assert.equal(
    sources.filter(({ file, text }) => !isRun(file) && made(text).length).map(({ file }) => file),
    [],
  ))

/** The names of the suites that a file makes, and of those that it runs. */
const made = (text: string) => [...text.matchAll(/^ *const (\w+) = suite\(/gm)].map(([, name]) => name!).sort()
const run = (text: string) => [...text.matchAll(/^ *(\w+)\.run\(\)$/gm)].map(([, name]) => name!).sort()

test('each test file runs its suites whole, and no test alone', () =>
  assert.equal(
    sources
      .filter(({ file }) => isRun(file))
      .filter(({ text }) => !made(text).length || `${made(text)}` !== `${run(text)}` || /\w\.only\(/.test(text))
      .map(({ file }) => file),
    [],
  ))

test.run()
