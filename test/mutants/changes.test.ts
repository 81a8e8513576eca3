import { transformSync } from 'esbuild'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { sampled, withMistakes } from './changes'
import { choosing } from './chosen'

const test = suite('mutants')

/** What a function's body gives for `a`, `b` and `c` as it is, and then with each mistake in turn. */
const given = (body: string, ...values: unknown[]) => {
  const { text, mutants } = withMistakes('a.ts', `async function* it(a, b, c) { ${body} }`)
  const { code } = transformSync(`${text.replace('async function* it', 'return function')}`, { loader: 'ts' })
  return [-1, ...mutants.map(({ number }) => number)].map((chosen) => {
    try {
      return new Function('mutant', code)(choosing(chosen))(...values)
    } catch (error) {
      return (error as Error).name
    }
  })
}

const whats = (text: string, path = 'a.ts') => withMistakes(path, text).mutants.map(({ what }) => what)

test('each kind of mutant is active when chosen, and none otherwise', () => {
  const cases: [body: string, values: unknown[], right: unknown, ...wrong: unknown[]][] = [
    ['let d = b; if (a) { d = c }; return d', [true, 1, 2], 2, undefined, 1],
    ['return a < b', [2, 2], false, undefined, true],
    ['return a <= b', [2, 2], true, undefined, false],
    ['return a > b', [2, 2], false, undefined, true],
    ['return a >= b', [2, 2], true, undefined, false],
    ['return a + b', [3, 2], 5, undefined, 1],
    ['return a - b', [3, 2], 1, undefined, 5],
    ['return a === b ? 1n : 2n', [1, 1], 1n, undefined, 2n],
    ['return a !== b', [1, 1], false, undefined, true],
    ['return a ? b : c', [true, 1, 2], 1, undefined, 2],
    ['return a && b', [0, 5], 0, undefined, 5],
    ['return a || b', [0, 5], 5, undefined, 0],
    ['const d = []; d.push(a); return d.length', [1], 1, undefined, 0],
    ['return 7', [], 7, undefined, 8],
    ["return { 'b': 'c' }.b", [], 'c', undefined, ''],
    ['return [a, b].join()', [1, 2], '1,2', undefined, '2'],
    ['return [a].join()', [1], '1', undefined, ''],
    ['const d = [b]; if (a) d.push(b); else d.pop(); return d.length', [true, 1], 2, undefined, 1, 0, 1, 2],
  ]
  for (const [body, values, ...outcomes] of cases) assert.equal(given(body, ...values), outcomes, body)
})

test('an awaited expression stays where await is allowed', () => {
  const { text, mutants } = withMistakes('a.ts', 'const f = async () => a && (await b)')
  assert.is(mutants.length, 1)
  assert.ok(text.includes('mutant.is(0) ? (a) || (await b) : (a) && (await b)'), text)
})

test('a value tested for emptiness is still evaluated once', () => {
  let asked = 0
  const a = () => ++asked
  given('if (a()) { return b }', a, 1)
  assert.is(asked, 2, 'once as it is, once turned round; not where the function returns at once')
})

test('code without behaviour gets no mutant', () => {
  assert.equal(whats("import a from 'b'\nexport * from 'c'\ntype D = 'e' | 7\nconst f: 'g'[] = h\n"), [])
  assert.equal(whats("throw new TypeError('it was us')"), [])
  assert.equal(whats('<a href="b">c</a>', 'a.tsx'), [])
  assert.equal(whats("const a = { 'b': c, 7: d }"), [])
})

test('a mutant knows its line and number, and a seed chooses the same each time', () => {
  const text = Array.from({ length: 30 }, (_, i) => `a = ${i}`).join('\n')
  const { mutants } = withMistakes('a.ts', text, 100)
  assert.equal(mutants[4], { number: 104, path: 'a.ts', line: 5, what: '4 is 5' })
  assert.equal(sampled(mutants, 5, 3), sampled(mutants, 5, 3))
  assert.not.equal(sampled(mutants, 5, 3), sampled(mutants, 5, 4))
  assert.is(new Set(sampled(mutants, 30, 3)).size, 30)
})

test('reached mutants are reported by number', () => {
  const reached: number[] = []
  const mutant = choosing(-1, (number) => void reached.push(number))
  assert.is(
    mutant.and(
      1,
      () => mutant.is(2),
      () => mutant.is(3),
    ),
    false,
  )
  assert.equal(reached, [1, 2])
})

test.run()
