import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import * as assert from 'uvu/assert'

/**
 * A copy of the tree and its build that ends with this process: inside the project, so that packages are found, and
 * where git does not look.
 */
export const treeCopy = (): string => {
  const copy = resolve(`dist/copy-${process.pid}`)
  const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
    .trim()
    .split('\n')
  const wanted = tracked.filter((file) => !file.startsWith('docs/screens') && existsSync(file))
  const built = readdirSync('dist').filter((name) => !/^(?:test|types|node-.*)$|-\d+(?:\.mjs)?$/.test(name))
  for (const path of [...wanted, ...built.map((name) => `dist/${name}`)])
    cpSync(path, join(copy, path), { recursive: true })
  process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
  return copy
}

/** A place in a file: the text that stands there, and the text in its place. */
type Change = [from: string, to: string]

/** Changes files of a copy of the tree, and keeps which. */
export const treeEditor = (copy: string) => {
  const touched = new Set<string>()
  const touch = (file: string) => {
    touched.add(file)
    return join(copy, file)
  }
  const write = (file: string, text: string) => {
    const path = touch(file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  return {
    touched,
    /** Changes a file. A text that is not found is a recipe that no longer fits. */
    edit: (file: string, ...changes: Change[]) => {
      let text = readFileSync(join(copy, file), 'utf8')
      for (const [from, to] of changes) {
        assert.ok(text.includes(from), `${file} has no ${from}`)
        text = text.replace(from, () => to)
      }
      write(file, text)
    },
    /** Writes a new file: the one of that name in `test/recipes/new`. */
    make: (file: string) => {
      assert.not.ok(existsSync(join(copy, file)), file)
      write(file, readFileSync(`test/recipes/new/${basename(file)}.txt`, 'utf8'))
    },
    /** Adds words to a word file. */
    say: (file: string, words: Record<string, string>) =>
      write(file, JSON.stringify({ ...JSON.parse(readFileSync(join(copy, file), 'utf8')), ...words }, null, 2)),
    /** Copies a file. */
    copyOf: (from: string, to: string) => cpSync(join(copy, from), touch(to)),
  }
}
