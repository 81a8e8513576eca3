import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'

const test = suite('the attack table of the manual')

const testsIn = (file: string) =>
  [...readFileSync(`test/server/${file}.test.ts`, 'utf8').matchAll(/^test\(\s*(['"`])(.+?)\1,/gm)].map(
    ([, , name]) => name!,
  )

const rows = readFileSync('docs/operations.md', 'utf8')
  .split('## Attacks')[1]!
  .split('\n## ')[0]!
  .split('\n')
  .filter((line) => /^\| (?!attack \||-)/.test(line) && !line.startsWith('|---'))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')))
const shown = rows.flatMap(([attack, , tests = '']) =>
  tests.split('<br>').map((one) => {
    const [, file = '', name = ''] = /^`([\w/-]+)`: (.+) …$/.exec(one) ?? []
    return { attack, file, name, one }
  }),
)

test('every row names existing tests', () => {
  assert.ok(rows.length > 20)
  const gone = shown.filter(({ file, name }) => !file || !testsIn(file).some((title) => title.startsWith(name)))
  assert.equal(
    gone.map(({ attack, one }) => `${attack}: ${one}`),
    [],
  )
})

test('every tested brute-force attack has its row', () => {
  const isShown = (title: string) =>
    shown.some(({ file, name }) => file === 'http/door-force' && title.startsWith(name))
  assert.equal(
    testsIn('http/door-force').filter((title) => !isShown(title)),
    // The language of a page is no attack.
    ['the page is in the browser’s preferred language, not in the one it names first'],
  )
})

test.run()
