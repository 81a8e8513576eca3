import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { mutantsOf, sampled } from './changes'

const test = suite('mutants')

const made = (text: string, path = 'a.ts') =>
  mutantsOf(path, text).map(({ from, to, text: instead }) => text.slice(0, from) + instead + text.slice(to))

test('each kind of mistake is made where it can be made', () => {
  const cases: [text: string, ...mistakes: string[]][] = [
    ['if (ready) go()', 'if (!(ready)) go()', 'if (ready) ;'],
    ['a = b < c', 'a = ((b) <= (c))'],
    ['a = b === c ? d : e', 'a = ((b) !== (c)) ? d : e'],
    ['a = b && (c || d)', 'a = ((b) || (c || d))', 'a = b && (((c) && (d)))'],
    ['await go()', ';'],
    ['a = 7', 'a = 8'],
    ["a = { 'b': 'c' }", "a = { 'b': '' }"],
    ['a = [b, c]', 'a = [...[], c]'],
    ['a = [b]', 'a = []'],
    ['const f = () => { return b }', 'const f = () => { return;  return b }'],
  ]
  for (const [text, ...mistakes] of cases) assert.equal(made(text), mistakes, text)
})

test('what has no behaviour is left alone', () => {
  assert.equal(made("import a from 'b'\nexport * from 'c'\ntype D = 'e' | 7\nconst f: 'g'[] = h\n"), [])
  assert.equal(made("throw new TypeError('it was us')"), [])
  assert.equal(made('<a href="b">c</a>', 'a.tsx'), [])
})

test('a mistake knows its line, and a seed takes the same each time', () => {
  const found = mutantsOf('a.ts', Array.from({ length: 30 }, (_, i) => `a = ${i}`).join('\n'))
  assert.is(found[4]!.line, 5)
  assert.equal(sampled(found, 5, 3), sampled(found, 5, 3))
  assert.not.equal(sampled(found, 5, 3), sampled(found, 5, 4))
  assert.is(new Set(sampled(found, 30, 3)).size, 30)
})

test.run()
