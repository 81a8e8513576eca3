// The recipes of CONTRIBUTING.md, each followed on one copy of the tree: the files it names are enough for the types, for
// the tests that look for what is missing, and for what it adds to work.
// Costs some 18 s: it checks the types of the whole tree, and runs the tests of core and pages in the changed copy.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { recipeEdits } from './recipe-edits'
import { treeCopy, treeEditor } from './tree-copy'

const test = suite('recipes')
const copy = treeCopy()

/** The rows of the table: the recipe, how many files it takes, and the paths it names. */
const rows = new Map(
  [...readFileSync('CONTRIBUTING.md', 'utf8').matchAll(/^\| .*?\*\*(.+?)\*\*.*? \| (\d+) \| (.*) \|$/gm)].map(
    ([, recipe, files, where]) => [
      recipe!,
      { files: Number(files), named: [...where!.matchAll(/`([\w/.<>…-]+)`/g)].map(([, path]) => path!) },
    ],
  ),
)

/** Whether a recipe names a file: whole, with a part left open as in `src/text/<language>.json`, or its folder. */
const names = (named: readonly string[], file: string) =>
  named.some((path) => new RegExp(`^${path.replaceAll('.', '\\.').replace(/<\w+>|…/, '[\\w-]+')}(/.*)?$`).test(file))

test('every recipe is tried', () => {
  assert.equal([...rows.keys()].sort(), Object.keys(recipeEdits).sort())
})

for (const [recipe, follow] of Object.entries(recipeEdits))
  test(`${recipe}: the stated number of files, and only the named ones`, () => {
    const { files, named } = rows.get(recipe)!
    const tree = treeEditor(copy)
    follow(tree)
    assert.equal(
      [...tree.touched].filter((file) => !names(named, file)),
      [],
    )
    assert.is(tree.touched.size, files, [...tree.touched].join(' '))
  })

/** Freeing memory takes a tenth of what the types take of the processors. */
const env = { ...process.env, GOGC: 'off' }
const run = (command: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: copy, env, encoding: 'utf8' })
  assert.is(status, 0, `${stdout}\n${stderr}`.replace(/^(ok .*|npm warn .*)\n/gm, '').replaceAll('file://', ''))
}

test('with all recipes followed, the types hold', () => {
  // All floors in one pass: what each of them may use is `npm run types`.
  const { compilerOptions } = JSON.parse(readFileSync('test/tsconfig.json', 'utf8'))
  const { lib, types, jsx } = compilerOptions
  const include = ['schema', 'src', 'server', 'test']
  const whole = { extends: './tsconfig.json', compilerOptions: { lib, types, jsx }, include }
  writeFileSync(join(copy, 'tsconfig.whole.json'), JSON.stringify(whole))
  run('npx', 'tsc', '--singleThreaded', '-p', 'tsconfig.whole.json')
})

test('each addition works, and the completeness tests find nothing missing', () => {
  treeEditor(copy).make('test/ui/added.test.tsx')
  // Not run: what walks whole journeys, reads whole tables or draws pictures, reckons codes, taxes and colours, lays out
  // JSON, the browser's timing, and the police's line of 168 characters, which a column more makes longer.
  const slow = 'defects judge compositions random official-tables mending places/book provinces typed-codes seals'
  const others =
    'fiscal-code tax-closing differences tax-report lint/lint lint/causes lint/walk exports/cell-values core/json core/look'
  const ofProof = 'core/reader repeat-rules provenance journey-rules whole-people editor/draft consequences recorded'
  const ofPages = 'draft-saving prover stream address qr code-doubts'
  const unwanted = `${slow} ${others} ${ofProof} ${ofPages}`.split(' ').map((part) => `-${part}`)
  run(process.execPath, 'test/run.mjs', '--together', 'core/', 'flow/shipped', 'schema/', 'ui/', ...unwanted)
})

test.run()
