// What is looked at after every change: the linter, the types of the whole as its tests see them and of the core, which
// may know neither browser nor node, and the tests of the core but for the slowest; all at once, in some ten seconds.
import { spawn } from 'node:child_process'

/** What walks whole journeys or reads whole tables: the same is asked of small ones as well. */
const slow = [
  'defects',
  'judge',
  'compositions',
  'random',
  'official-tables',
  'mending',
  'places/book',
  'provinces',
  'typed-codes',
  'lint/lint',
  'lint/causes',
  'lint/walk',
  'seals',
]

const commands = [
  `node test/run.mjs --together core/ ${slow.map((part) => `-${part}`).join(' ')}`,
  'npx tsc -p test',
  'npx tsc -p src/core',
  'npx biome check --error-on-warnings',
]

/** Runs a command and prints what it says when it ends, whole. @param {string} command @returns {Promise<boolean>} */
const isFine = (command) =>
  new Promise((done) => {
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    child.stdout.on('data', (text) => (said += text))
    child.stderr.on('data', (text) => (said += text))
    child.on('close', (status) => {
      console.log(`${status ? 'FAIL' : 'ok  '} ${command}\n${said.trim()}`)
      done(status === 0)
    })
  })

const fine = await Promise.all(commands.map(isFine))
process.exitCode = fine.every(Boolean) ? 0 : 1
