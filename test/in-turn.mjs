// Runs test files in one process, each when the runner names it, and prints `@used 12.3` after it: `node
// test/in-turn.mjs BUNDLE`, where the bundle's `files` loads each by its name.
import { pathToFileURL } from 'node:url'
import { secondsUsed } from './used.mjs'

/** Whether uvu waits until it is called, and what it then runs: names, each with what stands behind it. */
const uvu = /** @type {{ UVU_DEFER: boolean, UVU_QUEUE: unknown[][] }} */ (/** @type {unknown} */ (globalThis))
uvu.UVU_DEFER = true
const { exec } = await import('uvu')
const { files } = await import(pathToFileURL(process.argv[2] ?? '').href)

const run = async (/** @type {string} */ file) => {
  const before = secondsUsed()
  uvu.UVU_QUEUE = [[null]]
  try {
    await files[file]()
    await exec()
  } catch (error) {
    console.log(error)
    process.exitCode = 1
  }
  // What a failed test has left open ends with the process.
  if (process.exitCode) process.exit()
  console.log(`@used ${secondsUsed() - before}`)
}
process.on('message', (file) => void run(String(file)))
process.on('disconnect', () => process.exit())
