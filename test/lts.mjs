// Runs the tests that open no browser on the newest long-term Node, whatever Node the project is worked on with: `node
// test/lts.mjs`, or with parts of paths as `node test/run.mjs` takes them. The npm package `node` brings the binary.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/** The newest release of the line that has been the long-term one since October 2026. */
const version = '26.10.0'

// Inside dist/, as the tests' own scripts are: one test runs it as another user, who may not read root's npm cache.
const folder = `dist/node-${version}`
const binary = resolve(folder, 'node_modules/node/bin/node')
if (!existsSync(binary)) {
  const more = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund']
  spawnSync('npm', ['install', '--prefix', folder, ...more, `node@${version}`], { stdio: 'inherit' })
}
/**
 * These tests wait for clocks, other processes or a thousand tries, or compute for long in plain JavaScript: they run on
 * one release of Node only.
 */
const slow = [
  'together',
  'served',
  'guessing',
  'sessions',
  'mail/',
  'consult-calls',
  'publishing',
  'postgres',
  'faults',
  'defects',
  'door-force',
  'workbooks',
  'rekey',
  'never-a-picture',
  'container',
  'sending-kill',
  'official-tables',
  'door-records',
  'fortnight',
  'random',
  'judge',
  'compositions',
  'hostile',
  'flow/flow.',
  'places/book',
  'exports/region.',
  'lint/lint',
  'lint/walk',
  'lint/causes',
  'seals',
  'mending',
  'differences',
  'applied',
  'core/floors',
  'auth/attack',
  'own-rules',
  'http/door.',
  'region-backup',
  'access-log',
]
const without = slow.map((part) => `-${part}`)
const all = ['--together', 'core/', 'exports/', 'flow/', 'schema/', 'server/', ...without]
const parts = process.argv.length > 2 ? process.argv.slice(2) : all
console.log(`on Node ${version}:`)
process.exitCode = spawnSync(binary, ['test/run.mjs', ...parts], { stdio: 'inherit' }).status ?? 1
