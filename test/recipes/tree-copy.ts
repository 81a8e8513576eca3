import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/**
 * A copy of the tree that ends with this process: inside the project, so that packages are found, and where git does
 * not look.
 */
export const treeCopy = (): string => {
  const copy = resolve(`dist/copy-${process.pid}`)
  const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
    .trim()
    .split('\n')
  const wanted = tracked.filter((file) => !file.startsWith('docs/screens') && existsSync(file))
  for (const file of [...wanted, 'dist/comuni.txt']) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(file, join(copy, file))
  }
  process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
  return copy
}
