// What the README says: its tree is the tree, and what it names is there.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'

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

test.run()
